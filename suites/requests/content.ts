/** What goes into a valid request besides the path: query and body, from what is known of this target. */
import { baseline, plainValue, type RequestBodyValue, type RequestCase } from '../../generators/index.ts';
import type { Contract, FixtureKind, JsonSchema, Operation } from '../../spec/index.ts';
import { dereference, isObject, jsonSchemaOf, permits, valueAt, variantsOf } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { ifAvailable, type Session } from '../engine/index.ts';
import { complaints, pointerSet, pointerUnset } from '../judges/index.ts';
import { memberSchema, placesIn } from '../lifecycles/member-schema.ts';
import { beforeOf, readerOf } from '../subject/read.ts';
import {
  isClaimed,
  isRequired,
  type Readback,
  readbacks,
  WHOLE,
  wholeWriteBack,
  writeBack,
} from '../subject/returned.ts';
import { absentId } from './absent.ts';
import { pathParameters } from './compose.ts';
import { fromExample } from './examples.ts';
import { ownVariant, traitValues, uniqueBody, uniqueValues, valuesAsTheyRead } from './own-values.ts';

/** An int32 id that nothing is taken to have. */
const ABSENT = 2_147_000_001;

/** Query and body of a request. */
export interface Content {
  readonly query?: readonly (readonly [name: string, text: string])[];
  readonly body?: RequestBodyValue;
}

/** Label of the candidate that changes nothing: it also serves to restore the entity. */
export const WRITTEN_BACK = 'the entity written back as it is';

/** Label of the candidate with a value for each member, where the entity itself shows none. */
const ALL_MEMBERS = 'a value for each member';

/** True for a request that writes an entity back as it is, member by member or as the whole that its GET shows. */
export function isWriteBack({ label }: { readonly label: string }): boolean {
  return label === WRITTEN_BACK || label === WHOLE;
}

/** A content that ought to be valid. */
export interface ContentCandidate extends Content {
  readonly label: string;
  /** Nothing in it was guessed: contract, claimed dialect or the profile's example vouch for it. */
  readonly vouched: boolean;
}

/**
 * Candidates for a valid content, best first: the profile's example; the entity's own values written back; the smallest
 * valid value of the schema; and, where the schema is only assumed, an empty object.
 */
export async function contentCandidates(
  session: Session,
  operation: Operation,
  fixture?: Fixture,
): Promise<ContentCandidate[]> {
  const example = session.target.facts.examples[operation.id];
  // An example that carries the entity's own id in its body must not travel with requests that are about no fixture.
  const usable = example !== undefined && (fixture !== undefined || !namesOwnEntity(operation));
  const candidates: ContentCandidate[] = usable ? fromExample(session, operation, example, fixture) : [];
  const references = await referenceValues(session, operation);
  // Nothing is known of a silent schema but that its value is an object.
  const silent = operation.body?.standing === 'silent';
  const form = fixture === undefined ? undefined : await ownVariant(session, operation, fixture);
  const generated = baseline(operation, {
    path: {},
    query: { ...uniqueValues(operation, fixture), ...references.query, ...traitValues(operation, fixture) },
    ...(silent ? { body: {} } : form === undefined ? {} : { body: plainValue(form) }),
  });
  const vouched = vouchedByDialect(session, operation);
  const own = silent ? generated.body?.value : uniqueBody(jsonSchema(operation), generated.body?.value, fixture);
  const smallest = withReferences(operation, own, fixture, references.body);
  const json = (value: unknown): RequestBodyValue => ({ mediaType: 'application/json', value });
  const base: Content = { ...queryOf(generated), ...(operation.body === undefined ? {} : { body: json(smallest) }) };
  const same = fixture === undefined ? undefined : await roundTrip(session, operation, fixture, base);
  const whole =
    vouched && fixture?.allow === 'destroy' ? withAllMembers(operation, same?.body?.value ?? smallest) : undefined;
  if (whole !== undefined) candidates.push({ label: ALL_MEMBERS, vouched: false, ...base, ...same, body: json(whole) });
  if (same !== undefined) candidates.push({ label: WRITTEN_BACK, vouched, ...same });
  else if (fixture !== undefined) candidates.push(...(await asItReads(session, operation, fixture, base)));
  candidates.push({ label: 'the smallest valid request', vouched, ...base });
  if (!vouched && isObjectSchema(operation))
    candidates.push({ label: 'an empty object', vouched: false, ...base, body: json({}) });
  return candidates;
}

