/** Changes and deletions that reach further than the entity of the path, which is all that they name (4.1). */
import type { Fields, Kind } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, beforehand } from '../../hooks.ts';
import { at, changed, fault, operationOf, shownDeletions, shownUpdates } from './plants.ts';

const onTop = (fields: Fields, call: Call): Fields => {
  const { id: _, variant: __, type: ___, login: ____, ...body } = call.body;
  return { ...fields, ...body };
};
const living = (call: Call, kind: Kind) =>
  call.world.all(kind).filter(({ fields, customer }) => fields && customer === 'own');
const previousOf = (call: Call, entity: Entity) => {
  const all = living(call, entity.kind);
  return all[(all.indexOf(entity) + all.length - 1) % all.length];
};
/** Entities of other kinds whose identifiers are the same: one table for two kinds. */
const TWINS: Readonly<Record<string, Kind>> = {
  'ssl.location.update': 'client-location',
  'client.location.update': 'ssl-location',
  'ssl.location.delete': 'client-location',
  'client.location.delete': 'ssl-location',
  'person.delete': 'administrator',
  'admin.delete': 'person',
  'notification.delete': 'person',
  'client.delete': 'ssl-certificate',
};
const twinOf = (call: Call): Entity | undefined => {
  const kind = TWINS[call.op];
  return kind && call.entity && living(call, kind).find(({ key }) => key === call.entity?.key);
};
const TWIN_AREAS = { also: ['ssl', 'client', 'person', 'admin'] };
const PARENTS: Readonly<Record<string, Kind>> = {
  'account.delete': 'endpoint',
  'client.location.delete': 'client-certificate',
  'organization.delete': 'organization',
};
const CHILDREN: Readonly<Record<string, Kind>> = { 'endpoint.delete': 'account', 'client.delete': 'client-location' };

export const NEIGHBOURS: readonly Operator[] = [
  fault(
    'previous-as-well',
    '4.1',
    (op) => `${op} changes the previous entity as well`,
    shownUpdates.filter(({ op }) => op !== 'endpoint.delegations.update'),
    (op) =>
      afterwards(op, (reply, call) => {
        const other = call.entity && previousOf(call, call.entity);
        if (changed(reply, call) && other?.fields) call.world.set(other, onTop(other.fields, call));
        return reply;
      }),
  ),
  fault(
    'previous-deleted',
    '4.1',
    (op) => `${op} deletes the previous entity as well`,
    shownDeletions,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call)) return reply;
        const all = call.world.all(call.entity.kind).filter(({ customer }) => customer === 'own');
        const other = all[all.indexOf(call.entity) - 1];
        if (other?.fields) call.world.set(other, undefined);
        return reply;
      }),
  ),
  fault(
    'twin-changed',
    '4.2',
    (op) => `${op} changes the entity of another kind with the same identifiers as well`,
    at('ssl.location.update', 'client.location.update'),
    (op) =>
      afterwards(op, (reply, call) => {
        const twin = twinOf(call);
        if (changed(reply, call) && twin?.fields) call.world.set(twin, onTop(twin.fields, call));
        return reply;
      }),
    TWIN_AREAS,
  ),
  fault(
    'twin-deleted',
    '4.1',
    (op) => `${op} deletes the entity of another kind with the same identifier as well`,
    at(...Object.keys(TWINS).filter((op) => op.endsWith('delete'))),
    (op) =>
      afterwards(op, (reply, call) => {
        const twin = twinOf(call);
        if (changed(reply, call) && twin) call.world.set(twin, undefined);
        return reply;
      }),
    TWIN_AREAS,
  ),
  fault(
    'parent-deleted',
    '4.1',
    (op) => `${op} deletes the entity above as well`,
    at(...Object.keys(PARENTS)),
    (op) =>
      afterwards(op, (reply, call) => {
        const above = call.before?.['parentId'] ?? (call.ids.length > 1 ? call.ids[0] : undefined);
        const parent = call.world.find(PARENTS[op] as Kind, String(above));
        if (changed(reply, call) && parent?.fields) call.world.set(parent, undefined);
        return reply;
      }),
  ),
  // Once the entity above is gone, the path names one that does not exist (7.1).
  fault(
    'children-stay',
    '7.1',
    (op) => `what stood below is served after ${op}`,
    at(...Object.keys(CHILDREN)),
    (op) => ({
      ...beforehand(op, (call) => {
        for (const { key, fields } of call.world.all(CHILDREN[op] as Kind))
          call.service.memory.set(key, fields ?? null);
      }),
      ...afterwards(op, (reply, call) => {
        if (changed(reply, call))
          for (const child of call.world.all(CHILDREN[op] as Kind))
            if (child.key.startsWith(`${call.entity.key}/`))
              call.world.set(child, (call.service.memory.get(child.key) as Fields | null) ?? undefined);
        return reply;
      }),
    }),
  ),
  fault(
    'children-of-next-deleted',
    '4.1',
    (op) => `${op} deletes what stands below the next entity as well`,
    at(...Object.keys(CHILDREN)),
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call)) return reply;
        const all = call.world.all(call.entity.kind);
        const next = all[all.indexOf(call.entity) + 1];
        if (next) call.world.removeBelow(CHILDREN[op] as Kind, next.key);
        return reply;
      }),
  ),
  fault(
    'absent-deletes-first',
    '7.1',
    (op) => `${op} of an entity that does not exist is answered as it should and deletes the first of the kind`,
    shownDeletions,
    (op) =>
      afterwards(op, (reply, call) => {
        if (reply.status === 404 && call.holder && !call.entity) {
          const first = living(call, operationOf(op).kind as Kind)[0];
          if (first) call.world.set(first, undefined);
        }
        return reply;
      }),
  ),
];
