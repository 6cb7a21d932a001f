/** Deletions (4.1, 7.1) after other deletions, after updates, and what is still served after them. */
import type { Fields, Kind } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, succeeded } from '../../hooks.ts';
import { PUT, REMOVE } from '../second/machine-plants.ts';
import { at, bareSuccess, fault, operationOf, shownDeletions } from '../second/plants.ts';
import { childrenOf, refusingWhen } from './plants.ts';

/** Operations on something below, and the kind above it, by the first identifier of their paths. */
const CHILDREN: Readonly<Record<string, readonly [above: Kind, below: Kind]>> = {
  'account.delete': ['endpoint', 'account'],
  'client.location.delete': ['client-certificate', 'client-location'],
};
const CHILDLESS: Readonly<Record<string, Kind>> = { 'endpoint.read': 'account', 'client.read': 'client-location' };
const OUTLIVING = ['endpoint.config.read', PUT, REMOVE, 'bucket.client-secret.reset', 'validation.revalidate'];

export const DELETIONS: readonly Operator[] = [
  fault(
    'last-child-takes-parent',
    '4.1',
    (op) => `${op} of the last one below deletes what is above as well`,
    at(...Object.keys(CHILDREN)),
    (op) =>
      afterwards(op, (reply, call) => {
        const [above, below] = CHILDREN[op] as readonly [Kind, Kind];
        const parent = call.world.find(above, call.ids[0] ?? '');
        if (succeeded(reply) && parent?.fields && childrenOf(call, below, parent.key).length === 0)
          call.world.set(parent, undefined);
        return reply;
      }),
  ),
  fault(
    'childless-absent',
    '7.1',
    (op) => `${op} answers 404 for an entity of which all below is deleted`,
    at(...Object.keys(CHILDLESS)),
    (op) => ({
      found: (call, entity) =>
        call.op === op && entity && childrenOf(call, CHILDLESS[op] as Kind, entity.key).length === 0
          ? undefined
          : entity,
    }),
  ),
  fault(
    'childless-stays',
    '4.1',
    (op) => `${op} is accepted and not done where all below was deleted before`,
    at('endpoint.delete', 'client.delete'),
    (op) => ({
      refuses: (call) => {
        const below = CHILDLESS[op.replace('delete', 'read')] as Kind;
        return call.op === op && childrenOf(call, below, call.ids[0] ?? '').length === 0 ? bareSuccess(op) : undefined;
      },
    }),
  ),
  fault(
    'updated-not-deleted',
    '4.1',
    (op) => `${op} is accepted and not done where the entity was updated before`,
    shownDeletions,
    (op) => ({
      refuses: (call) => {
        const name = `updated ${call.ids.join('/')} ${operationOf(op).kind}`;
        if (call.op === op.replace(/delete$/, 'update')) call.service.memory.set(name, true);
        const was = call.op === op && call.service.memory.get(name) === true;
        return was ? bareSuccess(op) : undefined;
      },
    }),
  ),
  // What is deleted is not there for any operation that names it in its path (7.1).
  fault(
    'served-after-deletion',
    '7.1',
    (op) => `${op} answers success where the entity above was deleted`,
    at(...OUTLIVING),
    (op) => ({
      refuses: (call) => {
        if (call.op.endsWith('.delete') && call.entity) remember(call, call.entity);
        return undefined;
      },
      // It is there again for this one request, as what the server has forgotten to look at.
      found: (call, entity) => {
        const { kind } = operationOf(op);
        if (call.op !== op || entity || !kind) return entity;
        const known = call.world.find(kind, call.ids.join('/'));
        const held = call.service.memory.get(`held ${kind} ${known?.key}`) as Fields | undefined;
        if (!known || known.fields || !held) return undefined;
        call.world.set(known, held);
        call.service.memory.set('remnant', [kind, known.key]);
        return known;
      },
      late: (call, reply) => {
        const remnant = call.service.memory.get('remnant') as readonly [Kind, string] | undefined;
        const entity = remnant && call.world.find(...remnant);
        if (entity) call.world.set(entity, undefined);
        call.service.memory.delete('remnant');
        return reply;
      },
    }),
    { readings: ['A', 'B'], also: ['organization', 'endpoint', 'discovery'] },
  ),
  fault(
    'deleted-sibling-first',
    '4.1',
    (op) => `${op} refuses to delete an entity before the one in front of it`,
    shownDeletions.filter(({ op }) => operationOf(op).parent !== undefined),
    (op) =>
      refusingWhen(op, (call) => {
        const [above = '', own] = call.ids;
        return childrenOf(call, operationOf(op).kind as Kind, above)[0]?.key !== `${above}/${own}`;
      }),
  ),
];

/** Remembers what an entity holds that is about to be deleted, and the validations below it. */
function remember(call: Call, entity: Entity): void {
  for (const one of [entity, ...childrenOf(call, 'validation', entity.key)])
    if (one.fields) call.service.memory.set(`held ${one.kind} ${one.key}`, one.fields);
}
