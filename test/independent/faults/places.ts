/** All places of the server where something can be wrong: parameters, members, identifiers, operations. */
import { BODIES, type BodyName, VARIANTS } from '../contract/bodies.ts';
import type { Member, Type } from '../contract/types.ts';
import { answerOf } from '../openapi.ts';
import { OPERATIONS, type Operation } from '../server/operations.ts';
import type { Place } from './fault.ts';

export interface ValuePlace extends Place {
  readonly member: Member;
}

/** The operations that a fault may concern. */
export const operationPlaces = (fits: (operation: Operation) => boolean): readonly Place[] =>
  OPERATIONS.filter(fits).map(({ id }) => ({ key: id, op: id }));

/** Parameters of queries. */
export const QUERY: readonly ValuePlace[] = OPERATIONS.flatMap(({ id, query = [] }) =>
  query.map((member) => ({ key: `${id}?${member.field}`, op: id, member })),
);

/** The schemas that a request body may be of. */
export function schemasOf(op: string): readonly BodyName[] {
  const body = OPERATIONS.find(({ id }) => id === op)?.body;
  return body === undefined || body === 'ids' ? [] : body === 'variants' ? VARIANTS : [body];
}

/** Members of request bodies. */
export const BODY: readonly ValuePlace[] = OPERATIONS.flatMap((operation) => {
  const members = schemasOf(operation.id).flatMap((schema) => BODIES[schema] as readonly Member[]);
  const once = [...new Map(members.map((member) => [member.field, member])).values()];
  return once
    .filter(({ field, shownOnly }) => !shownOnly && field !== 'variant' && field !== 'id')
    .map((member) => ({ key: `${operation.id}/${member.field}`, op: operation.id, member }));
});

/** The operation that shows what an update kept. */
export function readerOf(op: string): Operation | undefined {
  const path = OPERATIONS.find(({ id }) => id === op)?.path;
  return OPERATIONS.find((one) => one.method === 'GET' && one.path === path && one.kind !== undefined);
}

/** Members of request bodies that the matching GET shows again. */
export const KEPT: readonly ValuePlace[] = BODY.filter(({ op, member }) => {
  const answer = answerOf(readerOf(op)?.id ?? '');
  return answer !== undefined && (BODIES[answer] as readonly Member[]).some(({ field }) => field === member.field);
});

/** Identifiers of paths; the key ends with their position. */
export const IDS: readonly (Place & { readonly least: number | undefined | 'uuid' })[] = OPERATIONS.flatMap(
  ({ id, least }) => least.map((one, i) => ({ key: `${id}:${i}`, op: id, least: one })),
);

export const ofType = <T extends Type['is']>(all: readonly ValuePlace[], is: T) =>
  all.filter(
    (place): place is ValuePlace & { member: Member & { type: Type & { is: T } } } => place.member.type.is === is,
  );

/** A place by its key. */
export function valuePlace(key: string): ValuePlace {
  const found = [...QUERY, ...BODY].find((place) => place.key === key);
  if (!found) throw new Error(`There is no place ${key}.`);
  return found;
}
