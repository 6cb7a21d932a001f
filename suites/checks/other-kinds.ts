/** Ids under which nothing of a kind is, and something of others: each kind counts for itself (contract 2.1, 7.1). */
import { permits } from '../../spec/index.ts';
import type { Operation } from '../../spec/types.ts';
import type { Fixture, Lease } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { isAccepted, judgeRefusal } from '../judges/index.ts';
import { compose, pathParameters } from '../requests/compose.ts';
import { contentFor } from '../requests/unleased.ts';

/** Ids that are asked for, and such as are tried until their fixtures can be had. */
const MOST_ASKED = 2;
const MOST_TRIED = 6;

/**
 * Changes or deletes what fixtures of other kinds are called, once the kind's own GET has shown that it names nothing there. Only
 * ids of which every fixture may be used up, and is held meanwhile: a server that takes one kind for the other would use it up. The ids
 * are such as tell the most kinds.
 */
export async function judgeOtherKinds(context: CheckContext, requirement: string, operation: Operation): Promise<void> {
  const { session, contract, target } = context;
  const name = onlyName(operation);
  const reader = contract.operations.find(
    (one) => one.method === 'GET' && one.entity === operation.entity && onlyName(one) !== undefined,
  );
  if (name === undefined || reader === undefined || operation.method === 'GET' || context.depth === 'quick') return;
  if (!permits(target.effect, 'destroy')) return;
  const told = new Set<string>();
  let asked = 0;
  for (const [id, all] of namesakes(context, operation).slice(0, MOST_TRIED)) {
    if (asked >= MOST_ASKED || all.every(({ kind }) => told.has(kind))) continue;
    await holding(context, all, async (leases) => {
      const label = `${name} ${id}, of ${all.map(({ kind }) => kind).join(', ')}`;
      const look = await context.send(compose(reader, { path: { [onlyName(reader) ?? '']: id }, label }));
      if (look.response?.status !== 404) return;
      const content = await contentFor(session, operation);
      const exchange = await context.send(compose(operation, { path: { [name]: id }, ...content, label }));
      if (isAccepted(exchange)) for (const lease of leases) await lease.consume();
      // Which refusal it is, the other absent ids tell: the content may be a reason of its own.
      const judgement = judgeRefusal(exchange, { statuses: 'any-4xx', because: 'its GET answers 404' });
      context.record(requirement, judgement, { label, exchange });
      asked += 1;
      for (const { kind } of all) told.add(kind);
    });
  }
}

/**
 * By id that no fixture of the operation's kind has: the fixtures of other kinds with a path of the same form, most kinds first. Of
 * fixtures of one kind those are leased last that stand last in the profile, and what has others below it is held by whoever
 * holds these: each operation begins with another of the rest, so that it need not wait long for what others have in hand.
 */
function namesakes(
  { session, contract }: CheckContext,
  operation: Operation,
): (readonly [id: string, all: readonly Fixture[]])[] {
  const { entity } = operation;
  const fixtures = session.target.fixtures();
  const single = fixtures.filter(({ ids }) => Object.keys(ids).length === 1);
  const byId = Map.groupBy(single, ({ ids }) => String(Object.values(ids)[0]));
  const fits = (all: readonly Fixture[]): boolean =>
    all.every(({ kind, allow }) => kind !== entity && allow === 'destroy');
  const fitting = [...byId].filter(([id, all]) => /^[1-9]\d*$/.test(id) && fits(all));
  const alike = Map.groupBy(fitting, ([, all]) => all.map(({ kind }) => kind).join());
  const takesOthers = session.target.family.takesAny(fixtures);
  const place = contract.operations.findIndex(({ id }) => id === operation.id);
  return [...alike.values()]
    .toSorted(([one], [other]) => (other?.[1].length ?? 0) - (one?.[1].length ?? 0))
    .flatMap((own) => {
      const isAlone = ([, all]: (typeof own)[number]): boolean => !all.some(takesOthers);
      const alone = own.filter(isAlone).toReversed();
      const first = place % Math.max(1, Math.ceil(alone.length / 2));
      return [...alone.slice(first), ...alone.slice(0, first), ...own.filter((one) => !isAlone(one))];
    });
}

/** Does something while all these are held, if they can be had. */
async function holding(
  { session }: CheckContext,
  all: readonly Fixture[],
  run: (leases: readonly Lease[]) => Promise<void>,
): Promise<void> {
  const leases: Lease[] = [];
  try {
    for (const wanted of all) {
      const where = (one: Fixture): boolean => one === wanted;
      const lease = await session.lease({ kind: wanted.kind, effect: 'destroy', where });
      if (!('fixture' in lease)) return;
      leases.push(lease);
    }
    await run(leases);
  } finally {
    for (const lease of leases) await lease.release();
  }
}

/** The name of the id in a path that has no other. */
function onlyName(operation: Operation): string | undefined {
  const [parameter, ...others] = pathParameters(operation);
  return others.length > 0 ? undefined : parameter?.name;
}