/** Where it is not known how a GET's members are written, its body may still be taken as it is: the contract does not say. */
async function asItReads(
  session: Session,
  operation: Operation,
  fixture: Fixture,
  base: Content,
): Promise<ContentCandidate[]> {
  const values = await valuesAsTheyRead(session, operation, fixture);
  const rest = (base.query ?? []).filter(([name]) => values?.[name] === undefined);
  if (values !== undefined)
    return [{ ...base, label: WRITTEN_BACK, vouched: false, query: [...Object.entries(values), ...rest] }];
  if (readerOf(session.contract, operation)?.path !== operation.path) return [];
  const shown = await beforeOf(session, operation, fixture);
  const whole = wholeWriteBack(operation, fixture, shown?.value);
  return whole?.body === undefined ? [] : [{ label: whole.label, vouched: false, body: whole.body }];
}

/** True when a refusal of dialect-made content is the target's fault and not our guess's. */
function vouchedByDialect(session: Session, operation: Operation): boolean {
  const invented = operation.parameters.some((parameter) => parameter.in === 'query' && parameter.required);
  const claimed = session.contract.dialect.claimed;
  if (operation.body === undefined) return claimed || !invented;
  // A description gives the form of a body, not what must be true of its content: only a claimed dialect or an example does.
  return claimed || operation.body.standing === 'contract';
}

function queryOf(request: RequestCase): Pick<Content, 'query'> {
  return request.query.length === 0 ? {} : { query: request.query };
}

interface References {
  readonly query: Record<string, string>;
  readonly body: readonly { readonly pointer: string; readonly value: string | number }[];
}

/**
 * Values for parameters and body members that name another entity: taken from the fixtures, never invented. A request that
 * the run may not see accepted names nothing real: it goes to an absent entity, and the others are no fixtures.
 */
async function referenceValues(session: Session, operation: Operation): Promise<References> {
  const real = operation.effect === 'observe' || permits(session.target.facts.effect, operation.effect);
  const reference = (kind: FixtureKind): Promise<string | number | undefined> =>
    real ? referenceId(session, kind) : Promise.resolve(absentReference(session, kind));
  const query: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'query' || parameter.reference === undefined || !parameter.required) continue;
    const id = await reference(parameter.reference);
    if (id !== undefined) query[parameter.name] = String(id);
  }
  const body: { pointer: string; value: string | number }[] = [];
  for (const { pointer, kind } of bodyReferences(operation)) {
    const id = await reference(kind);
    if (id !== undefined) body.push({ pointer, value: id });
  }
  return { query, body };
}

/** The id of some entity of a kind that may at least be observed. */
export async function referenceId(session: Session, kind: FixtureKind): Promise<string | number | undefined> {
  const fixture = await ifAvailable(
    session.once(`reference:${kind}`, () => session.fixture({ kind, effect: 'observe' })),
  );
  if (fixture === undefined) return undefined;
  return Object.values(fixture.ids).at(-1);
}

/** An id that no entity of a kind has. */
function absentReference(session: Session, kind: FixtureKind): string | number {
  const parameter = session.contract.operations
    .filter(({ entity }) => entity === kind)
    .flatMap((operation) => pathParameters(operation).slice(-1))[0];
  if (parameter === undefined) return ABSENT;
  const id = absentId(session, kind, parameter);
  return /^\d+$/.test(id) ? Number(id) : id;
}

function bodyReferences(operation: Operation): { pointer: string; kind: FixtureKind }[] {
  const schema = jsonSchema(operation);
  if (typeof schema !== 'object') return [];
  const items = schema['items'] as JsonSchema | undefined;
  if (typeof items === 'object' && items['x-reference'] !== undefined)
    return [{ pointer: '/0', kind: items['x-reference'] as FixtureKind }];
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(([name, property]) => {
    const kind = typeof property === 'object' ? (property['x-reference'] as FixtureKind | undefined) : undefined;
    return kind === undefined ? [] : [{ pointer: `/${name}`, kind }];
  });
}

