import type { Call } from '../call.ts';
import { plausibleSuccess } from '../pipeline.ts';
import type { Reply } from '../reply.ts';
import { restoreState, type State } from '../state/store.ts';

/** How often a fault that strikes from the second time on has been met, by operation and entity. */
const meetings = new WeakMap<State, Map<string, number>>();

/**
 * Runs a handler under the faults that concern what it does to the state, whatever it does.
 *
 * @param tolerated the request would have been refused without the fault: it is answered as a success, but leaves no
 *   trace, so that the one mistake does not bring others with it.
 */
export function runUnderFaults(call: Call, run: () => Reply, tolerated: boolean): Reply {
  const { state } = call.world;
  const forgets = tolerated || call.has('not-applied') || (call.has('second-not-applied') && meet(call) > 1);
  const before = forgets || call.has('neighbour-deleted') ? structuredClone(state) : undefined;
  const reply = tolerated ? attempt(call, run) : run();
  if (before === undefined) return reply;
  if (forgets) restoreState(state, before);
  else if (reply.status < 400) deleteNeighbour(state, before);
  return reply;
}

function attempt(call: Call, run: () => Reply): Reply {
  try {
    const reply = run();
    return reply.status < 400 ? reply : plausibleSuccess(call);
  } catch {
    return plausibleSuccess(call);
  }
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
