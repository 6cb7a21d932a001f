import type { Fields, Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, keeping, succeeded } from '../../hooks.ts';
import { PUT, REMOVE } from './machine-plants.ts';
import { at, fault, refusal } from './plants.ts';

export const MODES: readonly Operator[] = [
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
];
