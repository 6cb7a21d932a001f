/** The tables of section 3: changes of type, delegation modes; replacing requesters. */

import { ADMIN_TYPES } from '../../contract/bodies.ts';
import type { Fields, Json } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import type { Plant } from '../../server/plant.ts';
import type { Operator } from '../fault.ts';
import { afterwards, succeeded } from '../hooks.ts';

const ADMIN = 'admin.update';
const LISTED = [
  'STANDARD>API',
  'STANDARD>IDP',
  'STANDARD>SAS',
  'API>STANDARD',
  'IDP>STANDARD',
  'IDP>SAS',
  'SAS>STANDARD',
];
const PAIRS = ADMIN_TYPES.flatMap((from) => ADMIN_TYPES.filter((to) => to !== from).map((to) => `${from}>${to}`));
const placed = (pairs: readonly string[]) => pairs.map((key) => ({ key, op: ADMIN }));
const hard = { class: 'hard', standing: 'explicit' } as const;
const DELETE = 'admin.delete';
const one = (
  id: string,
  op: string,
  wrong: string,
  plant: Operator['plant'],
  more: Partial<Operator> = {},
): Operator => ({ id, ...hard, wrong: () => wrong, places: [{ key: op, op }], plant, ...more });

export const MACHINES: readonly Operator[] = [
  {
    id: 'unlisted-change',
    ...hard,
    section: '3.2',
    wrong: (pair) => `allows a change of type that is not listed: ${pair}`,
    places: placed(PAIRS.filter((pair) => !LISTED.includes(pair))),
    plant: (pair) =>
      afterwards(ADMIN, (reply, call) => {
        const { entity, body } = call;
        if (
          entity?.fields &&
          reply.status === call.reading.statuses.stateChange &&
          `${entity.fields['type']}>${body['type']}` === pair
        ) {
          call.world.set(entity, { ...entity.fields, ...body });
          return { status: 200 };
        }
        return reply;
      }),
  },
  {
    id: 'listed-change-refused',
    ...hard,
    section: '3.2',
    wrong: (pair) => `refuses a change of type that is listed: ${pair}`,
    places: placed(LISTED),
    plant: (pair) =>
      afterwards(ADMIN, (reply, call) => {
        const { entity, before, body } = call;
        if (entity && before && succeeded(reply) && `${before['type']}>${body['type']}` === pair) {
          call.world.set(entity, before);
          return call.bad('not now', call.reading.statuses.stateChange);
        }
        return reply;
      }),
  },
  {
    id: 'listed-change-lost',
    ...hard,
    section: '3.2',
    wrong: (pair) => `accepts a change of type that is listed and does not make it: ${pair}`,
    places: placed(LISTED),
    plant: (pair) =>
      afterwards(ADMIN, (reply, call) => {
        const { entity, before, body } = call;
        if (entity?.fields && before && succeeded(reply) && `${before['type']}>${body['type']}` === pair)
          call.world.set(entity, { ...entity.fields, type: before['type'] as Json });
        return reply;
      }),
  },
  {
    id: 'refused-change-made',
    ...hard,
    section: '3.2',
    wrong: (pair) => `refuses a change of type and makes it: ${pair}`,
    places: placed(PAIRS.filter((pair) => !LISTED.includes(pair))),
    plant: (pair) =>
      afterwards(ADMIN, (reply, call) => {
        const { entity, body } = call;
        if (
          entity?.fields &&
          reply.status === call.reading.statuses.stateChange &&
          `${entity.fields['type']}>${body['type']}` === pair
        )
          call.world.set(entity, { ...entity.fields, type: body['type'] as Json });
        return reply;
      }),
  },
  {
    id: 'type-lost-by-update',
    ...hard,
    section: '3.2',
    wrong: (type) => `an update without a type makes ${type} STANDARD`,
    places: placed(['API', 'IDP', 'SAS']),
    plant: (type) =>
      afterwards(ADMIN, (reply, call) => {
        const { entity, before, body } = call;
        if (entity?.fields && succeeded(reply) && before?.['type'] === type && body['type'] === undefined)
          call.world.set(entity, { ...entity.fields, type: 'STANDARD' });
        return reply;
      }),
  },
  one(
    'mode-stays-global',
    'endpoint.delegations.update',
    'delegating leaves the mode global',
    () =>
      afterwards('endpoint.delegations.update', (reply, { entity, world }) => {
        if (entity?.fields && succeeded(reply)) world.set(entity, { ...entity.fields, mode: 'global' });
        return reply;
      }),
    { section: '3.3', class: 'plain' },
  ),
  one(
    'mode-stays-custom',
    'endpoint.delegations.delete',
    'removing the delegations leaves the mode custom',
    () =>
      afterwards('endpoint.delegations.delete', (reply, { entity, world }) => {
        if (entity?.fields && succeeded(reply)) world.set(entity, { ...entity.fields, mode: 'custom' });
        return reply;
      }),
    { section: '3.3', class: 'plain' },
  ),
  one(
    'mode-by-update',
    'endpoint.update',
    'an update of an endpoint makes its mode global',
    () =>
      afterwards('endpoint.update', (reply, { entity, world, query }) => {
        if (entity?.fields && succeeded(reply) && query['orgDelegations'] === undefined)
          world.set(entity, { ...entity.fields, mode: 'global', delegations: [] });
        return reply;
      }),
    { section: '3.3' },
  ),
  one(
    'mode-by-config',
    'endpoint.config.update',
    'an update of the configuration makes the mode custom',
    () =>
      afterwards('endpoint.config.update', (reply, { entity, world }) => {
        if (entity?.fields && succeeded(reply)) world.set(entity, { ...entity.fields, mode: 'custom' });
        return reply;
      }),
    { section: '3.3' },
  ),
  one(
    'mode-of-next',
    'endpoint.delegations.update',
    'delegating changes the mode of the next endpoint, too',
    () =>
      afterwards('endpoint.delegations.update', (reply, call) => {
        const all = call.world.all('endpoint').filter(({ fields }) => fields);
        const next = call.entity && all[all.indexOf(call.entity) + 1];
        if (next?.fields && succeeded(reply)) call.world.set(next, { ...next.fields, mode: 'custom' });
        return reply;
      }),
    { section: '3.3' },
  ),
  one(
    'duplicates-taken',
    'endpoint.delegations.update',
    'repeated ids are taken',
    () => ({
      judge: (call, _, raw, __, verdict) =>
        call.op === 'endpoint.delegations.update' && 'wrong' in verdict && verdict.wrong === 'repeats'
          ? { value: [...new Set(raw as readonly Json[])] }
          : verdict,
    }),
    { class: 'plain', section: '4.9' },
  ),
  one(
    'text-ids-taken',
    'endpoint.delegations.update',
    'ids written as text are taken',
    () => ({
      judge: (call, _, raw, __, verdict) =>
        call.op === 'endpoint.delegations.update' &&
        'wrong' in verdict &&
        Array.isArray(raw) &&
        raw.length > 0 &&
        raw.every((id) => /^\d+$/.test(String(id))) &&
        new Set(raw).size === raw.length
          ? { value: raw.map(Number) }
          : verdict,
    }),
    { section: '4.9', standing: 'debatable' },
  ),
  one(
    'last-delegation-lost',
    'endpoint.delegations.update',
    'of several delegations the last is lost',
    () => ({
      keep: (call, fields) => {
        const ids = fields['delegations'];
        return call.op === 'endpoint.delegations.update' && Array.isArray(ids) && ids.length > 1
          ? { ...fields, delegations: ids.slice(0, -1) }
          : fields;
      },
    }),
    { section: '4.9' },
  ),
  one(
    'template-replaces',
    DELETE,
    'a template may replace',
    () =>
      afterwards(DELETE, (reply, call) => {
        const other = call.world.find('administrator', String(call.query['replacingRequesterId']));
        if (call.entity?.fields && !succeeded(reply) && other?.fields?.['template'] === true) {
          call.world.set(call.entity, undefined);
          return { status: 204 };
        }
        return reply;
      }),
    { readings: ['A', 'C'] },
  ),
  one('self-replaces', DELETE, 'an administrator may replace himself', () =>
    afterwards(DELETE, (reply, call) => {
      if (call.entity?.fields && !succeeded(reply) && String(call.query['replacingRequesterId']) === call.entity.key) {
        call.world.set(call.entity, undefined);
        return { status: 204 };
      }
      return reply;
    }),
  ),
  one('self-replacing-deletes', DELETE, 'who is to replace himself is refused and deleted', () =>
    afterwards(DELETE, (reply, call) => {
      if (call.entity?.fields && !succeeded(reply) && String(call.query['replacingRequesterId']) === call.entity.key)
        call.world.set(call.entity, undefined);
      return reply;
    }),
  ),
  one(
    'replacement-ignored',
    DELETE,
    'the replacing requester is checked and then ignored',
    () => successors((was, call) => ({ ...was, requesterId: call.entity?.key ?? null })),
    { class: 'plain' },
  ),
  one('requester-cleared', DELETE, 'a deletion without replacement clears the requester', () =>
    afterwards(DELETE, (reply, call) => {
      if (succeeded(reply) && call.entity && call.query['replacingRequesterId'] === undefined)
        for (const one of call.world.all('ssl-certificate'))
          if (one.fields && String(one.fields['requesterId']) === call.entity.key)
            call.world.set(one, { ...one.fields, requester: 'nobody' });
      return reply;
    }),
  ),
  one('one-requester-only', DELETE, 'a replacement takes over the first certificate only', () =>
    successors((was, _, n) => (n === 0 ? undefined : was)),
  ),
];

/** Turns back what a deletion with a replacement did to certificates: undefined leaves it done. */
function successors(turn: (was: Fields, call: Call, n: number) => Fields | undefined): Plant {
  return {
    early: (call) => {
      if (call.op === DELETE)
        for (const { key, fields } of call.world.all('ssl-certificate')) call.service.memory.set(key, fields ?? null);
      return undefined;
    },
    late: (call, reply) => {
      if (call.op !== DELETE || !succeeded(reply)) return reply;
      const taken = call.world
        .all('ssl-certificate')
        .filter(({ key, fields }) => fields && fields !== call.service.memory.get(key));
      for (const [n, certificate] of taken.entries()) {
        const other = turn(call.service.memory.get(certificate.key) as Fields, call, n);
        if (other) call.world.set(certificate, other);
      }
      return reply;
    },
  };
}
