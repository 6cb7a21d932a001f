/** Types of administrators, delegation modes, states of domains and replacing requesters that go wrong in one cell or in company. */
import { ADMIN_TYPES } from '../../../contract/bodies.ts';
import type { Fields, Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Reply } from '../../../server/message.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, keeping, succeeded } from '../../hooks.ts';
import { AB, at, fault, refusal } from './plants.ts';

const ADMIN = 'admin.update';
const PUT = 'endpoint.delegations.update';
const REMOVE = 'endpoint.delegations.delete';
const DELETE = 'admin.delete';
const LISTED: Readonly<Record<string, readonly string[]>> = {
  STANDARD: ['API', 'IDP', 'SAS'],
  API: ['STANDARD'],
  IDP: ['STANDARD', 'SAS'],
  SAS: ['STANDARD'],
};
const pairs = ADMIN_TYPES.flatMap((from) => ADMIN_TYPES.filter((to) => to !== from).map((to) => ({ from, to })));
const keyOf = ({ from, to }: { from: string; to: string }) => ({ key: `${from}>${to}`, op: ADMIN });
const listed = pairs.filter(({ from, to }) => LISTED[from]?.includes(to)).map(keyOf);
const unlisted = pairs.filter(({ from, to }) => !LISTED[from]?.includes(to)).map(keyOf);
const changeOf = ({ before, body }: Call) => `${before?.['type']}>${body['type']}`;
const others = ({ body }: Call): Fields => {
  const { type: _, ...rest } = body;
  return rest;
};
const refused = (reply: Reply, call: Call) =>
  reply.status === call.reading.statuses.stateChange && call.before !== undefined;

