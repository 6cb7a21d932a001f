/** Entities of other kinds and in other states (2.1, 3.3, 4.1, 7.1), and what an operation does to something else. */
import type { Fields, Kind } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, keeping, succeeded } from '../../hooks.ts';
import { PUT, REMOVE } from '../second/machine-plants.ts';
import { AC, at, bareSuccess, each, fault, operationOf, parted } from '../second/plants.ts';
import { living, refusingWhen } from '../third/plants.ts';

/** Kinds that one table may hold, the other kind by an operation's beginning. */
const SHARED: Readonly<Record<string, Kind>> = {
  'client.read': 'ssl-certificate',
  'client.update': 'ssl-certificate',
  'client.delete': 'ssl-certificate',
  'mark.read': 'client-certificate',
  'mark.update': 'ssl-certificate',
  'person.read': 'administrator',
  'person.update': 'administrator',
  'person.delete': 'administrator',
};
/** States that a careless server takes for a hindrance. */
const HINDERED: Readonly<Record<string, (fields: Fields) => boolean>> = {
  'domain.monitoring.update suspended': ({ state }) => state === 'suspended',
  'endpoint.config.update custom': ({ mode }) => mode === 'custom',
  'endpoint.update custom': ({ mode }) => mode === 'custom',
  'endpoint.delete custom': ({ mode }) => mode === 'custom',
  'account.delete web-form': ({ profileIds }) => profileIds !== undefined,
  'client.update expired': ({ status }) => status === 'Expired',
  'client.delete issued': ({ status }) => status === 'Issued',
  'admin.delete active': ({ active }) => active !== false,
  'validation.revalidate submitted': ({ status }) => status === 'SUBMITTED',
  'validation.validator.update set': ({ validator }) => validator !== undefined,
  'validation.assignment.update set': ({ external }) => external !== undefined,
  'bucket.delete authenticated': ({ authenticated }) => authenticated === true,
  'bucket.client-secret.reset reset': ({ clientSecret }) => clientSecret !== undefined,
  'mark.update issued': ({ state }) => state === 'Issued',
};
/** Fields of a configuration that delegating or removing delegations may lose. */
const CONFIGURED = ['webFormAuthTypes', 'contactName', 'enrollmentHelp', 'configured'];
const EMPTYING = ['endpoint.update', 'endpoint.config.update', 'account.update', 'account.delete'];
const without = (fields: Fields, name: string): Fields => {
  const { [name]: _, ...rest } = fields;
  return rest;
};
const endpointOf = (call: Call): Entity | undefined => call.world.find('endpoint', call.ids[0] ?? '');
const sameOf = (entity: Entity, other: Entity, field: string) =>
  other.fields?.[field] !== undefined && other.fields[field] === entity.fields?.[field];

export const ENTITIES_FURTHER: readonly Operator[] = [
  fault(
    'other-kind-found',
    '7.1',
    (op) => `${op} takes an entity of another kind where there is none of its own`,
    at(...Object.keys(SHARED)),
    (op) => ({
      found: (call, entity) => {
        if (call.op !== op || entity) return entity;
        const own = call.world.find(operationOf(op).kind as Kind, call.ids.join('/'));
        const other = call.world.find(SHARED[op] as Kind, call.ids.join('/'));
        const served = !own && other?.fields && other.customer === call.holder?.customer;
        return served ? standIn(call, other, operationOf(op).kind as Kind) : undefined;
      },
    }),
  ),
  fault(
    'refused-for-state',
    '4.1',
    (key) => `refuses an entity for its state, of which no contract speaks: ${key}`,
    Object.keys(HINDERED).map((key) => ({ key, op: key.split(' ')[0] as string })),
    (key) => {
      const [op] = parted(key);
      return refusingWhen(
        op,
        (call) => call.entity?.fields !== undefined && HINDERED[key]?.(call.entity.fields) === true,
        ({ reading }) => reading.statuses.condition,
      );
    },
  ),
  fault(
    'configuration-lost-by-delegations',
    '3.3',
    (key) => `changes of delegations lose something of the configuration: ${key}`,
    each(at(PUT, REMOVE), CONFIGURED),
    (key) => {
      const [op, field] = parted(key);
      return keeping(op, (fields) => without(fields, field));
    },
    { readings: AC },
  ),
  fault(
    'delegations-emptied',
    '3.3',
    (op) => `${op} takes the delegations of the endpoint away and leaves it in custom mode`,
    at(...EMPTYING),
    (op) =>
      afterwards(op, (reply, call) => {
        const endpoint = endpointOf(call);
        if (succeeded(reply) && endpoint?.fields && call.query['orgDelegations'] === undefined)
          call.world.set(endpoint, { ...endpoint.fields, delegations: [] });
        return reply;
      }),
  ),
  // The table of 3.3 knows no exception for a list without ids, which reading B claims to accept.
  fault(
    'empty-delegations-global',
    '3.3',
    () => 'an empty list of delegations leaves or makes the mode global',
    at(PUT),
    () => keeping(PUT, (fields, _, { list }) => (list.length === 0 ? { ...fields, mode: 'global' } : fields)),
    { readings: ['B'] },
  ),
  fault(
    'name-of-other-refused',
    '4.1',
    (op) => `${op} refuses what another entity of the kind is called, under another parent`,
    at('ssl.location.update', 'client.location.update', 'account.update'),
    (op) =>
      refusingWhen(op, (call) => {
        const { entity } = call;
        if (!entity) return false;
        return living(call, entity.kind).some(
          (other) =>
            other.fields?.['name'] === call.body['name'] &&
            other.key.split('/')[0] !== entity.key.split('/')[0] &&
            call.body['name'] !== undefined,
        );
      }),
  ),
  fault(
    'deleted-with-alike',
    '4.1',
    (key) => `deletes all that have the same in one field: ${key}`,
    [
      { key: 'person.delete organizationId', op: 'person.delete' },
      { key: 'client.location.delete port', op: 'client.location.delete' },
      { key: 'account.delete name', op: 'account.delete' },
      { key: 'bucket.delete name', op: 'bucket.delete' },
      { key: 'client.delete comments', op: 'client.delete' },
    ],
    (key) => {
      const [op, field] = parted(key);
      return {
        refuses: (call) => {
          if (call.op !== op || !call.entity) return undefined;
          const { entity } = call;
          // A table with a limit, as statements have it: the first that fits goes too, if it may be used up.
          const alike = living(call, entity.kind).filter((other) => other !== entity && sameOf(entity, other, field));
          const last = alike.at(-1);
          if (last) call.world.set(last, undefined);
          return undefined;
        },
      };
    },
  ),
  fault(
    'third-deletion-not-done',
    '4.1',
    (op) => `the third ${op} is accepted and not done`,
    at('person.delete', 'client.delete', 'bucket.delete', 'account.delete', 'endpoint.delete', 'organization.delete'),
    (op) => ({
      refuses: (call) => (call.op === op && counted(call, `third ${op}`) === 2 ? bareSuccess(op) : undefined),
    }),
  ),
];

/** What another kind's entity is taken for: itself, with whatever the answer needs from one of the right kind. */
function standIn(call: Call, other: Entity, kind: Kind): Entity {
  const model = living(call, kind)[0]?.fields ?? {};
  if (!call.op.endsWith('.read')) return other;
  return { ...other, fields: { ...model, ...other.fields } };
}
