/** What goes into a valid request besides the path: query and body, from what is known of this target. */
import {
  baseline,
  plainValue,
  type RequestBodyValue,
  type RequestCase,
  UnsatisfiableSchemaError,
} from '../../generators/index.ts';
import type { Contract, JsonSchema, Operation, Readback } from '../../spec/index.ts';
import { dereference, isObject, jsonSchemaOf, placesIn, placesInAny, valueAt, variantsOf } from '../../spec/index.ts';
import { complaints, pointerSet, pointerUnset } from '../judges/index.ts';
import { isClaimed, isRequired, readbacks, WHOLE, wholeWriteBacks, writeBack } from '../subject/returned.ts';
import type { Subject } from '../subject/subject.ts';
import { type Content, namesOwnEntity } from './compose.ts';
import { fromExample } from './examples.ts';
import { fullerSets, plainQuery } from './fuller.ts';
import { memberSchema } from './member-schema.ts';
import { ownVariant, traitValues, uniqueBody, uniqueValues, valuesAsTheyRead } from './own-values.ts';
import { queryReferences, withReferences } from './references.ts';

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
 * valid value of the schema; and, where the schema is only assumed, an empty object. What must be given back would be put back by the
 * very request that writes it back: after the refusal of that a guess could empty it for good, so none follows it.
 */
export async function contentCandidates(subject: Subject): Promise<ContentCandidate[]> {
  const { operation, fixture } = subject;
  const { base, isKnown } = await smallestContent(subject);
  const vouched = isKnown && vouchedByDialect(subject);
  const same = await roundTrip(subject, base);
  const candidates = exampleOf(subject);
  const whole =
    vouched && subject.isDisposable ? withAllMembers(operation, same?.body?.value ?? base.body?.value) : undefined;
  if (whole !== undefined) candidates.push({ label: ALL_MEMBERS, vouched: false, ...base, ...same, body: json(whole) });
  if (same !== undefined) candidates.push({ label: WRITTEN_BACK, vouched, ...same });
  else if (fixture !== undefined) candidates.push(...(await asItReads(subject, base)));
  candidates.push({ label: 'the smallest valid request', vouched, ...base });
  // What is refused without them may be taken with them: then something can be told of the rest.
  if (operation.effect === 'modify' && operation.body === undefined)
    for (const company of fullerSets(operation)) {
      const query = [...(base.query ?? []), ...plainQuery(company)];
      candidates.push({ label: 'with optional parameters', vouched: false, query });
    }
  if (!vouched && isObjectSchema(operation))
    candidates.push({ label: 'an empty object', vouched: false, ...base, body: json({}) });
  const back = fixture?.allow === 'modify' ? candidates.findLastIndex(isWriteBack) : -1;
  return back < 0 ? candidates : candidates.filter((one, at) => at <= back || one.vouched);
}

function json(value: unknown): RequestBodyValue {
  return { mediaType: 'application/json', value };
}

/** The owner's example. One that carries the entity's own id in its body must not travel with requests that are about no fixture. */
function exampleOf({ session, operation, fixture }: Subject): ContentCandidate[] {
  const example = session.target.facts.examples[operation.id];
  const usable = example !== undefined && (fixture !== undefined || !namesOwnEntity(operation));
  return usable ? fromExample(session, operation, example, fixture) : [];
}

/** No more than contract and dialect ask for, with values that are this entity's own. */
async function smallestContent(subject: Subject): Promise<{ readonly base: Content; readonly isKnown: boolean }> {
  const { operation, fixture } = subject;
  // Nothing is known of a silent schema but that its value is an object.
  const silent = operation.body?.standing === 'silent';
  const form = fixture === undefined ? undefined : await ownVariant(subject);
  const given = form === undefined ? undefined : { body: plainValue(form) };
  const { isKnown, query, body } = leastOf(operation, {
    path: {},
    query: { ...uniqueValues(subject), ...(await queryReferences(subject)), ...traitValues(subject) },
    ...(silent ? NOTHING_KNOWN : given),
  });
  const own = silent ? body?.value : uniqueBody(jsonSchema(operation), body?.value, fixture);
  const value = operation.body && (await asItShows(subject, await withReferences(subject, own)));
  const base = {
    ...(query.length === 0 ? {} : { query }),
    ...(operation.body === undefined ? {} : { body: json(value) }),
  };
  return { base, isKnown: isKnown && !silent };
}

