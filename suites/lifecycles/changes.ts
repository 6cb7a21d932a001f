/** What an update of an entity in hand could change: which members show, and which other values they can be given. */
import { type RequestCase, withBody, withParameter } from '../../generators/index.ts';
import {
  claimed,
  isObject,
  type JsonSchema,
  type Operation,
  pointerOf,
  type Readback,
  token,
  valueAt,
} from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { pointerSet } from '../judges/index.ts';
import { isOfOtherVariants, memberSchema } from '../requests/member-schema.ts';
import { readbacks } from '../subject/returned.ts';
import { chosenValues, emptiedValues, isMap, keyedValues, roundTripValues } from './round-trip.ts';
import type { UpdateSubject } from './update-subject.ts';
import { largeChanges, smallChange, type Variation } from './variation.ts';

/** A member of an update that shows in the GET, with the value that a change gives it. */
export interface Change {
  readonly write: string;
  readonly read: string;
  readonly value: unknown;
  /** See `Variation`. */
  readonly invented?: boolean;
  /** See `RoundTripValue`. */
  readonly parts?: readonly string[];
}

/** The request with one member changed. */
export function withChange(request: RequestCase, { write, value }: Pick<Change, 'write' | 'value'>): RequestCase {
  if (write.startsWith('?')) return withParameter(request, write.slice(1), [value].flat().map(String));
  return withBody(request, {
    mediaType: request.body?.mediaType ?? 'application/json',
    value: pointerSet(request.body?.value, write, value),
  });
}

/** A member that shows, with the values that a change could give it, the best first. */
export interface Changeable {
  readonly write: string;
  readonly read: string;
  readonly values: readonly Variation[];
}

/**
 * The members that show and could be given other values, whatever these are: for entities that need not be put back to the
 * letter. `shown`: what the entity shows now; `siblings`: what others of its kind show; `omit`: places with rules of their own.
 */
export function changeable(
  context: CheckContext,
  subject: UpdateSubject,
  shown: unknown,
  siblings: readonly unknown[],
  omit: readonly string[],
): Changeable[] {
  return placesOf(context, subject).flatMap(({ write, read }): Changeable[] => {
    if (omit.includes(write)) return [];
    const schema = memberSchema(subject.operation, write, subject.valid.request.body?.value);
    const named = namedBy(context, subject.operation, write, schema);
    const shownByOthers = siblings.map((sibling) => valueAt(sibling, read));
    // A list of several says more than what another one has.
    const others = named.some(Array.isArray) ? [...named, ...shownByOthers] : [...shownByOthers, ...named];
    const values = largeChanges(
      schema,
      valueAt(shown, read),
      2,
      others.filter((value) => value !== undefined),
    );
    return values.length === 0 ? [] : [{ write, read, values }];
  });
}

/** For a member that names an entity: ids of those that nobody uses up; for a list of such, all of them. */
function namedBy({ session }: CheckContext, operation: Operation, write: string, schema?: JsonSchema): unknown[] {
  const parameter = operation.parameters.find(({ name, in: place }) => place === 'query' && `?${name}` === write);
  const items = typeof schema === 'object' ? schema['items'] : undefined;
  const kind = [schema, items].map((one) => (isObject(one) ? one['x-reference'] : undefined)).find(Boolean);
  const wanted = kind ?? parameter?.reference;
  const some = session.target.fixtures().filter((one) => one.kind === wanted && one.allow !== 'destroy');
  const ids = some.slice(0, FEW_NAMED).map((one) => Object.values(one.ids).at(-1));
  return items === undefined ? ids : ids.length > 1 ? [ids] : [];
}

/** Of them, one may be what is there already; and a list may lose its last item only from the third on. */
const FEW_NAMED = 3;

/** Where the members of the subject's update show. */
function placesOf(context: CheckContext, { operation, valid, places }: UpdateSubject): readonly Readback[] {
  const body = valid.request.body?.value;
  const all = places ?? readbacks(context.contract, operation);
  return all.filter(({ write }) => !isOfOtherVariants(operation, write, body));
}

