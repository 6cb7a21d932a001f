/** Whether an entity is again as it was, and the requests that make it so. Pure (design rule 5). */
import { isDeepStrictEqual } from 'node:util';
import { type RequestCase, withBody, withJson } from '../../generators/index.ts';
import {
  type Contract,
  counterpart,
  dereference,
  isObject,
  jsonSchemaOf,
  modePlace,
  type Operation,
  pointerOf,
  type Readback,
  valueAt,
} from '../../spec/index.ts';
import type { Example } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { acceptedPart, differences, pointerSet } from '../judges/index.ts';
import type { Content } from '../requests/compose.ts';
import type { Subject } from './subject.ts';

/** What the dialect says of where an update's members show. */
export function readbacks(contract: Contract, operation: Operation): readonly Readback[] {
  const answer = contract.answer('update.readback')?.value as Record<string, readonly Readback[]> | undefined;
  return answer?.[operation.id] ?? [];
}

/** Those of them at which nothing was seen to change by itself: what becomes of any other tells nothing of a request. */
export function stillReadbacks(
  { contract, session }: Pick<CheckContext, 'contract' | 'session'>,
  update: Operation,
): readonly Readback[] {
  const reader = counterpart(contract.operations, update, 'GET');
  const { movements } = session.chronicle;
  return readbacks(contract, update).filter(({ read }) => reader === undefined || !movements.isMoving(reader, read));
}

/**
 * True when `now` is what `before` was: in the members that the dialect says to show an update, and in all that the
 * owner's example may have changed besides. Where nothing is known of the members, in all that a server does not keep by itself.
 */
export function isReturned(subject: Subject, before: unknown, now: unknown): boolean {
  const alone = placesOf(subject, before);
  if (alone !== undefined) return alone.every((place) => isDeepStrictEqual(at(before, place), at(now, place)));
  const places = toldPlaces(subject, before);
  const example = exampleOf(subject);
  const written = new Set(leaves([example?.body, example?.query]));
  return differences(before, now).every((pointer) => {
    const [was, is] = [at(before, pointer), at(now, pointer)];
    if (was === is) return true;
    if (places.some((place) => touches(place, pointer))) return false;
    if (places.length > 0 && example === undefined) return true;
    if (leaves(is).some((leaf) => written.has(leaf))) return false;
    return places.length > 0 ? is !== null : isOwnRecord(was, is);
  });
}

/**
 * True when all members that had a value, as far as the dialect says where they show, have it again. Of an entity that was
 * that may be used up, no more is waited for: what came in since may be impossible to clear, and nobody will miss it.
 */
export function hasItsValuesAgain({ contract, operation }: Subject, before: unknown, now: unknown): boolean {
  const places = readbacks(contract, operation).map(({ read }) => read);
  return (
    places.length > 0 &&
    places.every((place) => at(before, place) === null || isDeepStrictEqual(at(before, place), at(now, place)))
  );
}

/** Where alone an operation's effect shows; undefined when that is not known, or the owner's example may have changed more. */
export function placesOf(subject: Subject, before: unknown): readonly string[] | undefined {
  const known = toldPlaces(subject, before);
  if (known.length > 0) return exampleOf(subject) === undefined ? known : undefined;
  if (subject.operation.ways?.shownBy === undefined) return undefined;
  const mode = modePlace(subject.contract)?.pointer;
  return mode === undefined || valueAt(before, mode) === undefined ? undefined : [mode];
}

/** Where an operation's effect shows. Places that are only assumed, and hold nothing, say nothing about what is changed. */
function toldPlaces({ contract, operation }: Subject, before: unknown): readonly string[] {
  const known = readbacks(contract, operation).map(({ read }) => read);
  return isClaimed(contract) || known.some((pointer) => valueAt(before, pointer) !== undefined) ? known : [];
}

function exampleOf({ session, operation }: Subject): Example | undefined {
  return session.target.facts.examples[operation.id];
}

/** True where the owner says that updates show where the dialect has them. */
export function isClaimed(contract: Contract): boolean {
  return contract.answer('update.readback')?.standing === 'claimed';
}

/** What every update must carry is never without a value, wherever it shows. */
export function isRequired({ parameters }: Operation, { write }: Readback): boolean {
  return parameters.some(({ name, required }) => required && `?${name}` === write);
}

/** The members of an update for which an entity shows no value. */
export function unvalued({ contract, operation }: Subject, shown: unknown): Readback[] {
  return readbacks(contract, operation).filter((line) => at(shown, line.read) === null && !isRequired(operation, line));
}

/** What an update needs besides the members that show, and places of it that are not written. */
interface WriteBack {
  readonly base?: Content;
  readonly omit?: readonly string[];
}

