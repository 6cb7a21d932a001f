import type { Call, Handler } from '../call.ts';
import { plausibleSuccess, type Reply, refused } from '../reply.ts';
import type { State } from '../state/store.ts';
import { forgetLate, LOST_LATE, takeBackLate } from './late.ts';
import { followsRefused, forgetWhatWentBefore, takesTurns } from './memory.ts';
import { isOfLastType, LAST_TYPE_FORGOTTEN, LAST_TYPE_STRAYS, nextOfType } from './other-types.ts';

/** How often a fault that strikes from the second time on has been met, by operation and entity. */
const meetings = new WeakMap<State, Map<string, number>>();

/**
 * Runs a handler under the faults that concern what it does to the state, whatever it does.
 *
 * @param tolerated the request would have been refused without the fault: it is answered as a success, but leaves no
 *   trace, so that the one mistake does not bring others with it.
 */
export function runUnderFaults(call: Call, handler: Handler, entity: unknown, tolerated: boolean): Reply {
  const { state } = call.world;
  if (tolerated) return call.operation.method === 'GET' ? attempt(call, handler, entity) : plausibleSuccess(call);
  const forgets =
    call.has('not-applied') ||
    (call.has('second-not-applied') && meet(call) > 1) ||
    followsRefused(call, entity) ||
    takesTurns(call, entity) ||
    (call.has('return-not-applied') && isReturn(call)) ||
    (call.has(LAST_TYPE_FORGOTTEN) && isOfLastType(entity, state));
  if (forgets && call.operation.method === 'DELETE' && entity !== undefined && call.operation.effect === 'destroy') {
    return plausibleSuccess(call);
  }
  // The change is made to a copy that nobody sees again.
  if (forgets) return handler.run(call, structuredClone(entity));
  if (call.has('departments-refused') && (entity as { parentId?: number } | undefined)?.parentId !== undefined)
    return refused('bad-request', 400, 'This cannot be deleted.', -34);
  const side = call.has('neighbour-deleted') ? 1 : call.has('neighbour-before-deleted') ? -1 : undefined;
  const far = call.has('far-deleted');
  const before = side === undefined && !far ? undefined : idsOf(state);
  if (call.has(LOST_LATE) && typeof entity === 'object' && entity !== null) takeBackLate(entity);
  const reply = handler.run(call, entity);
  if (side !== undefined && before !== undefined && reply.status < 400) deleteNeighbour(state, before, side);
  if (far && before !== undefined && reply.status < 400) deleteFar(state, before);
  if (call.has('far-changed') && reply.status < 400) changeFar(call, handler, entity);
  if (call.has(LAST_TYPE_STRAYS) && reply.status < 400 && isOfLastType(entity, state))
    takes(call, handler, nextOfType(entity, state));
  return reply;
}

function attempt(call: Call, handler: Handler, entity: unknown): Reply {
  try {
    const reply = handler.run(call, entity);
    return reply.status < 400 ? reply : plausibleSuccess(call);
  } catch {
    return plausibleSuccess(call);
  }
}

/** Forgets all meetings, when other faults are set. */
export function forgetMeetings(state: State): void {
  meetings.delete(state);
  forgetLate();
  requests.delete(state);
  forgetWhatWentBefore(state);
}

/** What each operation was asked for, the last last, by entity. */
const requests = new WeakMap<State, Map<string, string[]>>();

/** True for a request that was made of the entity before, and not just now. */
function isReturn(call: Call): boolean {
  const known = requests.get(call.world.state) ?? new Map<string, string[]>();
  requests.set(call.world.state, known);
  const key = `${call.operation.id} ${JSON.stringify(call.path)}`;
  const before = known.get(key) ?? [];
  const now = JSON.stringify([call.query, call.body]);
  known.set(key, [...before, now]);
  return before.includes(now) && before.at(-1) !== now;
}

function meet(call: Call): number {
  const counts = meetings.get(call.world.state) ?? new Map<string, number>();
  meetings.set(call.world.state, counts);
  const key = `${call.operation.id} ${JSON.stringify(call.path)}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

type Ids = ReadonlyMap<keyof State, readonly unknown[]>;

function idsOf(state: State): Ids {
  return new Map((Object.keys(state) as (keyof State)[]).map((kind) => [kind, [...state[kind].keys()]]));
}

/** Deletes the entity that stood on that side of the one just deleted, or on the other where it was the last. */
function deleteNeighbour(state: State, before: Ids, side: 1 | -1): void {
  for (const [kind, ids] of before) {
    const now = state[kind] as Map<unknown, unknown>;
    const gone = ids.findIndex((id) => !now.has(id));
    if (gone < 0) continue;
    const there = gone + side >= 0 && gone + side < ids.length;
    now.delete(there ? ids[gone + side] : ids[gone - side]);
    return;
  }
}

/** Deletes the first entity of the kind that stood far from the one just deleted: by more places than anybody watches near it. */
function deleteFar(state: State, before: Ids): void {
  for (const [kind, ids] of before) {
    const now = state[kind] as Map<unknown, unknown>;
    const gone = ids.findIndex((id) => !now.has(id));
    if (gone < 0) continue;
    now.delete(gone > FAR ? ids[0] : ids[Math.min(gone + FAR, ids.length - 1)]);
    return;
  }
}

/** Makes the change to all entities of the kind that stand far from the one just changed, where they take it. */
function changeFar(call: Call, handler: Handler, entity: unknown): void {
  for (const stored of Object.values(call.world.state) as Map<unknown, unknown>[]) {
    const all = [...stored.values()];
    const at = all.indexOf(entity);
    const far = at < 0 ? [] : all.filter((_, index) => Math.abs(index - at) >= FROM_AFAR);
    for (const other of far) takes(call, handler, other);
  }
}

function takes(call: Call, handler: Handler, entity: unknown): boolean {
  try {
    return handler.run(call, entity).status < 400;
  } catch {
    return false;
  }
}

const FAR = 6;
const FROM_AFAR = 3;