export const MACHINES_TOO: readonly Operator[] = [
  fault(
    'type-lost-in-company',
    '3.2',
    (pair) => `loses a change of type when other members are given: ${pair}`,
    listed,
    (pair) =>
      keeping(ADMIN, (fields, entity, call) =>
        changeOf(call) === pair && Object.keys(others(call)).length > 0
          ? { ...fields, type: entity.fields?.['type'] as Json }
          : fields,
      ),
  ),
  fault(
    'company-lost-with-type',
    '4.5',
    (pair) => `keeps the type alone when it changes: ${pair}`,
    listed,
    (pair) =>
      keeping(ADMIN, (fields, entity, call) =>
        changeOf(call) === pair ? { ...entity.fields, type: fields['type'] as Json } : fields,
      ),
  ),
  // 4.5: unchanged fields may be omitted, so what is omitted stays.
  fault(
    'cleared-by-type',
    '4.5',
    (pair) => `a change of type clears members that it leaves out: ${pair}`,
    listed,
    (pair) =>
      keeping(ADMIN, (fields, _, call) => {
        if (changeOf(call) !== pair || call.before?.['type'] === fields['type']) return fields;
        const cleared = ['title', 'phone'].filter((name) => !Object.hasOwn(call.body, name));
        return Object.fromEntries(Object.entries(fields).filter(([name]) => !cleared.includes(name)));
      }),
  ),
  fault(
    'unlisted-in-company',
    '3.2',
    (pair) => `allows a change that is not listed when other members are given: ${pair}`,
    unlisted,
    (pair) =>
      afterwards(ADMIN, (reply, call) => {
        if (!refused(reply, call) || changeOf(call) !== pair || Object.keys(others(call)).length === 0) return reply;
        if (call.entity?.fields) call.world.set(call.entity, { ...call.entity.fields, ...call.body });
        return { status: 200 };
      }),
  ),
  fault(
    'company-of-refused-kept',
    '3.2',
    (pair) => `refuses a change of type and keeps the members beside it: ${pair}`,
    unlisted,
    (pair) =>
      afterwards(ADMIN, (reply, call) => {
        if (refused(reply, call) && changeOf(call) === pair && call.entity?.fields)
          call.world.set(call.entity, { ...call.entity.fields, ...others(call) });
        return reply;
      }),
    { readings: AB },
  ),
  fault(
    'type-by-origin',
    '3.2',
    () => 'allows changes by the type that an administrator had at first',
    at(ADMIN),
    () =>
      afterwards(ADMIN, (reply, call) => {
        const { memory } = call.service;
        const name = `origin ${call.entity?.key}`;
        if (!memory.has(name) && call.before) memory.set(name, call.before['type'] as Json);
        const first = String(memory.get(name));
        if (refused(reply, call) && call.entity?.fields && LISTED[first]?.includes(String(call.body['type']))) {
          call.world.set(call.entity, { ...call.entity.fields, ...call.body });
          return { status: 200 };
        }
        return reply;
      }),
  ),
  fault(
    'change-back-refused',
    '3.2',
    (pair) => `refuses a listed change by which a type comes back: ${pair}`,
    listed,
    (pair) =>
      afterwards(ADMIN, (reply, call) => {
        if (!succeeded(reply) || !call.entity || !call.before || changeOf(call).startsWith('undefined')) return reply;
        const name = `had ${call.entity.key}`;
        const had = (call.service.memory.get(name) ?? []) as readonly Json[];
        const to = call.body['type'];
        if (changeOf(call) === pair && to !== undefined && had.includes(to)) {
          call.world.set(call.entity, call.before);
          return call.bad('it was that before', call.reading.statuses.stateChange);
        }
        call.service.memory.set(name, [...had, call.before['type'] as Json]);
        return reply;
      }),
  ),
  fault(
    'mode-toggled',
    '3.3',
    () => 'delegating in custom mode switches to global mode',
    at(PUT),
    () =>
      keeping(PUT, (fields, entity) => (entity.fields?.['mode'] === 'custom' ? { ...fields, mode: 'global' } : fields)),
  ),
  fault(
    'one-delegation-stays-global',
    '3.3',
    () => 'a delegation to a single organization leaves the mode global',
    at(PUT),
    () =>
      keeping(PUT, (fields, entity, call) =>
        call.list.length === 1 ? { ...fields, mode: entity.fields?.['mode'] as Json } : fields,
      ),
  ),
  fault(
    'delegated-once',
    '3.3',
    () => 'delegating again after a removal leaves the mode global',
    at(PUT),
    () =>
      keeping(PUT, (fields, entity, call) =>
        entity.fields?.['mode'] === 'global' && counted(call, `delegated ${entity.key}`) > 0
          ? { ...fields, mode: 'global' }
          : fields,
      ),
  ),
  fault(
    'removed-once',
    '3.3',
    () => 'the second removal of the delegations of an endpoint leaves its mode custom',
    at(REMOVE),
    () =>
      keeping(REMOVE, (fields, entity, call) =>
        entity.fields?.['mode'] === 'custom' && counted(call, `removed ${entity.key}`) > 0
          ? { ...fields, mode: 'custom' }
          : fields,
      ),
  ),
  fault(
    'removal-keeps-first',
    '4.9',
    () => 'removing the delegations leaves the first of them',
    at(REMOVE),
    () =>
      keeping(REMOVE, (fields, entity) => ({
        ...fields,
        delegations: ((entity.fields?.['delegations'] ?? []) as readonly Json[]).slice(0, 1),
      })),
  ),
  // 4.9: ids of organizations or departments.
  fault(
    'departments-not-delegated',
    '4.9',
    (op) => `${op} refuses ids of departments`,
    at(PUT),
    (op) =>
      afterwards(op, (reply, call) => {
        const departments = call.list.some((id) => call.world.find('organization', String(id))?.fields?.['parentId']);
        if (!succeeded(reply) || !departments || !call.entity) return reply;
        call.world.set(call.entity, call.before);
        return refusal(call, 'no organization');
      }),
  ),
  fault(
    'same-delegations-refused',
    '4.9',
    () => 'delegating the same again is refused',
    at(PUT),
    () =>
      afterwards(PUT, (reply, call) => {
        const same =
          JSON.stringify(call.entity?.fields?.['delegations']) === JSON.stringify(call.before?.['delegations']);
        return succeeded(reply) && call.before?.['mode'] === 'custom' && same ? refusal(call, 'nothing new') : reply;
      }),
  ),
  // In reading B a state that is there already is refused, so that the state of a domain can be told (claim `domain.same-state`).
  ...(['suspend', 'activate'] as const).map((step) =>
    fault(
      `${step}-not-done`,
      '4.10',
      (op) => `${op} accepts and changes nothing`,
      at(`domain.${step}`),
      (op) => keeping(op, (_, entity) => entity.fields as Fields),
      { readings: ['B'] },
    ),
  ),
  fault(
    'state-of-next-domain',
    '4.10',
    (op) => `${op} changes the state of the next domain as well`,
    at('domain.suspend', 'domain.activate'),
    (op) =>
      afterwards(op, (reply, call) => {
        const all = call.world.all('domain');
        const next = call.entity && all[all.indexOf(call.entity) + 1];
        if (succeeded(reply) && next?.fields && call.entity?.fields)
          call.world.set(next, { ...next.fields, state: call.entity.fields['state'] as Json });
        return reply;
      }),
    { readings: ['B'] },
  ),
  fault(
    'monitoring-activates',
    '4.10',
    (op) => `${op} activates a suspended domain`,
    at('domain.monitoring.update'),
    (op) => keeping(op, (fields) => ({ ...fields, state: 'active' })),
    { readings: ['B'] },
  ),
  // 4.5: the replacing administrator must not be a template, and must be another; nothing else is asked of him.
  fault(
    'replacing-type-refused',
    '4.5',
    (type) => `refuses a replacing administrator of one type: ${type}`,
    ADMIN_TYPES.map((key) => ({ key, op: DELETE })),
    (type) =>
      afterwards(DELETE, (reply, call) => {
        const other = call.world.find('administrator', String(call.query['replacingRequesterId']));
        if (!succeeded(reply) || other?.fields?.['type'] !== type || !call.entity) return reply;
        call.world.set(call.entity, call.before);
        return call.bad('not of this type', call.reading.statuses.replacement);
      }),
  ),
  fault(
    'replaced-everywhere',
    '4.5',
    () => 'a replacing requester takes over the certificates of the next administrator, too',
    at(DELETE),
    () =>
      afterwards(DELETE, (reply, call) => {
        const other = call.world.find('administrator', String(call.query['replacingRequesterId']));
        const all = call.world.all('administrator');
        const next = call.entity && all[all.indexOf(call.entity) + 1];
        if (succeeded(reply) && other?.fields && next)
          for (const one of call.world.all('ssl-certificate'))
            if (one.fields && String(one.fields['requesterId']) === next.key)
              call.world.set(one, { ...one.fields, requester: other.fields['login'] as Json });
        return reply;
      }),
  ),
  fault(
    'replacing-deleted',
    '4.5',
    () => 'the replacing requester is deleted, too',
    at(DELETE),
    () =>
      afterwards(DELETE, (reply, call) => {
        const other = call.world.find('administrator', String(call.query['replacingRequesterId']));
        if (succeeded(reply) && other?.fields) call.world.set(other, undefined);
        return reply;
      }),
  ),
  fault(
    'refused-replacement-deletes',
    '4.5',
    () => 'a deletion that is refused for its replacing template is done',
    at(DELETE),
    () =>
      afterwards(DELETE, (reply, call) => {
        const other = call.world.find('administrator', String(call.query['replacingRequesterId']));
        if (!succeeded(reply) && call.entity?.fields && other?.fields?.['template'] === true)
          call.world.set(call.entity, undefined);
        return reply;
      }),
  ),
  fault(
    'unknown-replacement-deletes',
    '4.5',
    () => 'a deletion that is refused for a replacing requester that does not exist is done',
    at(DELETE),
    () =>
      afterwards(DELETE, (reply, call) => {
        const id = call.query['replacingRequesterId'];
        if (
          !succeeded(reply) &&
          call.entity?.fields &&
          id !== undefined &&
          !call.world.find('administrator', String(id))
        )
          call.world.set(call.entity, undefined);
        return reply;
      }),
  ),
];
