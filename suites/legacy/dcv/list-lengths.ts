/**
 * The permitted length of the list parameters (contract 4.13, 8), from the inside. A list is padded with spaces to one
 * character less than permitted, which shows whether runs of spaces are tolerated, and then to just the permitted length.
 */
import type { Contract, Requirement } from '../../../spec/types.ts';
import type { Check, CheckContext } from '../../engine/check.ts';
import { judgeSucceeded } from '../../judges/envelope-outcome.ts';
import { DCV, recordLack } from '../action.ts';
import { maxLengthOf } from '../call.ts';
import { recordSighting, type Sighting } from '../sightings.ts';
import { type Bench, bench, MULTI } from './bench.ts';
import { type Assignment, fittingPair, listFields, padded, wantedOf } from './lists.ts';
import { requirementsOf, roleOf } from './parameters.ts';
import { change, settle, turns } from './steps.ts';

/** Lists of just the permitted length. */
export function listLengthsCheck(contract: Contract): Check {
  const emails = roleOf(contract, 'emails');
  const own = requirementsOf(contract, 'accepts', 'domainNames', 'newMethods', emails);
  const ids = own.map(({ id }) => id);
  return {
    id: `${DCV}.multi.lengths`,
    title: 'The DCV action takes lists of just the permitted length',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const order = await bench(context, MULTI);
      if ('lack' in order) return recordLack(context, ids, order);
      const control = await turns(context, order);
      if ('lack' in control) return recordLack(context, ids, control);
      const [a, b] = order.domains;
      const pair = fittingPair(order, control.accepted);
      if (a === undefined || b === undefined || pair === undefined)
        return recordLack(context, ids, {
          lack: 'Two domains of a multi-domain order are needed.',
          cause: 'no-fixture',
        });
      for (const requirement of own) {
        const isEmail = requirement.constraint?.parameter === emails;
        const [one, other] = isEmail ? (['email', 'email'] as const) : pair;
        const lists: Assignment = [
          [a, one],
          [b, other],
        ];
        await judge(context, order, requirement, lists, [
          [a, pair[1]],
          [b, pair[0]],
        ]);
      }
    },
  };
}

async function judge(
  context: CheckContext,
  order: Bench,
  { id, constraint }: Requirement,
  lists: Assignment,
  before: Assignment,
): Promise<void> {
  const name = constraint?.parameter ?? '';
  const limit = maxLengthOf(order.operation, name);
  // The method in use may not be set again everywhere, so each call finds another in use.
  await settle(context, order, before);
  const below = await send(context, order, name, limit - 1, lists);
  await settle(context, order, before);
  const at = await send(context, order, name, limit, lists);
  const open = 'which runs of spaces are permitted in lists is not shown (legacy.dcv.list-constraints)';
  if (below === undefined || at === undefined)
    return recordLack(context, [id], {
      lack: 'The lists of this order are longer than permitted.',
      cause: 'no-fixture',
    });
  const tolerated = below.reading?.outcome === 'success';
  recordSighting(context, id, at, (exchange) => judgeSucceeded(exchange, 'form', tolerated ? undefined : open));
}

async function send(
  context: CheckContext,
  order: Bench,
  name: string,
  length: number,
  assignment: Assignment,
): Promise<Sighting | undefined> {
  const fields = padded(listFields(order, assignment), name, length);
  if (fields === undefined) return undefined;
  const call = { label: `${name} padded to ${length} characters`, fields };
  return (await change(context, order, call, wantedOf(order, assignment))).sighting;
}