/** One touch on each free text that shows. */
export function changesFor(
  context: CheckContext,
  subject: UpdateSubject,
  shown: unknown,
  options: { readonly turn: number; readonly omit?: readonly string[] },
): Change[] {
  return placesOf(context, subject).flatMap(({ write, read }): Change[] => {
    const present = valueAt(shown, read);
    if (options.omit?.includes(write) || present === undefined || present === null) return [];
    const schema = memberSchema(subject.operation, write, subject.valid.request.body?.value);
    const value = smallChange(schema, present, options.turn);
    return value === undefined ? [] : [{ write, read, value }];
  });
}

/** Another text for each that the body has, wherever it may show. */
export function textChanges({ operation, valid: { request } }: UpdateSubject, turn: number): Change[] {
  const body = request.body?.value;
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, present]): Change[] => {
    const write = pointerOf(name);
    const value = smallChange(memberSchema(operation, write, body), present, turn);
    return typeof value === 'string' ? [{ write, read: '', value }] : [];
  });
}

/** Values of the members that show which a careless server does not keep; for each member, and each text of a map, a list. */
export function roundTripChanges(
  context: CheckContext,
  subject: UpdateSubject,
  shown: unknown,
  omit: readonly string[],
): Change[][] {
  // Where it is only assumed that a list shows, an empty one may stand for none given.
  const free = isFree(context, subject);
  // A query has no empty list, and an empty text only where the owner says that it is one.
  const hasEmpty = claimed(context.contract, 'request.empty-value') === 'value';
  const isEmptied = (write: string, value: unknown): boolean =>
    free && (!write.startsWith('?') || (hasEmpty && value === ''));
  return withTextsOfMaps(context, subject, shown).flatMap(({ write, read }, at): Change[][] => {
    const present = valueAt(shown, read) ?? undefined;
    if (omit.includes(write) || (present === undefined && !free)) return [];
    const schema = memberSchema(subject.operation, write, subject.valid.request.body?.value);
    const values = [
      ...roundTripValues(schema, at),
      ...emptiedValues(schema, present).filter(({ value }) => isEmptied(write, value)),
    ];
    return [values.map((one) => ({ write, read, ...one }))];
  });
}

/**
 * Values that are written one at a time, as others may hang on them: maps that show, with what they hold and further names besides, and
 * each word of what has a few to choose from.
 */
export function singleChanges(
  context: CheckContext,
  subject: UpdateSubject,
  shown: unknown,
  omit: readonly string[],
): Change[] {
  return (isFree(context, subject) ? placesOf(context, subject) : []).flatMap(({ write, read }): Change[] => {
    if (omit.includes(write)) return [];
    const schema = memberSchema(subject.operation, write, subject.valid.request.body?.value);
    const present = valueAt(shown, read);
    return [...keyedValues(schema, present), ...chosenValues(schema, present)].map((one) => ({ write, read, ...one }));
  });
}

/** True where an entity may be left with any value, and where each is said to show. */
function isFree({ contract }: CheckContext, { disposable }: UpdateSubject): boolean {
  return disposable && contract.answer('update.readback')?.standing === 'claimed';
}

/** Texts of a map that are written apart: what one of them becomes, any of them does. */
const MOST_TEXTS = 1;

/** The places that show, and where one is a map with free keys those of its texts besides. */
function withTextsOfMaps(context: CheckContext, subject: UpdateSubject, shown: unknown): readonly Readback[] {
  return placesOf(context, subject).flatMap((place) => {
    const { write, read } = place;
    const present = valueAt(shown, read);
    const schema = memberSchema(subject.operation, write, subject.valid.request.body?.value);
    if (!isObject(present) || !isMap(schema)) return [place];
    const names = Object.keys(present).filter((name) => typeof present[name] === 'string');
    const texts = names.slice(0, MOST_TEXTS).map((name) => ({
      ...place,
      write: write + token(name),
      read: read + token(name),
    }));
    return [place, ...texts];
  });
}

/** Places with rules of their own: the type of an administrator has a table (3.2). */
export function apart(context: CheckContext, subject: UpdateSubject): string[] {
  const type = context.contract.answer('admin.type.write')?.value;
  return subject.operation.id === 'admin.update' && typeof type === 'string' ? [type] : [];
}
