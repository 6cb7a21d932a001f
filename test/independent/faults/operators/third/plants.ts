/** What the operators of the third lot have in common. */
import type { Fields, Kind } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Reply } from '../../../server/message.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Entity } from '../../../server/world.ts';

/** Refuses, after all gates, a request that is in order. */
export const refusingWhen = (op: string, when: (call: Call) => boolean, status?: (call: Call) => number): Plant => ({
  refuses: (call) => (call.op === op && when(call) ? call.bad('planted', status?.(call)) : undefined),
});

/** Entities of a kind that are there, of this customer. */
export const living = (call: Call, kind: Kind): readonly Entity[] =>
  call.world.all(kind).filter(({ fields, customer }) => fields && customer === 'own');

/** The children of an entity that are there. */
export const childrenOf = (call: Call, kind: Kind, parent: string): readonly Entity[] =>
  living(call, kind).filter(({ key }) => key.startsWith(`${parent}/`));

/** Takes back what an update or a deletion did. */
export function undo(call: Call): void {
  if (call.entity) call.world.set(call.entity, call.before);
}

/** The fields with those of a body, as it was given for another entity: without what makes an entity itself. */
export const over = (fields: Fields, body: Fields): Fields => {
  const { id: _, variant: __, type: ___, login: ____, ...rest } = body;
  return { ...fields, ...rest };
};

/** A reply with a header more. */
export const withHeader = (reply: Reply, name: string, value: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, [name]: value },
});
