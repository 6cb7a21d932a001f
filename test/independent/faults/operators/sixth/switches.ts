/** Sequences (3.3, 4.5, 4.9): a change of one thing takes another away, or the second of a kind is lost. */
import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, keeping, succeeded } from '../../hooks.ts';
import { given, split } from '../../keeping.ts';
import { KEPT, ofType, type ValuePlace } from '../../places.ts';
import { PUT, REMOVE } from '../second/machine-plants.ts';
import { AC, at, changed, fault } from '../second/plants.ts';
import { undo } from '../third/plants.ts';
import { DELEGATE } from './plants.ts';

const CLAIM = 'the profile’s claim';
const optional = KEPT.filter(({ member }) => !member.need && member.field !== 'type');
const besides = (switches: readonly ValuePlace[]) =>
  switches
    .filter(({ op }) => op !== 'account.update')
    .flatMap(({ key, op, member }) =>
      optional
        .filter((other) => other.op === op && other.member.field !== member.field)
        .map((other) => ({ key: `${key}+${other.member.field}`, op })),
    );
/** Takes a member away that an update leaves out, where it changes another one. */
const resetting = (key: string, when: (now: Json, was: Json | undefined) => boolean) => {
  const { op, field } = split(key);
  const [one = '', other = ''] = field.split('+');
  return keeping(op, (fields, entity, call) => {
    if (!given(call, one) || given(call, other) || !when(call.body[one] as Json, entity.fields?.[one])) return fields;
    const { [other]: _, ...rest } = fields;
    return rest;
  });
};
const same = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other);
/** What may come between, on the same entity: an update, and the operation after which it is lost. */
const AFTER: readonly (readonly [update: string, by: string])[] = [
  ['endpoint.config.update', 'endpoint.update'],
  ['endpoint.update', 'endpoint.config.update'],
  ['endpoint.update', PUT],
  ['endpoint.update', REMOVE],
  ['endpoint.config.update', PUT],
  ['endpoint.config.update', REMOVE],
  [PUT, 'endpoint.update'],
  [PUT, 'endpoint.config.update'],
  ['bucket.update', 'bucket.client-secret.reset'],
];

export const SWITCHES: readonly Operator[] = [
  fault(
    'switch-resets-another',
    CLAIM,
    (key) => `switching the first member off or on takes the second away, which the update leaves out: ${key}`,
    besides(ofType(KEPT, 'bool')),
    (key) => resetting(key, (now, was) => now !== was),
    { readings: AC },
  ),
  fault(
    'change-resets-another',
    CLAIM,
    (key) => `changing the first member takes the second away, which the update leaves out: ${key}`,
    besides([...ofType(KEPT, 'text'), ...ofType(KEPT, 'word'), ...ofType(KEPT, 'int'), ...ofType(KEPT, 'list')]),
    (key) => resetting(key, (now, was) => !same(now, was)),
    { readings: AC },
  ),
  fault(
    'lost-after-other-operation',
    '4.1',
    (key) => `an update of an entity is lost when another operation changed the entity before: ${key}`,
    AFTER.map(([update, by]) => ({ key: `${update} ${by}`, op: update })),
    (key) => {
      const [update = '', by] = key.split(' ');
      return {
        late: (call, reply) => {
          const { memory } = call.service;
          const name = `after ${call.entity?.key}`;
          if (!succeeded(reply) || !call.entity) return reply;
          if (call.op === by) memory.set(name, true);
          else if (call.op === update && memory.get(name) === true) {
            undo(call);
            memory.set(name, false);
          }
          return reply;
        },
      };
    },
  ),
  fault(
    'delegations-otherwise',
    '3.3',
    (key) => `keeps other delegations than it was given: ${key}`,
    Object.keys(DELEGATE).map((way) => ({ key: way, op: PUT })),
    (way) => keeping(PUT, (fields, entity, call) => DELEGATE[way]?.(fields, entity.fields ?? {}, call) ?? fields),
  ),
  fault(
    'removal-otherwise',
    '3.3',
    (key) => `the removal of delegations is done by halves: ${key}`,
    ['the first only', 'not of one alone', 'not after two updates'].map((way) => ({ key: way, op: REMOVE })),
    (way) => ({
      keep: (call, fields, entity) => {
        const were = (entity.fields?.['delegations'] ?? []) as readonly Json[];
        if (call.op === PUT) counted(call, `puts ${entity.key}`);
        if (call.op !== REMOVE || entity.fields?.['mode'] !== 'custom') return fields;
        const puts = Number(call.service.memory.get(`puts ${entity.key}`) ?? 0);
        call.service.memory.set(`puts ${entity.key}`, 0);
        if (way === 'the first only' && were.length > 1)
          return { ...fields, mode: 'custom', delegations: were.slice(1) };
        if (way === 'not of one alone' && were.length === 1) return entity.fields;
        return way === 'not after two updates' && puts > 1 ? entity.fields : fields;
      },
    }),
  ),
  fault(
    'change-lost-after-deletion',
    '4.1',
    (key) => `every change is lost once two of the kind were deleted: ${key}`,
    at('person.update', 'client.update', 'organization.update', 'admin.update', 'account.update', 'bucket.update'),
    (op) => ({
      late: (call, reply) => {
        if (call.op === op.replace('update', 'delete') && succeeded(reply)) counted(call, `deleted ${op}`);
        if (call.op === op && changed(reply, call) && Number(call.service.memory.get(`deleted ${op}`) ?? 0) > 1)
          undo(call);
        return reply;
      },
    }),
  ),
  fault(
    'update-answers-former',
    '4.1',
    (op) => `${op} answers with what the last update was answered with`,
    at('client.update', 'organization.update', 'bucket.update', 'ssl.update'),
    (op) =>
      afterwards(op, (reply, call) => {
        if (!succeeded(reply) || !reply.body || !('json' in reply.body)) return reply;
        const { memory } = call.service;
        const last = memory.get(`last ${op} ${call.entity?.key}`);
        memory.set(`last ${op} ${call.entity?.key}`, reply.body.json);
        return last === undefined ? reply : { ...reply, body: { json: last } };
      }),
    // What an update answers with is not shown.
    { standing: 'debatable' },
  ),
];
