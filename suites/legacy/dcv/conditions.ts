/** The conditions that a DCV call meets by its form, its transport and its login, on a single-domain order (contract 5, 7.2). */
import type { Contract } from '../../../spec/types.ts';
import type { Check, CheckContext } from '../../engine/check.ts';
import { DCV, recordLack } from '../action.ts';
import { authenticationRequirements, judgeAuthentication } from '../authentication.ts';
import {
  ANY_CONDITION,
  type ConditionIds,
  conditionIds,
  judgeProbe,
  recordRefusal,
  unknownOrderConditions,
  warning,
} from '../conditions.ts';
import { field, withFields } from '../form.ts';
import { absentOrder, foreignOrders, withoutForeign } from '../orders.ts';
import { judgeTransport } from '../plain.ts';
import type { Sighting } from '../sightings.ts';
import { statusOf } from '../status/control.ts';
import { judgeTexts } from '../texts.ts';
import { type Bench, bench, SINGLE } from './bench.ts';
import { requirementsOf } from './parameters.ts';
import {
  type Fault,
  longDomain,
  longFaults,
  methodFaults,
  missingFaults,
  notationFaults,
  orderNumberFaults,
  plainFault,
  resemblingMethodFaults,
  unknownMethodFault,
  unrecognizedFaults,
} from './refusals.ts';
import { keepUnchanged, refuse, type Turns, turns } from './steps.ts';
import { listPlaces, singlePlaces } from './text-places.ts';

/** An order whose plain change was accepted. */
export interface Ready {
  readonly order: Bench;
  readonly turns: Turns;
}

type Run = (context: CheckContext, ready: Ready) => Promise<void>;

/** A check on the single-domain order, after its positive control. */
export function singleCheck(id: string, title: string, requirements: readonly string[], run: Run): Check {
  return {
    id: `${DCV}.${id}`,
    title: `The DCV action ${title}`,
    requirements,
    effect: 'modify',
    run: async (context) => {
      const order = await bench(context, SINGLE);
      const control = await turns(context, order);
      await run(context, { order, turns: control });
    },
  };
}

/** Sends faults on top of a change to a method that is accepted and not in use. */
export async function refuseAll(
  context: CheckContext,
  { order, turns: control }: Ready,
  faults: readonly Fault[],
  ids: ConditionIds,
): Promise<void> {
  for (const make of faults) {
    const { judgement } = await refuse(context, order, make(order.change(control.next())), ids);
    // The faults of a list go from the edge outwards: the first failure is the smallest.
    if (judgement.verdict === 'fail') return;
  }
}

/** Sends many faults, and looks once whether any of them took effect. `debatable`: one that is accepted only warns. */
async function refuseMany(
  context: CheckContext,
  { order, turns: control }: Ready,
  faults: readonly { readonly make: Fault; readonly debatable: boolean }[],
  ids: ConditionIds,
): Promise<void> {
  const sightings: Sighting[] = [];
  for (const { make, debatable } of faults) {
    const probe = make(order.change(control.next()));
    const sighting = await order.send(context, probe, probe.conditions);
    const judging = debatable ? warning(context, `Accepted: ${probe.label}.`) : context;
    recordRefusal(judging, order.operation, sighting, probe.refusal, ids);
    // What is taken for the right call is no refusal whose effect could be wondered at.
    if (sighting.reading?.outcome === 'success') await order.looks(context);
    else sightings.push(sighting);
  }
  const last = sightings.at(-1);
  if (last !== undefined) await keepUnchanged(context, order, last);
}

/** The checks of the conditions that every call may meet. */
export function dcvConditionChecks(contract: Contract): Check[] {
  const of = (condition: string): Required<ConditionIds> => conditionIds(DCV, condition);
  const both = (condition: string): string[] => Object.values(of(condition));
  const needed = `${DCV}.identifier.needed`;
  const method = `${DCV}.method-needed`;
  return [
    singleCheck(
      'condition.argument-missing',
      'refuses a call without a required argument',
      [...both('argument-missing'), needed, method],
      async (context, ready) => {
        for (const make of missingFaults(context)) {
          const probe = make(ready.order.change(ready.turns.next()));
          const own = probe.id === 'missing.order' ? needed : probe.id === 'missing.newMethod' ? method : undefined;
          const ids = own === undefined ? of('argument-missing') : { refused: own, code: of('argument-missing').code };
          await refuse(context, ready.order, probe, ids);
        }
      },
    ),
    singleCheck(
      'condition.argument-unrecognized',
      'refuses an unknown argument',
      both('argument-unrecognized'),
      (context, ready) => refuseAll(context, ready, unrecognizedFaults(), of('argument-unrecognized')),
    ),
    ...invalidChecks(contract),
    singleCheck('condition.wrong-method', 'refuses other methods than POST', both('wrong-method'), (context, ready) =>
      refuseAll(context, ready, methodFaults(), of('wrong-method')),
    ),
    singleCheck(
      'condition.not-https',
      'is not served over plain HTTP',
      both('not-https'),
      async (context, { order, turns: control }) => {
        const probe = plainFault(context)(order.change(control.next()));
        await judgeTransport(context, order.operation, probe, of('not-https'));
        await order.looks(context);
      },
    ),
    unknownOrderCheck(),
    foreignOrderCheck(),
    singleCheck(
      'authentication',
      'refuses wrong logins',
      authenticationRequirements(DCV),
      async (context, { order, turns: control }) =>
        judgeAuthentication(context, {
          action: DCV,
          operation: order.operation,
          fields: order.change(control.next()),
          turn: 1,
          after: (sighting) => keepUnchanged(context, order, sighting),
        }),
    ),
  ];
}