/** Of a body of which nothing is known. */
const NOTHING_KNOWN = { body: {} };

/** The least valid request; of variants of which nobody shows what tells them apart, none is known to be one alone (4.9). */
function leastOf(
  operation: Operation,
  given: Parameters<typeof baseline>[1],
): RequestCase & { readonly isKnown: boolean } {
  try {
    return { ...baseline(operation, given), isKnown: true };
  } catch (error) {
    if (!(error instanceof UnsatisfiableSchemaError)) throw error;
    return { ...baseline(operation, { ...given, ...NOTHING_KNOWN }), isKnown: false };
  }
}

/** A body in which each member has the value that the entity's GET shows in the same place, where it may be written there. */
async function asItShows(subject: Subject, body: unknown): Promise<unknown> {
  const { contract, operation } = subject;
  const schema = jsonSchema(operation);
  const shown = subject.showsItself ? (await subject.before())?.value : undefined;
  if (schema === undefined || shown === undefined) return body;
  const omit = unaskable(contract, operation);
  const places = placesInAny(schema);
  return [...places].reduce((whole, place) => {
    const value = valueAt(shown, place) ?? null;
    if (value === null || valueAt(body, place) === undefined || omit.includes(place)) return whole;
    const own = pointerSet(whole, place, value);
    return complaints(schema, own).length === 0 ? own : whole;
  }, body);
}

/** Where it is not known how a GET's members are written, its body may still be taken as it is: the contract does not say. */
async function asItReads(subject: Subject, base: Content): Promise<ContentCandidate[]> {
  const values = await valuesAsTheyRead(subject);
  const rest = (base.query ?? []).filter(([name]) => values?.[name] === undefined);
  if (values !== undefined)
    return [{ ...base, label: WRITTEN_BACK, vouched: false, query: [...Object.entries(values), ...rest] }];
  if (!subject.showsItself) return [];
  return wholeWriteBacks(subject, (await subject.before())?.value).flatMap(({ label, body }) =>
    body === undefined ? [] : [{ label, vouched: false, body }],
  );
}

/** True when a refusal of dialect-made content is the target's fault and not our guess's. */
function vouchedByDialect({ contract, operation }: Subject): boolean {
  const invented = operation.parameters.some((parameter) => parameter.in === 'query' && parameter.required);
  const { claimed } = contract.dialect;
  if (operation.body === undefined) return claimed || !invented;
  // A description gives the form of a body, not what must be true of its content: only a claimed dialect or an example does.
  return claimed || operation.body.standing === 'contract';
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
async function roundTrip(subject: Subject, base: Content): Promise<Content | undefined> {
  const { contract, operation, fixture } = subject;
  const lines = readbacks(contract, operation);
  if (fixture === undefined || lines.length === 0) return undefined;
  const before = await subject.before();
  if (before === undefined) return undefined;
  // What must be written and does not show cannot be written back: another value for it would be a change.
  const shows = ({ read }: Readback): boolean => (valueAt(before.value, read) ?? null) !== null;
  if (!lines.some(shows) && !isClaimed(contract)) return undefined;
  if (lines.some((line) => isRequired(operation, line) && !shows(line))) return undefined;
  const { query, body } = writeBack(subject, before.value, { base, omit: unaskable(contract, operation) });
  return {
    ...(query.length === 0 ? {} : { query }),
    ...(body === undefined || base.body === undefined ? {} : { body }),
  };
}
