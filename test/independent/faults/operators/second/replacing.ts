/** Replacing requesters: he must not be a template and must be another, and nothing else is asked of him (4.5). */
import { ADMIN_TYPES } from '../../../contract/bodies.ts';
import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, succeeded } from '../../hooks.ts';
import { DELETE } from './machine-plants.ts';
import { at, fault } from './plants.ts';

export const REPLACING: readonly Operator[] = [
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
