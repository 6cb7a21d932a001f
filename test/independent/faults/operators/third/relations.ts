/** Changes whose effects reach other operations, other levels or other entities (4.1). */
import type { Fields, Json, Kind } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import { route } from '../../../server/operations.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, succeeded } from '../../hooks.ts';
import { PUT, REMOVE } from '../second/machine-plants.ts';
import { at, changed, fault, operationOf } from '../second/plants.ts';
import { over } from './plants.ts';

/** An update, and the operation on the same entity that writes the whole of it as it was before that update. */
const STALE: readonly (readonly [update: string, by: string])[] = [
  ['endpoint.update', 'endpoint.config.update'],
  ['endpoint.config.update', 'endpoint.update'],
  ['endpoint.update', PUT],
  ['endpoint.config.update', PUT],
  ['endpoint.config.update', REMOVE],
  ['bucket.update', 'bucket.client-secret.reset'],
  ['client.update', 'client.location.update'],
  ['client.update', 'client.location.delete'],
  ['organization.update', 'validation.revalidate'],
  ['organization.update', 'validation.assignment.update'],
];
const first = (call: Call) => route(call.request.path, call.service.reading.trailingSlash)?.ids[0] ?? '';
/** Where members of what is above or below are called as those of an update. */
const LEVELS: Readonly<Record<string, (call: Call) => readonly [Kind, readonly string[]]>> = {
  parent: ({ before }) => ['organization', before?.['parentId'] === undefined ? [] : [String(before['parentId'])]],
  departments: ({ world, before }) => [
    'organization',
    world
      .all('organization')
      .filter(({ fields }) => fields?.['parentId'] === before?.['id'])
      .map(({ key }) => key),
  ],
  endpoint: ({ ids }) => ['endpoint', [ids[0] ?? '']],
};
const LEVELLED: Readonly<Record<string, string>> = {
  parent: 'organization.update',
  departments: 'organization.update',
  endpoint: 'account.update',
};

export const RELATIONS: readonly Operator[] = [
  fault(
    'undone-by-other-operation',
    '4.1',
    (key) => `an update is undone by another operation on the same entity: ${key}`,
    STALE.map(([update, by]) => ({ key: `${update} ${by}`, op: update })),
    (key) => {
      const [update = '', by] = key.split(' ');
      return {
        late: (call, reply) => {
          const { memory, world } = call.service;
          const kind = operationOf(update).kind as Kind;
          if (!succeeded(reply)) return reply;
          if (call.op === update && call.entity && call.before)
            memory.set(`stale ${call.entity.key}`, {
              before: call.before,
              told: update === 'endpoint.update' ? named(call) : Object.keys(call.body),
            });
          else if (call.op === by) {
            const entity = world.find(kind, first(call));
            const last = memory.get(`stale ${entity?.key}`) as { before: Fields; told: readonly string[] } | undefined;
            if (entity?.fields && last) {
              const former = last.told.map((field) => [field, last.before[field] ?? null]);
              world.set(entity, { ...entity.fields, ...Object.fromEntries(former) });
              memory.delete(`stale ${entity.key}`);
            }
          }
          return reply;
        },
      };
    },
    { also: ['endpoint', 'organization', 'client', 'discovery'] },
  ),
  fault(
    'other-level-as-well',
    '4.1',
    (level) => `${LEVELLED[level]} changes the level above or below as well: ${level}`,
    Object.entries(LEVELLED).map(([key, op]) => ({ key, op })),
    (level) =>
      afterwards(LEVELLED[level] as string, (reply, call) => {
        if (!changed(reply, call)) return reply;
        const [kind, keys] = LEVELS[level]?.(call) ?? ['organization', []];
        for (const key of keys) {
          const entity = call.world.find(kind, key);
          if (entity?.fields) call.world.set(entity, over(entity.fields, call.body));
        }
        return reply;
      }),
  ),
  fault(
    'custom-once',
    '4.2',
    (op) => `${op} makes a custom location one that is not: it is refused from then on`,
    at('ssl.location.update', 'client.location.update'),
    (op) =>
      afterwards(op, (reply, call) => {
        const { entity } = call;
        if (changed(reply, call) && entity?.fields) call.world.set(entity, { ...entity.fields, custom: false });
        return reply;
      }),
  ),
  // 4.6 and 4.1: the path names the entity, whatever the body holds.
  fault(
    'body-names-entity',
    '4.1',
    (op) => `${op} changes the entity whose identifier stands in the body`,
    at('person.update', 'client.update', 'organization.update'),
    (op) => ({
      found: (call, entity) => {
        if (call.op !== op || !entity) return entity;
        const id = idIn(call);
        return (id === undefined ? undefined : call.world.find(entity.kind, id)) ?? entity;
      },
    }),
    { readings: ['A', 'C'] },
  ),
];

/** Names of what an endpoint's update told, as the entity holds it. */
const named = ({ query }: Call) =>
  Object.keys(query)
    .map((name) => name.replace('config.', ''))
    .filter((name) => name !== 'orgDelegations' && name !== 'endpointType');

/** The identifier that a JSON body names for its entity. */
function idIn(call: Call): string | undefined {
  try {
    const body = JSON.parse(call.request.body.toString()) as Record<string, Json>;
    const name = call.reading
      .placing('PersonInfo', { field: 'id', type: { is: 'int' } })
      .split('/')
      .at(-1) as string;
    const id = body[name] ?? body['id'];
    return typeof id === 'number' && String(id) !== call.ids[0] ? String(id) : undefined;
  } catch {
    return undefined;
  }
}