function withReferences(
  operation: Operation,
  value: unknown,
  fixture: Fixture | undefined,
  references: References['body'],
): unknown {
  let body = value;
  const schema = jsonSchema(operation);
  const required =
    typeof schema === 'object' && Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  const kinds = new Map(bodyReferences(operation).map(({ pointer, kind }) => [pointer, kind]));
  for (const { pointer, value: id } of references) {
    if (pointer !== '/0' && !required.includes(pointer.slice(1))) continue;
    // A body that names the entity itself must name the one that was leased for it, or none at all.
    const own = kinds.get(pointer) === operation.entity;
    body = pointerSet(body, pointer, own ? (Object.values(fixture?.ids ?? {}).at(-1) ?? ABSENT) : id);
  }
  return body;
}

/** True when the entity is named in the body, not in the path (`PUT /api/ssl/v2`). */
export function namesOwnEntity(operation: Operation): boolean {
  return operation.entity !== undefined && !operation.parameters.some((parameter) => parameter.in === 'path');
}

function jsonSchema(operation: Operation): JsonSchema | undefined {
  const schema = jsonSchemaOf(operation);
  return schema && dereference(schema);
}

function isObjectSchema(operation: Operation): boolean {
  const schema = jsonSchema(operation);
  return typeof schema === 'object' && schema['type'] !== 'array';
}

/** Places of states that a server refuses to be asked for while they are the present ones, as its owner says. */
function unaskable(contract: Contract, { id }: Operation): string[] {
  return contract.machines.flatMap(({ transitions, written, staying }) => {
    if (written === undefined || staying === undefined || transitions[0]?.operation !== id) return [];
    const [place, refused] = [contract.answer(written)?.value, contract.answer(staying)];
    const isRefused = refused?.standing === 'claimed' && refused.value === 'refused';
    return isRefused && typeof place === 'string' ? [place] : [];
  });
}

/**
 * A body that says no more than it must, filled with a value for each further member: what starts from an accepted body would
 * find nothing in it to vary. Nothing that names another entity, as none is known to fit. Undefined for one that holds more, and
 * where there is nothing to add.
 */
function withAllMembers(operation: Operation, value: unknown): unknown {
  const schema = jsonSchema(operation);
  if (schema === undefined || !isObject(value) || variantsOf(schema).length > 0) return undefined;
  const places = placesIn(schema);
  const spare = (place: string): boolean => complaints(schema, pointerUnset(value, place)).length === 0;
  if (places.some((place) => valueAt(value, place) !== undefined && spare(place))) return undefined;
  const whole = places.reduce<unknown>((body, place) => {
    const member = memberSchema(operation, place, body);
    if (typeof member !== 'object' || member['x-reference'] !== undefined || valueAt(body, place) !== undefined)
      return body;
    const filled = pointerSet(body, place, plainValue(member));
    return complaints(schema, filled).length === 0 ? filled : body;
  }, value);
  return whole === value ? undefined : whole;
}

/** The entity's present values as the content of an update, laid over `base`; undefined when it cannot be read. */
async function roundTrip(
  session: Session,
  operation: Operation,
  fixture: Fixture,
  base: Content,
): Promise<Content | undefined> {
  const lines = readbacks(session.contract, operation);
  if (lines.length === 0) return undefined;
  const before = await beforeOf(session, operation, fixture);
  if (before === undefined) return undefined;
  // What must be written and does not show cannot be written back: another value for it would be a change.
  const shows = ({ read }: Readback): boolean => (valueAt(before.value, read) ?? null) !== null;
  if (!lines.some(shows) && !isClaimed(session.contract)) return undefined;
  if (lines.some((line) => isRequired(operation, line) && !shows(line))) return undefined;
  const omit = unaskable(session.contract, operation);
  const { query, body } = writeBack(session, operation, fixture, before.value, { base, omit });
  return {
    ...(query.length === 0 ? {} : { query }),
    ...(body === undefined || base.body === undefined ? {} : { body }),
  };
}