/** The update that writes back what an entity showed, as far as the dialect says where each member is written. */
export function writeBack(subject: Subject, shown: unknown, { base = {}, omit = [] }: WriteBack = {}): RequestCase {
  const { contract, operation } = subject;
  let body: unknown = base.body?.value ?? (operation.body === undefined ? undefined : {});
  const query = new Map<string, readonly string[]>();
  for (const [name, text] of base.query ?? []) query.set(name, [...(query.get(name) ?? []), text]);
  for (const { write, read } of readbacks(contract, operation)) {
    const value = at(shown, read);
    if (value === null || omit.includes(write)) continue;
    if (write.startsWith('?')) query.set(write.slice(1), [value].flat().map(String));
    else body = pointerSet(body, write, value);
  }
  // What must come along, and is told of nowhere, is what the GET shows under the same name.
  for (const place of body === undefined ? [] : requiredPlaces(operation)) {
    const value = at(shown, place);
    if (value !== null && valueAt(body, place) === undefined && !omit.includes(place))
      body = pointerSet(body, place, value);
  }
  const mediaType = base.body?.mediaType ?? 'application/json';
  return subject.request({
    query: [...query].flatMap(([name, texts]) => texts.map((text): [string, string] => [name, text])),
    ...(operation.body === undefined ? {} : { body: { mediaType, value: body } }),
    label: 'as it was',
  });
}

/** Members that a body of the operation must have, by its schema. */
function requiredPlaces(operation: Operation): readonly string[] {
  const schema = dereference(jsonSchemaOf(operation) ?? true);
  const required = typeof schema === 'object' ? schema['required'] : undefined;
  return Array.isArray(required) ? required.map((name) => pointerOf(String(name))) : [];
}

/** The request with nothing where the entity had nothing; none where nothing can be cleared. */
export function clearing(request: RequestCase, lines: readonly Readback[], nothing: null | ''): RequestCase[] {
  const { body } = request;
  const places = lines.map(({ write }) => write).filter((write) => write.startsWith('/'));
  if (body === undefined || !('value' in body) || places.length === 0) return [];
  const value = places.reduce<unknown>((whole, place) => pointerSet(whole, place, nothing), body.value);
  return [withBody(request, { ...body, value })];
}

/**
 * The updates that write an entity's whole GET body back: where it is told what an update may hold, that part of it, and all of it. None
 * where the operation takes no JSON object.
 */
export function wholeWriteBacks(subject: Subject, shown: unknown): readonly RequestCase[] {
  const { body } = subject.operation;
  const json = body?.contents.some(({ mediaType }) => mediaType === 'application/json') === true;
  if (!json || typeof shown !== 'object' || shown === null || Array.isArray(shown)) return [];
  const isTold = body.standing === 'claimed' || body.standing === 'contract';
  const schema = isTold ? jsonSchemaOf(subject.operation) : undefined;
  const part = schema === undefined ? undefined : acceptedPart(schema, shown);
  const bodies = part === undefined || isDeepStrictEqual(part, shown) ? [shown] : [part, shown];
  return bodies.map((value) => withJson(subject.request({ label: WHOLE }), value));
}

/**
 * The update that writes back what differs now, and beside it only what the owner's example brings, with `nothing` for what had no
 * value: a server may refuse what it shows, or know some members by other names than the dialect.
 */
export function leastWriteBack(
  subject: Subject,
  { before, now }: { readonly before: unknown; readonly now: unknown },
  nothing: null | '',
): RequestCase {
  const { contract, operation } = subject;
  const value = exampleOf(subject)?.body;
  const isLeft = ({ write, read }: Readback): boolean =>
    valueAt(value, write) === undefined && isDeepStrictEqual(at(before, read), at(now, read));
  const omit = readbacks(contract, operation).filter((line) => isLeft(line) && !isRequired(operation, line));
  // What the example brings shows under the same name where the dialect has no better one for it.
  const shown = isObject(value)
    ? Object.keys(value)
        .map(pointerOf)
        .filter((place) => at(now, place) !== null)
    : [];
  const former = shown.reduce((whole, place) => pointerSet(whole, place, at(before, place) ?? nothing), value);
  const base = value === undefined ? {} : { body: { mediaType: 'application/json', value: former } };
  return writeBack(subject, before, { base, omit: omit.map(({ write }) => write) });
}

/** Label of the request that writes back all that a GET shows. */
export const WHOLE = 'the entity as it reads, written back';

/** One of two places lies at or below the other. */
export function touches(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** A moment or a counter that a server keeps by itself. */
function isOwnRecord(was: unknown, is: unknown): boolean {
  if (typeof was === 'number' && typeof is === 'number') return is > was && is - was <= MOST_COUNTED;
  return typeof was === 'string' && typeof is === 'string' && MOMENT.test(was) && MOMENT.test(is);
}

/** More changes than one check makes to one entity are not counted so. */
const MOST_COUNTED = 1000;

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** The value at a place, null where there is none: many servers show the one for the other. */
function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointer) ?? null;
}

function leaves(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value];
}
