/** Changes of type (3.2) that go wrong after others, in company or for some only. */
import { ADMIN_TYPES } from '../../../contract/bodies.ts';
import type { Fields, Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, nextOf } from '../../hooks.ts';
import { ADMIN, changeOf, listed, others, refused, unlisted } from '../second/machine-plants.ts';
import { at, changed, each, fault, parted } from '../second/plants.ts';
import { refusingWhen, undo } from './plants.ts';

const retyped = (call: Call) => call.body['type'] !== undefined && call.before?.['type'] !== call.body['type'];

export const ADMINISTRATORS: readonly Operator[] = [
  fault(
    'third-type-change-lost',
    '3.2',
    () => 'accepts the third change of type of an administrator and does not make it',
    at(ADMIN),
    () =>
      afterwards(ADMIN, (reply, call) => {
        if (changed(reply, call) && retyped(call) && counted(call, `retyped ${call.entity.key}`) >= 2) undo(call);
        return reply;
      }),
  ),
  fault(
    'listed-after-refused-lost',
    '3.2',
    () => 'loses the listed change of type that follows one that was refused',
    at(ADMIN),
    () =>
      afterwards(ADMIN, (reply, call) => {
        const { memory } = call.service;
        const name = `refused ${call.ids[0]}`;
        if (refused(reply, call)) memory.set(name, true);
        else if (changed(reply, call) && retyped(call) && memory.get(name) === true) {
          memory.set(name, false);
          undo(call);
        }
        return reply;
      }),
  ),
  fault(
    'listed-refused-when-inactive',
    '3.2',
    (key) => `refuses a listed change of type of an administrator who is not active: ${key}`,
    listed,
    (key) =>
      refusingWhen(
        ADMIN,
        (call) => call.before?.['active'] === false && changeOf(call) === key,
        ({ reading }) => reading.statuses.stateChange,
      ),
  ),
  fault(
    'unlisted-when-inactive',
    '3.2',
    (key) => `allows a change of type that is not listed when it makes the administrator inactive: ${key}`,
    unlisted,
    (key) =>
      afterwards(ADMIN, (reply, call) => {
        const { entity, before, body } = call;
        if (!entity || !before || !refused(reply, call) || body['active'] !== false || changeOf(call) !== key)
          return reply;
        call.world.set(entity, { ...before, ...body });
        return { status: 200 };
      }),
  ),
  fault(
    'company-of-same-type-lost',
    'the profile’s claim',
    (key) => `keeps nothing of an update that names the type that is: ${key}`,
    ADMIN_TYPES.map((key) => ({ key, op: ADMIN })),
    (type) =>
      afterwards(ADMIN, (reply, call) => {
        if (changed(reply, call) && changeOf(call) === `${type}>${type}` && Object.keys(others(call)).length > 0)
          undo(call);
        return reply;
      }),
    { readings: ['A', 'C'] },
  ),
  fault(
    'type-of-next',
    '3.2',
    () => 'a change of type changes the type of the next administrator as well',
    at(ADMIN),
    () =>
      afterwards(ADMIN, (reply, call) => {
        const next = changed(reply, call) && retyped(call) ? nextOf(call, call.entity) : undefined;
        if (next?.fields) call.world.set(next, { ...next.fields, type: call.body['type'] as Json });
        return reply;
      }),
  ),
  fault(
    'roles-lost-with-type',
    '4.5',
    (key) => `a change of type empties the roles or the title, which the update leaves out: ${key}`,
    each(at(ADMIN), ['roles', 'title', 'active']),
    (key) => {
      const [op, field] = parted(key);
      const none: Fields = { roles: [], title: '', active: false };
      return afterwards(op, (reply, call) => {
        const { entity } = call;
        if (changed(reply, call) && retyped(call) && call.body[field] === undefined && entity?.fields)
          call.world.set(entity, { ...entity.fields, [field]: none[field] as Json });
        return reply;
      });
    },
  ),
];
