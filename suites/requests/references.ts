/** What in a request names another entity: taken from the fixtures, never invented (contract 2.1). */
import type { FixtureKind, JsonSchema, Operation } from '../../spec/index.ts';
import { dereference, jsonSchemaOf, KINDS, permits } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { pointerSet } from '../judges/index.ts';
import { findFixture, typeOf } from '../subject/search.ts';
import type { Subject } from '../subject/subject.ts';
import { absentId } from './absent.ts';
import { pathParameters } from './compose.ts';

/** An int32 id that nothing is taken to have. */
const ABSENT = 2_147_000_001;

type Id = string | number;

/** A member of a body that names an entity. */
interface Reference {
  readonly pointer: string;
  readonly kind: FixtureKind;
}

/** Values for what names other entities. */
export interface References {
  /** By the name of a required parameter. */
  readonly query: Readonly<Record<string, string>>;
  /** By the pointer of a member. */
  readonly body: ReadonlyMap<string, Id>;
}

/**
 * Values for parameters and members that name another entity. A request that the run may not see accepted names nothing real: it
 * goes to an absent entity, and the others are no fixtures.
 */
export async function referencesFor({ session, operation }: Subject): Promise<References> {
  const real = operation.effect === 'observe' || permits(session.target.facts.effect, operation.effect);
  const idOf = (kind: FixtureKind): Id | undefined | Promise<Id | undefined> =>
    real ? referenceId(session, kind) : absentReference(session, kind);
  const query: Record<string, string> = {};
  for (const { name, in: place, reference, required } of operation.parameters) {
    const id = place === 'query' && required && reference !== undefined ? await idOf(reference) : undefined;
    if (id !== undefined) query[name] = String(id);
  }
  const body = new Map<string, Id>();
  for (const { pointer, kind } of bodyReferences(operation)) {
    const id = await idOf(kind);
    if (id !== undefined) body.set(pointer, id);
  }
  return { query, body };
}

/** A body in which what must name an entity does: the one in hand, where it is of that kind, or none at all. */
export function withReferences({ operation, fixture }: Subject, value: unknown, { body }: References): unknown {
  const schema = schemaOf(operation);
  const required = typeof schema === 'object' ? ((schema['required'] ?? []) as readonly string[]) : [];
  return bodyReferences(operation).reduce((whole, { pointer, kind }) => {
    const id = body.get(pointer);
    if (id === undefined || (pointer !== ITEM && !required.includes(pointer.slice(1)))) return whole;
    const own = kind === operation.entity;
    return pointerSet(whole, pointer, own ? (Object.values(fixture?.ids ?? {}).at(-1) ?? ABSENT) : id);
  }, value);
}

/** The id of some entity of a kind that may at least be observed, best of one that stays and is of the type that is usually named. */
export async function referenceId(session: Session, kind: FixtureKind): Promise<Id | undefined> {
  const isUsual = (one: Fixture): boolean => typeOf(one) === KINDS[kind].usual;
  const stays = ({ allow }: Fixture): boolean => allow !== 'destroy';
  const preferences = [(one: Fixture) => isUsual(one) && stays(one), isUsual, stays, () => true];
  const fixture = await session.once(`reference:${kind}`, () =>
    findFixture(session, { kind, effect: 'observe' }, preferences),
  );
  return fixture === undefined ? undefined : Object.values(fixture.ids).at(-1);
}

/** An id that no entity of a kind has. */
function absentReference(session: Session, kind: FixtureKind): Id {
  const parameter = session.contract.operations
    .filter(({ entity }) => entity === kind)
    .flatMap((operation) => pathParameters(operation).slice(-1))[0];
  if (parameter === undefined) return ABSENT;
  const id = absentId(session, kind, parameter);
  return /^\d+$/.test(id) ? Number(id) : id;
}

/** Members of a body that name another entity, each with an id that nothing has. */
export function absentReferences(session: Session, operation: Operation): (readonly [pointer: string, id: Id])[] {
  return bodyReferences(operation)
    .filter(({ pointer, kind }) => pointer !== ITEM && kind !== operation.entity)
    .map(({ pointer, kind }) => [pointer, absentReference(session, kind)] as const);
}

/** The first of a list of ids. */
const ITEM = '/0';

function bodyReferences(operation: Operation): Reference[] {
  const schema = schemaOf(operation);
  if (typeof schema !== 'object') return [];
  const item = kindNamedBy(schema['items'] as JsonSchema | undefined);
  if (item !== undefined) return [{ pointer: ITEM, kind: item }];
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(
    ([name, member]) => {
      const kind = kindNamedBy(member);
      return kind === undefined ? [] : [{ pointer: `/${name}`, kind }];
    },
  );
}

function kindNamedBy(schema: JsonSchema | undefined): FixtureKind | undefined {
  return typeof schema === 'object' ? (schema['x-reference'] as FixtureKind | undefined) : undefined;
}

function schemaOf(operation: Operation): JsonSchema | undefined {
  const schema = jsonSchemaOf(operation);
  return schema && dereference(schema);
}
