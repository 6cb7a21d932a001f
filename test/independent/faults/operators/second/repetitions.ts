/** What goes wrong with entities that are gone or never were, or with the next request of a sort (4.1, 7.1). */
import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, succeeded } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { bareSuccess, bodyless, changes, fault, operationOf, reads, shownDeletions } from './plants.ts';
import { gone, updates } from './sequence-plants.ts';

export const REPETITIONS: readonly Operator[] = [
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
