/** The checks of the DCV action, in the order in which they run. */
import type { Contract, Operation } from '../../../spec/index.ts';
import { type Check, type CheckContext, type CheckGroup, Unavailable } from '../../engine/index.ts';
import { actionCheck, DCV } from '../action.ts';
import { authenticationCheck } from '../authentication.ts';
import { field, madeUpLogin } from '../call.ts';
import { conditionChecks, unrecognizedFaults } from '../condition-checks.ts';
import { conditionIds } from '../conditions.ts';
import { codesCheck, envelopeCheck } from '../envelope-checks.ts';
import { lengthChecks } from '../lengths.ts';
import { judgeOdd } from '../odd.ts';
import { absentOrder, extended, MULTI, type OrderNeed, WILDCARD } from '../orders.ts';
import { askOnce } from '../replies.ts';
import { DCV_ACTION, dcvCheck, dcvEncodingCheck } from './action.ts';
import { changesCheck, declaredMethodsCheck } from './each-method.ts';
import { addressCheck, emailCheck } from './email.ts';
import { identifierCheck, pendingReplacement } from './identifiers.ts';
import { listLengthsCheck } from './list-lengths.ts';
import { type Kept, type Seen, seenOf } from './looks.ts';
import { multiCheck } from './multi.ts';
import { eachOfListsCheck, multiRefusalsCheck } from './multi-refusals.ts';
import { invalidCheck, unknownOrderCheck } from './refusals.ts';
import { stateChecks } from './states.ts';
import { changeable, lookAgain } from './steps.ts';
import { wildcardCheck } from './wildcard.ts';

/** The group of the DCV action. */
export function dcvGroup(contract: Contract): CheckGroup {
  const operation = contract.operation(DCV);
  const single = [
    ...conditionChecks(contract, DCV_ACTION),
    unknownOrderCheck(),
    authenticationCheck(contract, DCV_ACTION, { turn: 1 }),
    emailCheck(contract),
    dcvEncodingCheck(contract),
  ];
  const several = [
    multiRefusalsCheck(),
    eachOfListsCheck(contract),
    listLengthsCheck(contract),
    addresses(['legacy.dcv-update.email.several', 'an order of several domains'], MULTI),
  ];
  return {
    id: DCV,
    area: operation.area,
    operation: DCV,
    parallel: false,
    checks: [
      // What shows that changes of an order leave others alone comes before several orders are changed at a time.
      changesCheck(contract.requirements),
      multiCheck(),
      declaredMethodsCheck(),
      invalidCheck(contract),
      ...strand('wildcard', [
        wildcardCheck(contract),
        addresses(['legacy.dcv-update.email.wildcard', 'a wildcard domain'], WILDCARD),
      ]),
      ...strand('extended', [
        addresses(['legacy.dcv-update.email.extended', 'an order under extended validation'], extended('single')),
      ]),
      ...strand('single', single),
      ...strand('multi', several),
      ...strand('series', [
        identifierCheck(contract),
        addressCheck(['legacy.dcv-update.email.replacement', 'an order that replaces another'], pendingReplacement),
      ]),
      ...strand('none', [...lengthChecks(contract, operation), unknownErrorCheck(contract)]),
      ...stateChecks(contract),
      looksCheck(
        ['legacy.dcv-update.accepted.shows', 'shows an accepted change in the order status'],
        ({ shown }) => shown,
      ),
      looksCheck(
        ['legacy.dcv-update.refused.unchanged', 'changes nothing when it refuses'],
        ({ unchanged }) => unchanged,
      ),
      envelopeCheck(contract, DCV, operation, someAnswers),
      codesCheck(contract, DCV, operation, someAnswers),
    ],
  };
}

function addresses(about: readonly [string, string], need: OrderNeed): Check {
  return addressCheck(about, (context) => changeable(context, need));
}

/** Checks that work on orders of their own. */
function strand(name: string, checks: readonly Check[]): Check[] {
  return checks.map((check) => ({ ...check, strand: name }));
}

/** Gives the verdicts that looks after all other calls have brought; by itself it makes a change and a refusal. */
function looksCheck([id, title]: readonly [string, string], pick: (seen: Seen) => readonly Kept[]): Check {
  return actionCheck(DCV_ACTION, [id.slice(DCV.length + 1), title], [id], async (action, context) => {
    const seen = seenOf(context.session);
    const [make] = seen.unchanged.length > 0 ? [] : unrecognizedFaults(action);
    const probe = make?.(action.fields());
    if (probe !== undefined) await action.send(probe, probe.conditions);
    if (pick(seen) === seen.shown) await lookAgain(action.order);
    for (const { judgement, evidence } of pick(seen)) context.record(id, judgement, evidence);
    if (pick(seen).length === 0)
      throw new Unavailable({ what: 'none', of: 'status-of-the-order', was: 'read' }, 'earlier-step');
  });
}

/** Every odd form carries a login that does not exist, so that no order can be changed by one. */
function unknownErrorCheck(contract: Contract): Check {
  const ids = conditionIds(contract, DCV, 'unknown-error');
  const about = ['condition.unknown-error', 'survives odd input'] as const;
  const run: Check['run'] = (context) => judgeOdd(context, contract.operation(DCV), ids);
  return { ...dcvCheck(about, Object.values(ids), run), effect: 'observe' };
}

/** Errors that change nothing, for checks that judge whatever was answered. */
async function someAnswers(context: CheckContext): Promise<Operation> {
  const operation = context.contract.operation(DCV);
  const nobody = [...madeUpLogin(context.seed), field('orderNumber', absentOrder(context.session.target))];
  const conditions = ['argument-missing', 'authentication-failed'];
  await askOnce(context, operation, { label: 'a login that does not exist, alone', fields: nobody }, conditions);
  await askOnce(context, operation, { label: 'no arguments at all', fields: [] }, conditions);
  return operation;
}
