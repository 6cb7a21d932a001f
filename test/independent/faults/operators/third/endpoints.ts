/** Delegation modes (3.3), configurations that are not there yet, and domains (4.9, 4.10). */
import { ENDPOINT_TYPES } from '../../../contract/parameters.ts';
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, answering, keeping, nextOf, succeeded } from '../../hooks.ts';
import { domainStates } from '../second/guard-plants.ts';
import { PUT, REMOVE } from '../second/machine-plants.ts';
import { at, changed, each, fault, namedBy, parted } from '../second/plants.ts';
import { refusingWhen, undo } from './plants.ts';

const CONFIG = 'endpoint.config.update';
const bare = (call: Call) => {
  const entity = call.entity ?? namedBy(call);
  return entity?.fields !== undefined && entity.customer === 'own' && entity.fields['configured'] !== true;
};
const wasBare = (call: Call) => call.before !== undefined && call.before['configured'] !== true;
const ids = ({ list }: Call) => list.map(Number);
const stateOf = (op: string) => (op === 'domain.suspend' ? 'suspended' : 'active');
const department = (call: Call, id: Json) =>
  call.world.find('organization', String(id))?.fields?.['parentId'] !== undefined;

export const ENDPOINTS: readonly Operator[] = [
  fault(
    'config-created-201',
    '4.9',
    () => 'answers 201 where the configuration of an endpoint is made',
    at(CONFIG),
    () => afterwards(CONFIG, (reply, call) => (succeeded(reply) && wasBare(call) ? { ...reply, status: 201 } : reply)),
  ),
  fault(
    'config-not-made',
    '4.9',
    () => 'accepts the first configuration of an endpoint and makes none',
    at(CONFIG),
    () =>
      afterwards(CONFIG, (reply, call) => {
        if (succeeded(reply) && wasBare(call)) undo(call);
        return reply;
      }),
  ),
  fault(
    'unconfigured-broken',
    '4.9',
    (op) => `${op} answers 500 for an endpoint without a configuration`,
    at('endpoint.config.read', CONFIG, 'endpoint.read', 'endpoint.update', PUT, REMOVE, 'endpoint.delete'),
    (op) => answering(op, (call) => (bare(call) ? { status: 500 } : undefined)),
  ),
  fault(
    'unconfigured-stays-global',
    '3.3',
    () => 'delegating an endpoint without a configuration leaves its mode global',
    at(PUT),
    () => keeping(PUT, (fields, entity) => (wasBareFields(entity.fields) ? { ...fields, mode: 'global' } : fields)),
  ),
  fault(
    'mode-stays-for-type',
    '3.3',
    (key) => `the mode of endpoints of one type does not change: ${key}`,
    each(at(PUT, REMOVE), ENDPOINT_TYPES),
    (key) => {
      const [op, type] = parted(key);
      return keeping(op, (fields, { fields: before }) =>
        before?.['endpointType'] === type ? { ...fields, mode: before['mode'] as Json } : fields,
      );
    },
  ),
  fault(
    'mode-by-account',
    '3.3',
    (op) => `${op} switches the endpoint above to global mode`,
    at('account.update', 'account.delete'),
    (op) =>
      afterwards(op, (reply, call) => {
        const above = call.world.find('endpoint', call.ids[0] ?? '');
        if (succeeded(reply) && above?.fields)
          call.world.set(above, { ...above.fields, mode: 'global', delegations: [] });
        return reply;
      }),
    { also: ['endpoint'] },
  ),
  fault(
    'removal-of-next',
    '3.3',
    () => 'removing the delegations of an endpoint removes those of the next one as well',
    at(REMOVE),
    () =>
      afterwards(REMOVE, (reply, call) => {
        const next = succeeded(reply) && call.entity ? nextOf(call, call.entity) : undefined;
        if (next?.fields) call.world.set(next, { ...next.fields, mode: 'global', delegations: [] });
        return reply;
      }),
  ),
  fault(
    'many-delegations-refused',
    '4.9',
    () => 'refuses to delegate to more than eight organizations',
    at(PUT),
    () => refusingWhen(PUT, ({ list }) => list.length > 8),
  ),
  fault(
    'descending-delegations-refused',
    '4.9',
    () => 'refuses ids of organizations that do not ascend',
    at(PUT),
    () => refusingWhen(PUT, (call) => ids(call).some((id, n, all) => n > 0 && id < (all[n - 1] as number))),
  ),
  fault(
    'department-stays-global',
    '3.3',
    () => 'delegating to a department leaves the mode global',
    at(PUT),
    () =>
      keeping(PUT, (fields, entity, call) =>
        call.list.some((id) => department(call, id)) ? { ...fields, mode: entity.fields?.['mode'] as Json } : fields,
      ),
  ),
  fault(
    'delegated-status-exchanged',
    '4.9',
    () => 'answers 201 where the endpoint was in custom mode and 204 where it was not',
    at(PUT),
    () =>
      afterwards(PUT, (reply) => (succeeded(reply) ? { ...reply, status: reply.status === 201 ? 204 : 201 } : reply)),
    { readings: ['A'], standing: 'debatable' },
  ),
  // The profile claims that a state that is there already is accepted: 4.10 has 200 for it.
  fault(
    'same-state-other-success',
    '4.10',
    (key) => `answers another success where the domain is in that state already: ${key}`,
    each(domainStates, ['204', '202', '304']),
    (key) => {
      const [op, status] = parted(key);
      return afterwards(op, (reply, call) =>
        succeeded(reply) && call.before?.['state'] === stateOf(op) ? { status: Number(status) } : reply,
      );
    },
    { readings: ['A', 'C'] },
  ),
  fault(
    'refused-state-toggles',
    '4.10',
    (op) => `${op} refuses the state that is there already and switches it`,
    domainStates,
    (op) =>
      afterwards(op, (reply, call) => {
        const { entity } = call;
        if (!succeeded(reply) && call.holder?.role === 'MRAO' && entity?.fields?.['state'] === stateOf(op))
          call.world.set(entity, { ...entity.fields, state: stateOf(op) === 'active' ? 'suspended' : 'active' });
        return reply;
      }),
    { readings: ['B'] },
  ),
  fault(
    'third-state-lost',
    '4.10',
    (op) => `${op} is accepted and not done from the second time on for one domain`,
    domainStates,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call)) return reply;
        const name = `${op} ${call.entity.key}`;
        if (call.service.memory.get(name) === true) undo(call);
        call.service.memory.set(name, true);
        return reply;
      }),
    { readings: ['B'] },
  ),
  fault(
    'state-by-other-domain',
    '4.10',
    (op) => `${op} puts the domain that was changed before back into its former state`,
    domainStates,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call)) return reply;
        const { memory } = call.service;
        const last = memory.get('last domain') as { key: string; state: Json } | undefined;
        const other = last && last.key !== call.entity.key ? call.world.find('domain', last.key) : undefined;
        if (other?.fields && last) call.world.set(other, { ...other.fields, state: last.state });
        memory.set('last domain', { key: call.entity.key, state: call.before?.['state'] ?? null });
        return reply;
      }),
    { readings: ['B'] },
  ),
];

function wasBareFields(fields: Call['before']): boolean {
  return fields !== undefined && fields['configured'] !== true;
}
