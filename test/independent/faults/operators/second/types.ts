/**
 * What goes wrong for one type, level, mode or variant of entities only. The contract describes an operation for all entities
 * of its kind (2.1, 4.5, 4.7, 4.9), and the profile tells which fixture is of which type.
 */
import { ADMIN_TYPES, BODIES, VARIANTS } from '../../../contract/bodies.ts';
import { ENDPOINT_TYPES } from '../../../contract/parameters.ts';
import type { Fields, Json, Member } from '../../../contract/types.ts';
import { answerOf } from '../../../openapi.ts';
import type { Call } from '../../../server/call.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator, Place } from '../../fault.ts';
import { afterwards, answering, beforehand, succeeded, withJson } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { at as inside, needed, split } from '../answers/plants.ts';
import {
  changed,
  each,
  fault,
  namedBy,
  operationOf,
  parted,
  shownDeletions,
  shownUpdates,
  withMember,
} from './plants.ts';

const TYPES: Readonly<Record<string, readonly string[]>> = {
  administrator: ADMIN_TYPES,
  account: VARIANTS,
  endpoint: [...ENDPOINT_TYPES, 'global', 'custom'],
  organization: ['organization', 'department'],
  validation: ['OV_SSL', 'EV_SSL', 'OV_SMIME'],
};
/** Types of the entities of an operation, as a profile tells them. */
export const typesOf = (op: string): readonly string[] => TYPES[operationOf(op).kind ?? ''] ?? [];
const typed = (places: readonly Place[]) => places.flatMap((place) => each([place], typesOf(place.op)));

/** Whether an entity is of a type, or in a mode, that the profile tells of it. */
export function is(call: Call, entity: Entity, type: string): boolean {
  const fields: Fields = entity.fields ?? call.before ?? {};
  const { words } = call.service.reading;
  switch (entity.kind) {
    case 'administrator':
      return fields['type'] === type && fields['template'] !== true;
    case 'account':
      return fields['variant'] === (words[type] ?? type);
    case 'organization':
      return (fields['parentId'] === undefined) === (type === 'organization');
    case 'validation':
      return fields['level'] === type;
    default:
      return fields['endpointType'] === type || fields['mode'] === type;
  }
}
const concerns = (call: Call, type: string) => {
  const entity = call.entity ?? namedBy(call);
  return entity?.customer === 'own' && is(call, entity, type);
};
const all = typed(operationPlaces(({ kind }) => kind !== undefined && kind in TYPES));
const reading = all.filter(({ op }) => operationOf(op).method === 'GET');
/** What changes the mode or the type shows it afterwards: these are told by what they were before. */
const keeps = typed([...shownUpdates, ...shownDeletions]).filter(
  ({ op, key }) => op !== 'admin.update' && !/delegations|global|custom/.test(key),
);

export const TYPED: readonly Operator[] = [
  fault(
    'one-type-broken',
    '4.1',
    (key) => `answers 500 for one type: ${key}`,
    all,
    (key) => {
      const [op, type] = parted(key);
      return beforehand(op, (call) => {
        if (concerns(call, type)) call.broken = true;
      });
    },
  ),
  fault(
    'one-type-absent',
    '4.1',
    (key) => `answers 404 for one type that its GET shows: ${key}`,
    keeps,
    (key) => {
      const [op, type] = parted(key);
      return { found: (call, entity) => (call.op === op && entity && is(call, entity, type) ? undefined : entity) };
    },
  ),
  fault(
    'one-type-not-kept',
    '4.1',
    (key) => `accepts and changes nothing for one type: ${key}`,
    keeps,
    (key) => {
      const [op, type] = parted(key);
      return afterwards(op, (reply, call) => {
        if (changed(reply, call) && is(call, call.entity, type)) call.world.set(call.entity, call.before);
        return reply;
      });
    },
  ),
  fault(
    'one-type-other-success',
    '4.1',
    (key) => `answers another success for one type: ${key}`,
    all.filter(({ op }) => !op.includes('delegations.update')),
    (key) => {
      const [op, type] = parted(key);
      return afterwards(op, (reply, call) =>
        succeeded(reply) && concerns(call, type) ? { ...reply, status: reply.status === 202 ? 200 : 202 } : reply,
      );
    },
  ),
  fault(
    'one-type-unguarded',
    '5',
    (key) => `needs no credential for one type: ${key}`,
    all,
    (key) => {
      const [op, type] = parted(key);
      return {
        holder: (call, holder) =>
          call.op === op && call.request.authorization === undefined && concerns(call, type)
            ? { role: 'MRAO', customer: 'own' }
            : holder,
      };
    },
  ),
  fault(
    'one-type-member-lost',
    'the profile’s claim',
    (key) => `leaves a member out of its answer for one type: ${key}`,
    needed
      .filter(({ op }) => operationOf(op).method === 'GET')
      .flatMap(({ key, op }) => typesOf(op).map((type) => ({ key: `${key} ${type}`, op }))),
    (key) => {
      const [place, type] = parted(key);
      const { op, field } = split(place);
      return afterwards(op, (reply, call) => {
        if (!succeeded(reply) || !concerns(call, type)) return reply;
        const schema = answerOf(op) as keyof typeof BODIES;
        const member = (BODIES[schema] as readonly Member[]).find((one) => one.field === field) as Member;
        const path = call.reading.placing(schema, member).split('/').slice(1);
        return withJson(reply, (json) => inside(json, path, () => undefined));
      });
    },
  ),
  // The profile claims that answers carry no members beyond those of its schemas.
  fault(
    'one-type-tells-more',
    'the profile’s claim',
    (key) => `shows a member that the schema does not have, for one type: ${key}`,
    reading,
    (key) => {
      const [op, type] = parted(key);
      return afterwards(op, (reply, call) =>
        succeeded(reply) && concerns(call, type)
          ? withJson(reply, (json: Json) => withMember(json, 'passwordHash', '5f4dcc3b'))
          : reply,
      );
    },
  ),
  fault(
    'one-type-no-answer',
    '4.1',
    (key) => `closes the connection for one type: ${key}`,
    all,
    (key) => {
      const [op, type] = parted(key);
      return answering(op, (call) => (concerns(call, type) ? { status: 0, closed: true } : undefined));
    },
  ),
];
