import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, keeping, succeeded } from '../../hooks.ts';
import { ADMIN, changeOf, LISTED, listed, others, refused, unlisted } from './machine-plants.ts';
import { AB, at, fault } from './plants.ts';

export const ADMINISTRATOR_TYPES: readonly Operator[] = [
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
];
