/** What planted faults are made of. */
import type { Fields, Json } from '../contract/types.ts';
import type { Call } from '../server/call.ts';
import type { Verdict } from '../server/check.ts';
import type { Reply } from '../server/message.ts';
import type { Plant } from '../server/plant.ts';
import type { Entity } from '../server/world.ts';

/** A fault in the verdict on the value at one place. */
export const judging = (
  place: string,
  turn: (raw: Json, verdict: Verdict, call: Call) => Verdict | undefined,
): Plant => ({
  judge: (call, at, raw, _, verdict) => (at === place ? (turn(raw, verdict, call) ?? verdict) : verdict),
});

/** A fault in what one operation keeps. */
export const keeping = (op: string, turn: (fields: Fields, entity: Entity, call: Call) => Fields): Plant => ({
  keep: (call, fields, entity) => (call.op === op ? turn(fields, entity, call) : fields),
});

/** A fault after one operation has answered. */
export const afterwards = (op: string, turn: (reply: Reply, call: Call) => Reply | undefined): Plant => ({
  late: (call, reply) => (call.op === op ? (turn(reply, call) ?? reply) : reply),
});

/** A fault before one operation begins. */
export const beforehand = (op: string, turn: (call: Call) => unknown): Plant => ({
  early: (call) => {
    if (call.op === op) turn(call);
    return undefined;
  },
});

/** A fault that answers for one operation, whatever is asked. */
export const answering = (op: string, turn: (call: Call) => Reply | undefined): Plant => ({
  early: (call) => (call.op === op ? turn(call) : undefined),
});

export const succeeded = ({ status }: Reply): boolean => status >= 200 && status < 300;

/** The reply with another JSON body. */
export function withJson(reply: Reply, turn: (json: Json) => Json): Reply {
  return reply.body && 'json' in reply.body ? { ...reply, body: { json: turn(reply.body.json) } } : reply;
}

/** How often this was counted before, and counts it. */
export function counted(call: Call, what: string): number {
  const before = Number(call.service.memory.get(what) ?? 0);
  call.service.memory.set(what, before + 1);
  return before;
}

/** The entity that stands next to another of its kind and customer. */
export function nextOf(call: Call, entity: Entity): Entity | undefined {
  const all = call.world.all(entity.kind).filter(({ fields, customer }) => fields && customer === entity.customer);
  return all[(all.indexOf(entity) + 1) % all.length];
}

/** The first entity of a kind that is there. */
export const firstOf = (call: Call, kind: Entity['kind']): Entity | undefined =>
  call.world.all(kind).find(({ fields, customer }) => fields && customer === 'own');

export const isText = (value: Json | undefined): value is string => typeof value === 'string';
