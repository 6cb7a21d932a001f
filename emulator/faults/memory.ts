/** Faults that go by what an operation was asked just before. */
import type { Call } from '../call.ts';
import type { State } from '../state/store.ts';

/** Their switches: a change is forgotten right after a refused one, or every second time that entities take turns. */
export const FORGETS = { afterRefused: 'after-refused-not-applied', inTurns: 'in-turns-not-applied' };

/** Entities whose last update was refused. */
const refusedLast = new WeakMap<State, Set<unknown>>();

/** The entity that each operation changed last, and how often it was asked. */
const asked = new WeakMap<State, Map<string, { readonly last: unknown; readonly count: number }>>();

/** The query of the request before, of operations that ask. */
const queriedLast = new WeakMap<State, string>();

/** True for a query that is the very one before it; notes it. */
export function isAskedAgain({ operation, query, world }: Call): boolean {
  const now = JSON.stringify([operation.id, query]);
  const before = queriedLast.get(world.state);
  queriedLast.set(world.state, now);
  return before === now;
}

/** Remembers an entity whose update was refused. */
export function noteRefused(state: State, entity: unknown): void {
  refusedLast.set(state, (refusedLast.get(state) ?? new Set()).add(entity));
}

/** True for the first update after a refused one of the same entity, where that fault is on. */
export function followsRefused(call: Call, entity: unknown): boolean {
  return call.has(FORGETS.afterRefused) && refusedLast.get(call.world.state)?.delete(entity) === true;
}

/** True for every second update when the one before it was of another entity, where that fault is on. */
export function takesTurns(call: Call, entity: unknown): boolean {
  const { operation, world } = call;
  if (!call.has(FORGETS.inTurns)) return false;
  const known = asked.get(world.state) ?? new Map<string, { last: unknown; count: number }>();
  asked.set(world.state, known);
  const before = known.get(operation.id);
  const count = (before?.count ?? 0) + 1;
  known.set(operation.id, { last: entity, count });
  return before !== undefined && before.last !== entity && count % 2 === 0;
}

/** Forgets all that was asked, when other faults are set. */
export function forgetWhatWentBefore(state: State): void {
  refusedLast.delete(state);
  asked.delete(state);
  queriedLast.delete(state);
}