/** Values that break a constraint: the derived requirements of parameters that a single-domain order takes. */
function invalidChecks(contract: Contract): Check[] {
  const condition = conditionIds(DCV, 'argument-invalid');
  const own = requirementsOf(contract, 'refuses', 'orderNumber', 'newMethod', 'domainName');
  return [
    singleCheck(
      'condition.argument-invalid',
      'refuses invalid values',
      [...Object.values(condition), ...own.map(({ id }) => id)],
      async (context, ready) => {
        await refuseAll(context, ready, [unknownMethodFault(), ...orderNumberFaults(context, ready.order)], condition);
        const { order } = ready;
        // There may be methods that nobody has declared.
        const debatable = !order.names.methodsDeclared;
        const words = resemblingMethodFaults(order).map((make) => ({ make, debatable }));
        await refuseMany(context, ready, words, { refused: condition.refused });
        await judgeTexts(context, condition.refused, [...singlePlaces(context, ready), ...(await listPlaces(context))]);
        for (const { id, constraint } of own) {
          const faults = faultsOf(context, ready.order, constraint?.parameter ?? '', constraint?.keyword ?? '');
          await refuseAll(context, ready, faults, { refused: id });
        }
      },
    ),
  ];
}

function faultsOf(context: CheckContext, order: Bench, parameter: string, keyword: string): Fault[] {
  if (keyword === 'enum') return [unknownMethodFault()];
  if (parameter === 'orderNumber') return orderNumberFaults(context, order);
  return longFaults(order, parameter, parameter === 'domainName' ? longDomain : (length) => 'M'.repeat(length));
}

/** An order number that names nothing: looked up with the reading action first, so that no order of the account is hit. */
function unknownOrderCheck(): Check {
  const ids = { refused: `${DCV}.unknown-order`, code: `${DCV}.unknown-order.code` };
  return singleCheck(
    'unknown-order',
    'refuses an order number that names no order',
    Object.values(ids),
    async (context, { order, turns: control }) => {
      const number = absentOrder(context.session.target);
      const known = await statusOf(context, number);
      if (!('lack' in known) && known.reading?.outcome === 'success')
        return recordLack(context, Object.values(ids), {
          lack: `The order ${number} exists; name one under absent.order that does not.`,
          cause: 'no-fixture',
        });
      const probe = {
        id: 'unknown-order',
        label: `orderNumber = ${number} (names no order)`,
        fields: withFields(order.change(control.next()), field('orderNumber', number)),
        conditions: unknownOrderConditions(context.contract),
        refusal: { because: 'the order does not exist' },
      };
      await refuse(context, order, probe, ids);
      const near: { readonly make: Fault; readonly debatable: boolean }[] = [];
      for (const one of notationFaults(order)) {
        // Another order may well have this number: none of the account's is hit.
        const own = /^\d+$/.test(one.text) ? await statusOf(context, one.text) : undefined;
        if (own === undefined || (!('lack' in own) && own.reading?.outcome === 'error'))
          near.push({ ...one, debatable: false });
      }
      await refuseMany(context, { order, turns: control }, near, { refused: ids.refused });
    },
  );
}

/** Asked of orders that are lent to be changed: what a careless server does to them nobody can put back. */
function foreignOrderCheck(): Check {
  const refused = `${DCV}.foreign-order`;
  return singleCheck(
    'foreign-order',
    'leaves orders of other accounts alone',
    [refused],
    async (context, { order, turns: control }) => {
      const orders = foreignOrders(context.session.target).filter(({ fixture }) => fixture.allow !== 'observe');
      if (orders.length === 0) return recordLack(context, [refused], withoutForeign('modify'));
      for (const { number } of orders) {
        const because = `order ${number} belongs to another account`;
        const fields = withFields(order.change(control.next()), field('orderNumber', number));
        const probe = { id: because, label: because, fields, conditions: [ANY_CONDITION], refusal: { because } };
        await judgeProbe(context, order.operation, probe, { refused });
      }
    },
  );
}
