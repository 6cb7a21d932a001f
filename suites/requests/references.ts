/** What in a request names another entity: taken from the fixtures, never invented (contract 2.1). */
import type { FixtureKind, JsonSchema, Operation } from '../../spec/index.ts';
import {
  dereference,
  jsonSchemaOf,
  KINDS,
  kindNamed,
  permits,
  placesInAny,
  pointerOf,
  token,
  tokens,
  valueAt,
} from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { pointerSet } from '../judges/index.ts';
import { findFixture, typeOf } from '../subject/search.ts';
import type { Subject } from '../subject/subject.ts';
import { absentId } from './absent.ts';
import { pathParameters } from './compose.ts';
import { memberSchema } from './member-schema.ts';

/** An int32 id that nothing is taken to have. */
const ABSENT = 2_147_000_001;

type Id = string | number;

/** A member of a body that names an entity. */
interface Reference {
  readonly pointer: string;
  readonly kind: FixtureKind;
}

/** Values for the required parameters that name another entity, by their names. */
export async function queryReferences(subject: Subject): Promise<Readonly<Record<string, string>>> {
  const query: Record<string, string> = {};
  for (const { name, in: place, reference, required } of subject.operation.parameters) {
    const id = place === 'query' && required && reference !== undefined ? await idFor(subject, reference) : undefined;
    if (id !== undefined) query[name] = String(id);
  }
  return query;
}

/** A body in which what names an entity does: the one in hand, where it is of that kind, or none at all. */
export async function withReferences(subject: Subject, value: unknown): Promise<unknown> {
  const { operation, fixture } = subject;
  let whole = value;
  for (const { pointer, kind } of bodyReferences(operation, value)) {
    const id = pointer === ITEM || valueAt(value, pointer) !== undefined ? await idFor(subject, kind) : undefined;
    const own = Object.values(fixture?.ids ?? {}).at(-1) ?? ABSENT;
    if (id !== undefined) whole = pointerSet(whole, pointer, kind === operation.entity ? own : id);
  }
  return whole;
}

/** A request that the run may not see accepted names nothing real: it goes to an absent entity, and the others are no fixtures. */
async function idFor({ session, operation }: Subject, kind: FixtureKind): Promise<Id | undefined> {
  const real = operation.effect === 'observe' || permits(session.target.facts.effect, operation.effect);
  return real ? referenceId(session, kind) : absentReference(session, kind);
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

/** Members of a body like this one that name another entity, each with an id that nothing has. */
export function absentReferences(
  session: Session,
  operation: Operation,
  body: unknown,
): (readonly [pointer: string, id: Id])[] {
  return bodyReferences(operation, body)
    .filter(({ pointer, kind }) => pointer !== ITEM && kind !== operation.entity)
    .map(({ pointer, kind }) => [pointer, absentReference(session, kind)] as const);
}

/**
 * Where a body may name an entity of a kind: the members that are said to, else those of the name of its id, else all that are neither
 * said to name another kind nor called as if they did, as numbers of several kinds may be the same.
 */
export function namingPlaces(operation: Operation, body: unknown, kind: FixtureKind): string[] {
  const told = bodyReferences(operation, body).filter(({ pointer }) => pointer !== ITEM);
  const all = scalarsIn(body);
  const own = all.filter((place) => told.some((one) => one.pointer === place && one.kind === kind));
  const named = all.filter((place) => KINDS[kind].ids.some((name) => place === pointerOf(name)));
  const isOthers = (place: string): boolean =>
    told.some(({ pointer }) => pointer === place) || (kindNamed(tokens(place).at(-1) ?? '') ?? kind) !== kind;
  const untold = all.filter((place) => !isOthers(place));
  return [own, named, untold].find((places) => places.length > 0) ?? [];
}

/** True where a body names an entity as what it is about. */
export function namesEntity(operation: Operation, body: unknown, { kind, ids }: Fixture): boolean {
  const own = new Set(Object.values(ids).map(String));
  return namingPlaces(operation, body, kind).some((place) => own.has(String(valueAt(body, place))));
}

function scalarsIn(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const members = Array.isArray(value) ? Object.entries(value as unknown[]) : Object.entries(value);
  // Items that are no objects are values of one member, and name no one.
  return members
    .filter(([, member]) => !Array.isArray(value) || typeof member === 'object')
    .flatMap(([name, member]) => scalarsIn(member, `${at}${token(name)}`));
}

/** The first of a list of ids. */
const ITEM = '/0';

/** What a body may name: where it has variants, in members of the one that it is. */
function bodyReferences(operation: Operation, body: unknown): Reference[] {
  const schema = jsonSchemaOf(operation);
  const whole = schema === undefined ? undefined : dereference(schema);
  if (schema === undefined || typeof whole !== 'object') return [];
  const item = kindNamedBy(whole['items'] as JsonSchema | undefined);
  if (item !== undefined) return [{ pointer: ITEM, kind: item }];
  const places = placesInAny(schema);
  return [...places].flatMap((pointer) => {
    const kind = kindNamedBy(memberSchema(operation, pointer, body));
    return kind === undefined ? [] : [{ pointer, kind }];
  });
}

function kindNamedBy(schema: JsonSchema | undefined): FixtureKind | undefined {
  return typeof schema === 'object' ? (schema['x-reference'] as FixtureKind | undefined) : undefined;
}
