/** One entity in hand to be updated: leased, read, journalled, with an update that is known to be accepted. */
import { type RequestCase, withBody, withParameter } from '../../generators/index.ts';
import {
  claimed,
  counterpart,
  type Effect,
  isObject,
  type JsonSchema,
  type Operation,
  pointerOf,
  token,
  valueAt,
} from '../../spec/index.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import { type CheckContext, tryFor, Unavailable, unavailable } from '../engine/index.ts';
import { complaints, pointerSet } from '../judges/index.ts';
import { WRITTEN_BACK } from '../requests/content.ts';
import { refused } from '../requests/control.ts';
import { isOfOtherVariants, memberSchema } from '../requests/member-schema.ts';
import { isByNature } from '../requests/own-values.ts';
import { prepareBeside } from '../requests/prepare.ts';
import { type Look, type Observer, observerOf } from '../subject/read.ts';
import { restoreLater } from '../subject/restore.ts';
import { type Readback, readbacks, WHOLE, writeBack } from '../subject/returned.ts';
import { another, fixturesFor, fullestOf, isOrdinary } from '../subject/search.ts';
import { inHand, type Subject } from '../subject/subject.ts';
import { noWayBack } from '../subject/way-back.ts';
import { isSibling, onEachSide } from './neighbours.ts';
import { emptiedValues, isMap, keyedValues, roundTripValues } from './round-trip.ts';
import { firstOf, updateCandidates, type ValidUpdate } from './valid-update.ts';
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

export interface UpdateSubject {
  readonly operation: Operation;
  readonly fixture: Fixture;
  /** Undefined where no GET shows the entity. */
  readonly observer: Observer | undefined;
  readonly before: Look | undefined;
  /** True where all that this run had done to it before had had its time to show. */
  readonly rested: boolean;
  /** An accepted update. */
  readonly valid: ValidUpdate;
  /** False when the update must not be sent again because nothing can put it back. */
  readonly disposable: boolean;
  /** Where its members show, for who looks by another GET than that of which the dialect says so. */
  readonly places?: readonly Readback[];
}

/** Takes an entity for the updates of one operation. `besides`: another one that is changed as well. @throws Unavailable when none is in the profile, it cannot be read, or no update is accepted. */
export async function takeSubject(
  context: CheckContext,
  operation: Operation,
  effect: Effect,
  where?: (fixture: Fixture) => boolean,
  besides?: Fixture,
): Promise<UpdateSubject> {
  const { session } = context;
  const kind = operation.entity;
  if (kind === undefined) throw new Unavailable({ what: 'none', of: 'entity', was: 'named' }, 'other');
  const wanted = { kind, effect, stays: operation.effect === 'modify' };
  const better = betterOne(context, operation, { ...wanted, where: where ?? (() => true) }, besides);
  const tried: Fixture[] = [];
  let first: Unavailable | undefined;
  for (;;) {
    // Others of the run may have the better ones in hand.
    const best = better && tried.length === 0 ? await tryFor(another(session, wanted, [], better)) : undefined;
    const next = best?.found === undefined ? await tryFor(another(session, wanted, tried, where)) : best;
    if (next.found === undefined) throw first ?? next.missing;
    const { found, missing } = await tryFor(subjectOf(context, operation, next.found));
    if (found !== undefined) return found;
    first ??= missing;
    // What an entity must be for its update is not shown: where one of some type takes none, one of another may.
    if (missing.cause !== 'control-refused') throw first;
    tried.push(next.found);
  }
}

/** What tells more than the others that serve, if there are such. */
function betterOne(
  context: CheckContext,
  operation: Operation,
  wanted: Pick<FixtureNeed, 'kind' | 'effect' | 'stays'> & Required<Pick<FixtureNeed, 'where'>>,
  besides: Fixture | undefined,
): ((one: Fixture) => boolean) | undefined {
  const { session, contract } = context;
  // What cannot be read cannot be put back: better on one that may be used up.
  const isSilent = counterpart(contract.operations, operation, 'GET') === undefined;
  const isSpare = (one: Fixture): boolean => wanted.where(one) && one.allow === 'destroy';
  if (isSilent && fixturesFor(session, wanted).some(isSpare)) return isSpare;
  const all = session.dealt(wanted).filter(wanted.where);
  // What is out of the ordinary is soon like all others.
  const ordinary = all.filter(isOrdinary);
  const own = ordinary.length > 0 ? ordinary : all;
  // A server that takes the first or the last of its siblings for any of them is right about these; and it may reach those on one side alone.
  const sidesOf = (one: Fixture): boolean[] =>
    onEachSide(session, one).map((side) => side.some((near) => isSibling(near, one)));
  const amid = own.filter((one) => sidesOf(one).every(Boolean));
  const isCovered = besides !== undefined && sidesOf(besides)[0] === true;
  const onSides = (isCovered ? [1, 0] : [0, 1]).map((side) => own.filter((one) => sidesOf(one)[side]));
  const best = [amid, ...onSides, own].find(({ length }) => length > 0);
  if (best === undefined) return undefined;
  const reader = counterpart(contract.operations, operation, 'GET');
  const places = readbacks(contract, operation).map(({ read }) => read);
  const fullest = reader === undefined ? best : fullestOf(session, reader, places, best);
  return (one) => fullest.includes(one);
}

