/** Values that the DCV action must refuse on an order of one domain: of no form, of no order, of no method (contract 4.13, 7.2). */
import type { Contract } from '../../../spec/index.ts';
import { beside, type Check, type CheckContext, ifAvailable, Unavailable } from '../../engine/index.ts';
import { DCV } from '../action.ts';
import { authenticationCheck } from '../authentication.ts';
import { actionCheck, conditionChecks, refuseAll } from '../condition-checks.ts';
import { type ConditionIds, conditionIds, type Fault, recordRefusal, warning } from '../conditions.ts';
import { judgeTexts } from '../odd.ts';
import { absentOrder } from '../orders.ts';
import type { Reply } from '../replies.ts';
import { statusOf } from '../status/control.ts';
import { DCV_ACTION, type DcvAction } from './action.ts';
import {
  listPlaces,
  longDomain,
  longFaults,
  notationFaults,
  orderNumberFaults,
  requirementsOf,
  resemblingMethodFaults,
  singlePlaces,
  unknownMethodFault,
  unknownOrderFault,
} from './refusals.ts';
import { keepUnchanged } from './steps.ts';

/** The checks of the conditions that every call may meet, on an order of one domain. */
export function dcvConditionChecks(contract: Contract): Check[] {
  return [
    ...conditionChecks(contract, DCV_ACTION),
    unknownOrderCheck(),
    authenticationCheck(contract, DCV_ACTION, { turn: 1 }),
  ];
}

/** Values that break a constraint: the derived requirements of parameters that a single-domain order takes. On an order of each kind. */
export function invalidCheck(contract: Contract): Check {
  const condition = conditionIds(contract, DCV, 'argument-invalid');
  const own = requirementsOf(contract, 'refuses', 'orderNumber', 'newMethod', 'domainName');
  const requirements = [...Object.values(condition), ...own.map(({ id }) => id)];
  const about = ['condition.argument-invalid', 'refuses invalid values'] as const;
  return actionCheck(DCV_ACTION, about, requirements, async (context, action) => {
    const { subject } = action;
    await refuseAll(context, action, [unknownMethodFault(), ...orderNumberFaults(context, subject)], condition);
    // There may be methods that nobody has declared.
    const debatable = !subject.names.methodsDeclared;
    const words = resemblingMethodFaults(subject).map((make) => ({ make, debatable }));
    await refuseMany(context, action, words, { refused: condition.refused });
    await beside(context, [
      (own) => judgeTexts(own, condition.refused, singlePlaces(own, action)),
      async (own) => judgeTexts(own, condition.refused, await listPlaces(own)),
    ]);
    for (const { id, constraint } of own) {
      const faults = faultsOf(context, action, constraint?.parameter ?? '', constraint?.keyword ?? '');
      await refuseAll(context, action, faults, { refused: id });
    }
  });
}

function faultsOf(context: CheckContext, { subject }: DcvAction, parameter: string, keyword: string): Fault[] {
  if (keyword === 'enum') return [unknownMethodFault()];
  if (parameter === 'orderNumber') return orderNumberFaults(context, subject);
  return longFaults(subject, parameter, parameter === 'domainName' ? longDomain : (length) => 'M'.repeat(length));
}

/** Sends many faults, and looks once whether any of them took effect. `debatable`: one that is accepted only warns. */
async function refuseMany(
  context: CheckContext,
  action: DcvAction,
  faults: readonly { readonly make: Fault; readonly debatable: boolean }[],
  ids: ConditionIds,
): Promise<void> {
  const { subject } = action;
  let last: Reply | undefined;
  for (const { make, debatable } of faults) {
    const probe = make(action.fields());
    const reply = await subject.send(context, probe, probe.conditions);
    const judging = debatable ? warning(context, `Accepted: ${probe.label}.`) : context;
    recordRefusal(judging, action.operation, reply, probe.refusal, ids);
    // What is taken for the right call is no refusal whose effect could be wondered at.
    if (reply.reading?.outcome === 'success') await subject.looks(context);
    else last = reply;
  }
  if (last !== undefined) await keepUnchanged(context, subject, last);
}

/** An order number that names nothing: looked up with the reading action first, so that no order of the account is hit. */
function unknownOrderCheck(): Check {
  const ids = { refused: 'legacy.dcv-update.unknown-order', code: 'legacy.dcv-update.unknown-order.code' };
  const about = ['unknown-order', 'refuses an order number that names no order'] as const;
  return actionCheck(DCV_ACTION, about, Object.values(ids), async (context, action) => {
    const number = absentOrder(context.session.target);
    if ((await outcomeOf(context, number)) === 'success') {
      const reason = `The order ${number} exists; name one under absent.order that does not.`;
      throw new Unavailable(reason, 'no-fixture');
    }
    await refuseAll(context, action, [unknownOrderFault(context.contract, number)], ids);
    const near: { readonly make: Fault; readonly debatable: boolean }[] = [];
    for (const one of notationFaults(action.subject)) {
      // Another order may well have this number: none of the account's is hit.
      if (!/^\d+$/.test(one.text) || (await outcomeOf(context, one.text)) === 'error') near.push(one);
    }
    await refuseMany(context, action, near, { refused: ids.refused });
  });
}

/** What the status of an order is answered with; undefined when it cannot be read. */
async function outcomeOf(context: CheckContext, number: string): Promise<string | undefined> {
  return (await ifAvailable(statusOf(context, number)))?.reading?.outcome;
}
