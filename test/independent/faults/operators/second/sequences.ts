/** What goes wrong in a sequence of requests only, though each of them is as good as any other (4.1). */
import type { Fields, Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, succeeded } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import {
  bareSuccess,
  bodyless,
  changed,
  changes,
  fault,
  operationOf,
  reads,
  refusal,
  shownDeletions,
  shownUpdates,
} from './plants.ts';

const updates = shownUpdates.filter(({ op }) => op !== 'endpoint.delegations.update');
const deletable = updates.filter(({ op }) => shownDeletions.some((one) => one.op === op.replace('update', 'delete')));
const onTop = (fields: Fields, body: Fields): Fields => {
  const { id: _, variant: __, type: ___, login: ____, ...rest } = body;
  return { ...fields, ...rest };
};
const back = (call: Call) => call.entity && call.world.set(call.entity, call.before);

/** The first update after something that `happened` is accepted and not kept. */
const lostAfter = (op: string, happened: (call: Call, status: number) => boolean) => ({
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

export const SEQUENCES: readonly Operator[] = [
  fault(
    'lost-after-deletion',
    '4.1',
    (op) => `the first ${op} after a deletion of another one of the kind changes nothing`,
    deletable,
    (op) => lostAfter(op, (call, status) => call.op === op.replace('update', 'delete') && status < 300),
  ),
  fault(
    'lost-after-absence',
    '4.1',
    (op) => `the first ${op} after one that found nothing changes nothing`,
    updates,
    (op) => lostAfter(op, (call, status) => call.op === op && status === 404),
  ),
  fault(
    'lost-after-stranger',
    '5',
    (op) => `the first ${op} after one without a credential changes nothing`,
    updates,
    (op) => lostAfter(op, (call, status) => call.op === op && status === 401),
  ),
  fault(
    'goes-to-former',
    '4.1',
    (op) => `${op} of two entities by turns: the third update goes to the entity of the second`,
    updates,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call)) return reply;
        const { memory } = call.service;
        const [last, before] = [memory.get(`${op} 1`), memory.get(`${op} 2`)];
        memory.set(`${op} 2`, last ?? null);
        memory.set(`${op} 1`, call.entity.key);
        const other = last === call.entity.key ? undefined : call.world.find(call.entity.kind, String(last));
        if (before === call.entity.key && other?.fields) {
          back(call);
          call.world.set(other, onTop(other.fields, call.body));
        }
        return reply;
      }),
  ),
  fault(
    'undone-by-sibling',
    '4.1',
    (op) => `${op} of another entity undoes the last one`,
    updates,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call) || !call.before) return reply;
        const { memory } = call.service;
        const last = memory.get(`undo ${op}`) as { key: string; before: Fields } | undefined;
        const other = last && last.key !== call.entity.key ? call.world.find(call.entity.kind, last.key) : undefined;
        if (other?.fields && last) call.world.set(other, last.before);
        memory.set(`undo ${op}`, { key: call.entity.key, before: call.before });
        return reply;
      }),
  ),
  fault(
    'back-by-sibling',
    '4.1',
    (op) => `what ${op} deleted is there again once another one of the kind is deleted`,
    shownDeletions,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call) || !call.before) return reply;
        const { memory } = call.service;
        const last = memory.get(`gone ${op}`) as { key: string; before: Fields } | undefined;
        const other = last && call.world.find(call.entity.kind, last.key);
        if (other && last && !other.fields) call.world.set(other, last.before);
        memory.set(`gone ${op}`, { key: call.entity.key, before: call.before });
        return reply;
      }),
  ),
  // A request that was refused has no effect, whatever comes after it (7.1).
  fault(
    'refused-joins-next',
    '7.1',
    (op) => `what ${op} refused is kept with the next update that it accepts`,
    updates.filter(({ op }) => op !== 'endpoint.update'),
    (op) =>
      afterwards(op, (reply, call) => {
        const { memory } = call.service;
        const name = `${op} ${call.ids.join('/')}`;
        if (reply.status === 400 && call.holder) memory.set(name, { ...call.body });
        else if (changed(reply, call) && call.entity.fields && memory.has(name)) {
          const { fields } = call.entity;
          const left = memory.get(name) as Fields;
          const fresh = Object.fromEntries(Object.entries(left).filter(([field]) => !Object.hasOwn(call.body, field)));
          call.world.set(call.entity, onTop(fields, fresh));
          memory.delete(name);
        }
        return reply;
      }),
  ),
  fault(
    'refused-done-later',
    '7.1',
    (op) => `what ${op} refused is done three requests later`,
    updates.filter(({ op }) => op !== 'endpoint.update'),
    (op) => ({
      late: (call, reply) => {
        const { memory, world } = call.service;
        const { kind } = operationOf(op);
        const waiting = memory.get(`late ${op}`) as { key: string; body: Fields; left: number } | undefined;
        if (call.op === op && reply.status === 400 && call.holder)
          memory.set(`late ${op}`, { key: call.ids.join('/'), body: { ...call.body }, left: 3 });
        else if (waiting && kind) {
          if (waiting.left > 1) memory.set(`late ${op}`, { ...waiting, left: waiting.left - 1 });
          else {
            const entity = world.find(kind, waiting.key);
            if (entity?.fields && entity.customer === 'own') world.set(entity, onTop(entity.fields, waiting.body));
            memory.delete(`late ${op}`);
          }
        }
        return reply;
      },
    }),
  ),
  // 4.1: an update answers with success, whether anything is new in it or not.
  fault(
    'repeat-refused',
    '4.1',
    (op) => `${op} refuses an update that changes nothing`,
    updates,
    (op) =>
      afterwards(op, (reply, call) =>
        changed(reply, call) && JSON.stringify(call.entity.fields) === JSON.stringify(call.before)
          ? refusal(call, 'nothing to change')
          : reply,
      ),
  ),
  fault(
    'absent-made',
    '7.1',
    (op) => `${op} of an entity that does not exist answers 404 and makes it`,
    updates.filter(({ op }) => operationOf(op).parent === undefined && !op.startsWith('endpoint')),
    (op) =>
      afterwards(op, (reply, call) => {
        const { kind } = operationOf(op);
        const key = call.ids.join('/');
        if (reply.status !== 404 || !call.holder || !kind || key === '' || call.world.find(kind, key)) return reply;
        const model = call.world.all(kind).find(({ fields }) => fields);
        const id: Json = kind === 'bucket' ? key : Number(key);
        if (model?.fields) call.world.add(kind, key, { ...model.fields, ...call.body, id });
        return reply;
      }),
  ),
  fault(
    'deleted-updates',
    '7.1',
    (op) => `${op} of an entity that was deleted answers with success`,
    updates.filter(({ op }) => bodyless(op)),
    (op) =>
      afterwards(op, (reply, call) => {
        const { kind } = operationOf(op);
        const known = kind && call.world.find(kind, call.ids.join('/'));
        return reply.status === 404 && call.holder && known?.customer === 'own' && !known.fields
          ? bareSuccess(op)
          : reply;
      }),
  ),
  fault(
    'gone-410',
    '7.1',
    (op) => `${op} answers 410 for what was deleted, and 404 for what never was`,
    reads.filter(({ op }) => shownDeletions.some((one) => one.op === op.replace('read', 'delete'))),
    (op) => gone(op, () => ({ status: 410 })),
  ),
  fault(
    'gone-without-body',
    '7.1',
    (op) => `${op} answers 404 without a body for what was deleted`,
    reads.filter(({ op }) => shownDeletions.some((one) => one.op === op.replace('read', 'delete'))),
    (op) => gone(op, () => ({ status: 404 })),
  ),
  fault(
    'absent-again-broken',
    '7.1',
    (op) => `${op} answers 500 when asked again for the same entity that does not exist`,
    operationPlaces(({ kind }) => kind !== undefined),
    (op) =>
      afterwards(op, (reply, call) =>
        reply.status === 404 && counted(call, `absent ${op} ${call.ids.join('/')}`) > 0 ? { status: 500 } : reply,
      ),
  ),
  fault(
    'every-ninth-broken',
    '4.1',
    (op) => `${op} answers 500 instead of every ninth success`,
    [...changes, ...reads, { key: 'ssl.list', op: 'ssl.list' }],
    (op) =>
      afterwards(op, (reply, call) =>
        succeeded(reply) && counted(call, `ninth ${op}`) % 9 === 8 ? { status: 500 } : reply,
      ),
  ),
];

/** Turns the 404 for an entity that was there once. */
function gone(op: string, turn: () => ReturnType<typeof refusal>) {
  return afterwards(op, (reply, call) => {
    const { kind } = operationOf(op);
    const known = kind && call.world.find(kind, call.ids.join('/'));
    return reply.status === 404 && known && !known.fields && known.customer === 'own' ? turn() : reply;
  });
}
