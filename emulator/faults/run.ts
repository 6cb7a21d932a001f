import type { Call } from '../call.ts';
import type { Reply } from '../reply.ts';
import { restoreState, type State } from '../state/store.ts';

/** How often a fault that strikes from the second time on has been met, by operation and entity. */
const meetings = new WeakMap<State, Map<string, number>>();

/** Runs a handler under the faults that concern what it does to the state, whatever it does. */
export function runUnderFaults(call: Call, run: () => Reply): Reply {
  const { state } = call.world;
  const forgets = call.has('not-applied') || (call.has('second-not-applied') && meet(call) > 1);
  const before = forgets || call.has('neighbour-deleted') ? structuredClone(state) : undefined;
  const reply = run();
  if (before === undefined || reply.status >= 400) return reply;
  if (forgets) restoreState(state, before);
  else deleteNeighbour(state, before);
  return reply;
}

/** Forgets all meetings, when other faults are set. */
export function forgetMeetings(state: State): void {
  meetings.delete(state);
}

function meet(call: Call): number {
  const counts = meetings.get(call.world.state) ?? new Map<string, number>();
  meetings.set(call.world.state, counts);
  const key = `${call.operation.id} ${JSON.stringify(call.path)}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** Deletes the entity that stood after the one just deleted, or before it when that was the last. */
function deleteNeighbour(state: State, before: State): void {
  for (const kind of Object.keys(state) as (keyof State)[]) {
    const now = state[kind] as Map<unknown, unknown>;
    const ids = [...before[kind].keys()];
    const gone = ids.findIndex((id) => !now.has(id));
    if (gone < 0) continue;
    now.delete(gone + 1 < ids.length ? ids[gone + 1] : ids[gone - 1]);
    return;
  }
}