/** What nobody can put back is changed on disposable entities only, unless the owner's own example is what is written. */
export async function takeReturnable(context: CheckContext, operation: Operation): Promise<UpdateSubject> {
  const { found, missing } = await tryFor(takeSubject(context, operation, 'modify'));
  if (found !== undefined) return found;
  if (missing.why.what === 'way-back') return takeSubject(context, operation, 'destroy');
  throw missing;
}

async function subjectOf(context: CheckContext, operation: Operation, fixture: Fixture): Promise<UpdateSubject> {
  const { session } = context;
  const reader = operation.path.includes('{') ? counterpart(context.contract.operations, operation, 'GET') : undefined;
  const observer = reader === undefined ? undefined : observerOf(context.send, session, reader, fixture);
  const changedAt = session.chronicle.changedAt(fixture) ?? Number.NEGATIVE_INFINITY;
  const rested = Date.now() - changedAt >= session.target.facts.settleMs;
  const before = await observer?.look();
  if (before !== undefined && before.status !== 200) {
    const ids = Object.values(fixture.ids).join('/');
    throw unavailable({ what: 'look', kind: fixture.kind, ids, status: before.status }, before.exchange);
  }
  const known = await updateCandidates(session, operation, fixture);
  const candidates =
    fixture.allow === 'destroy' ? known : known.filter((request) => canBePutBack(context, request, fixture, before));
  if (candidates.length === 0) throw noWayBack(operation);
  const entity = inHand(session, operation, fixture);
  await prepareBeside(entity);
  await restoreLater(entity, wayBack(entity, before, candidates));
  const valid = await firstOf(context.send, candidates);
  if (valid === undefined) throw unavailable({ what: 'request', operation: operation.id });
  if (!valid.accepted) throw refused(operation, valid.exchange);
  return { operation, fixture, observer, before, rested, valid, disposable: entity.isDisposable };
}

/** True when all that the request writes is read now, is what the owner asked for, or is what the entity is by nature. */
function canBePutBack(
  context: CheckContext,
  request: RequestCase,
  fixture: Fixture,
  before: Look | undefined,
): boolean {
  const { operation } = request;
  if (context.target.examples[operation.id] !== undefined && request.label.includes(operation.id)) return true;
  if (request.label === WHOLE) return true;
  // Even an update that names no member may change something, and nothing would show it.
  if (before === undefined) return false;
  const readable = rewritable(context, request, before);
  const traits = Object.values(fixture.traits).map(String);
  const body = request.body?.value;
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const own = (name: string, value: unknown): boolean => isByNature(fixture, operation, { name, value }, before.value);
  return (
    members.every(([name, value]) => readable.has(name) || own(name, value)) &&
    request.query.every(([name, text]) => readable.has(`?${name}`) || traits.includes(text))
  );
}

/** Members (or `?parameters`) of an update whose present value is known and could be written again. */
export function rewritable(context: CheckContext, request: RequestCase, before: Look | undefined): ReadonlySet<string> {
  const { operation } = request;
  const known = readbacks(context.contract, operation).filter(({ write, read }) => {
    const present = valueAt(before?.value, read);
    const schema = memberSchema(operation, write, request.body?.value);
    return (
      present !== undefined && (schema === undefined || present === null || complaints(schema, present).length === 0)
    );
  });
  return new Set(known.map(({ write }) => (write.startsWith('?') ? write : (write.split('/')[1] ?? ''))));
}

/** What the entity showed, written over a candidate: over that which changes nothing, if there is one. */
function wayBack(
  subject: Subject,
  before: Look | undefined,
  candidates: readonly RequestCase[],
): Parameters<typeof restoreLater>[1] {
  const base = candidates.find(({ label }) => label === WRITTEN_BACK) ?? candidates[0];
  if (base === undefined || before === undefined) return { before };
  if (readbacks(subject.contract, subject.operation).length === 0) return { before };
  const { query, body } = base;
  const content = { query, ...(body === undefined ? {} : { body }) };
  return { before, by: writeBack(subject, before.value, { base: content }) };
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
  const some = session.target
    .fixtures()
    .filter((one) => one.kind === wanted && one.allow !== 'destroy' && one.foreign !== true);
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
  const isClaimed = context.contract.answer('update.readback')?.standing === 'claimed';
  const free = isClaimed && subject.disposable;
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

/** Maps that show, with what they hold and further names besides. */
export function keyedChanges(context: CheckContext, subject: UpdateSubject, shown: unknown): Change[] {
  const isFree = context.contract.answer('update.readback')?.standing === 'claimed' && subject.disposable;
  return (isFree ? placesOf(context, subject) : []).flatMap(({ write, read }): Change[] => {
    const schema = memberSchema(subject.operation, write, subject.valid.request.body?.value);
    return keyedValues(schema, valueAt(shown, read)).map((one) => ({ write, read, ...one }));
  });
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
