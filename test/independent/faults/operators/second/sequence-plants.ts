/** What the operators on sequences of requests have in common. */
import type { Fields } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import { afterwards } from '../../hooks.ts';
import { changed, operationOf, type refusal, shownDeletions, shownUpdates } from './plants.ts';

export const updates = shownUpdates.filter(({ op }) => op !== 'endpoint.delegations.update');
export const deletable = updates.filter(({ op }) =>
  shownDeletions.some((one) => one.op === op.replace('update', 'delete')),
);
export const onTop = (fields: Fields, body: Fields): Fields => {
  const { id: _, variant: __, type: ___, login: ____, ...rest } = body;
  return { ...fields, ...rest };
};
export const back = (call: Call) => call.entity && call.world.set(call.entity, call.before);

/** The first update after something that `happened` is accepted and not kept. */
export const lostAfter = (op: string, happened: (call: Call, status: number) => boolean) => ({
  late: (call: Call, reply: ReturnType<typeof refusal>) => {
    const { memory } = call.service;
    const name = `after ${op}`;
    if (happened(call, reply.status)) memory.set(name, true);
    else if (call.op === op && changed(reply, call) && memory.get(name) === true) {
      memory.set(name, false);
      back(call);
    }
    return reply;
  },
});

/** Turns the 404 for an entity that was there once. */
export function gone(op: string, turn: () => ReturnType<typeof refusal>) {
  return afterwards(op, (reply, call) => {
    const { kind } = operationOf(op);
    const known = kind && call.world.find(kind, call.ids.join('/'));
    return reply.status === 404 && known && !known.fields && known.customer === 'own' ? turn() : reply;
  });
}
