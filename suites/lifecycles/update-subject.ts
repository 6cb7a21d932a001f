/** One entity in hand to be updated: leased, read, journalled, with an update that is known to be accepted. */
import { type RequestCase, withBody, withParameter } from '../../generators/index.ts';
import { valueAt } from '../../spec/json.ts';
import { counterpart } from '../../spec/requirements/lifecycles.ts';
import type { Operation } from '../../spec/types.ts';
import { type Effect, type Exchange, permits } from '../../spec/vocabulary.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { isLack, type Lack, lacking, tryFor, Unavailable } from '../engine/unavailable.ts';
import { pointerSet } from '../judges/pointer.ts';
import { complaints } from '../judges/schema.ts';
import { WRITTEN_BACK } from '../requests/content.ts';
import { prepareBeside, refused } from '../requests/control.ts';
import { isByNature } from '../requests/own-variant.ts';
import { sortOf } from '../requests/sorts.ts';
import { noWayBack } from '../requests/way-back.ts';
import { toWire } from '../requests/wire.ts';
import { restoreLater } from '../subject/restore.ts';
import { type Readback, readbacks, WHOLE, writeBack } from '../subject/returned.ts';
import { type Eye, eyeOn, type Look } from './look.ts';
import { isOfOtherVariants, memberSchema } from './member-schema.ts';
import { tellingValues } from './telling.ts';
import { updateCandidates, type ValidUpdate } from './valid-update.ts';
import { boldChanges, gentleChange, type Variation } from './variation.ts';

/** A member of an update that shows in the GET, with the value that a change gives it. */
export interface Change {
  readonly write: string;
  readonly read: string;
  readonly value: unknown;
  /** See `Variation`. */
  readonly invented?: boolean;
  /** See `Telling`. */
  readonly parts?: readonly string[];
}

export interface UpdateSubject {
  readonly operation: Operation;
  readonly fixture: Fixture;
  /** Undefined where no GET shows the entity. */
  readonly eye: Eye | undefined;
  readonly before: Look | undefined;
  /** An accepted update. */
  readonly valid: ValidUpdate;
  /** False when the update must not be sent again because nothing can put it back. */
  readonly disposable: boolean;
}

/** Takes an entity for the updates of one operation. @throws Unavailable when none is lent, it cannot be read, or no update is accepted. */
export async function takeSubject(
  context: CheckContext,
  operation: Operation,
  effect: Effect,
  where?: (fixture: Fixture) => boolean,
): Promise<UpdateSubject> {
  const { session } = context;
  const kind = operation.entity;
  if (kind === undefined) throw new Unavailable({ lack: `${operation.id} names no entity.`, cause: 'other' });
  const tried: Fixture[] = [];
  let lack: Lack | undefined;
  while (tried.length < MOST_TRIED) {
    const fits = (one: Fixture): boolean => !tried.includes(one) && where?.(one) !== false;
    const usable = (one: Fixture): boolean => one.kind === kind && permits(one.allow, effect) && fits(one);
    if (tried.length > 0 && !session.target.fixtures().some(usable)) break;
    // What an entity must be for its update is not shown: where one of some type takes none, one of another may.
    const seen = new Set(tried.map(sortOf));
    const differs = (one: Fixture): boolean => usable(one) && !seen.has(sortOf(one));
    // What cannot be read cannot be put back: better on one that may be used up.
    const spare = (one: Fixture): boolean => differs(one) && one.allow === 'destroy';
    const silent = counterpart(context.contract.operations, operation, 'GET') === undefined;
    const lent = session.target.fixtures();
    const better = silent && lent.some(spare) ? spare : lent.some(differs) ? differs : fits;
    const fixture = await session.fixture({
      kind,
      effect,
      ...(tried.length === 0 && where === undefined && !silent ? {} : { where: better }),
    });
    if (isLack(fixture)) throw new Unavailable(lack ?? fixture);
    const { found, lack: why } = await tryFor(subjectOf(context, operation, fixture));
    if (found !== undefined) return found;
    lack ??= why;
    if (why?.cause !== 'control-refused') break;
    tried.push(fixture);
  }
  throw new Unavailable(lack ?? session.short({ kind, effect }));
}

/** What nobody can put back is changed on disposable entities only, unless the owner's own example is what is written. */
export async function takeReturnable(context: CheckContext, operation: Operation): Promise<UpdateSubject> {
  const { found, lack } = await tryFor(takeSubject(context, operation, 'modify'));
  if (found !== undefined) return found;
  if (typeof lack?.lack === 'object' && lack.lack.what === 'way-back')
    return takeSubject(context, operation, 'destroy');
  throw new Unavailable(lack as Lack);
}

/** Entities that are tried for one that takes an update. */
const MOST_TRIED = 3;

async function subjectOf(context: CheckContext, operation: Operation, fixture: Fixture): Promise<UpdateSubject> {
  const { session } = context;
  const reader = operation.path.includes('{') ? counterpart(context.contract.operations, operation, 'GET') : undefined;
  const eye = reader === undefined ? undefined : eyeOn(context.send, session, reader, fixture);
  const before = await eye?.look();
  if (before !== undefined && before.status !== 200) {
    const ids = Object.values(fixture.ids).join('/');
    throw new Unavailable(lacking({ what: 'look', kind: fixture.kind, ids, status: before.status }, before.exchange));
  }
  const known = await updateCandidates(session, operation, fixture);
  const candidates =
    fixture.allow === 'destroy' ? known : known.filter((request) => canBePutBack(context, request, fixture, before));
  if (candidates.length === 0) throw new Unavailable(noWayBack(operation));
  await prepareBeside(session, operation, fixture);
  await restoreLater(session, operation, fixture, wayBack(context, fixture, before, candidates));
  let last: Exchange | undefined;
  for (const request of candidates) {
    const exchange = await context.send(toWire(request, { session }));
    last = exchange;
    const status = exchange.response?.status ?? 0;
    if (status < 200 || status >= 300) continue;
    return {
      operation,
      fixture,
      eye,
      before,
      valid: { request, exchange, accepted: true },
      disposable: fixture.allow === 'destroy',
    };
  }
  throw new Unavailable(
    last === undefined ? lacking({ what: 'request', operation: operation.id }) : refused(operation, last),
  );
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
  { session, contract }: CheckContext,
  fixture: Fixture,
  before: Look | undefined,
  candidates: readonly RequestCase[],
): Parameters<typeof restoreLater>[3] {
  const base = candidates.find(({ label }) => label === WRITTEN_BACK) ?? candidates[0];
  if (base === undefined || before === undefined || readbacks(contract, base.operation).length === 0) return { before };
  const { query, body } = base;
  const content = { query, ...(body === undefined ? {} : { body }) };
  return { before, by: writeBack(session, base.operation, fixture, before.value, { base: content }) };
}

/** The request with one member changed. */
export function withChange(request: RequestCase, { write, value }: Change): RequestCase {
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
    const others = siblings.map((sibling) => valueAt(sibling, read)).filter((value) => value !== undefined);
    const values = boldChanges(schema, valueAt(shown, read), 2, others);
    return values.length === 0 ? [] : [{ write, read, values }];
  });
}

/** Where the members of the subject's update show. */
function placesOf(context: CheckContext, { operation, valid }: UpdateSubject): readonly Readback[] {
  const body = valid.request.body?.value;
  return readbacks(context.contract, operation).filter(({ write }) => !isOfOtherVariants(operation, write, body));
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
    const value = gentleChange(schema, present, options.turn);
    return value === undefined ? [] : [{ write, read, value }];
  });
}

/** Values of the members that show which a careless server does not keep; for each member a list. */
export function tellingChanges(
  context: CheckContext,
  subject: UpdateSubject,
  shown: unknown,
  omit: readonly string[],
): Change[][] {
  return placesOf(context, subject).flatMap(({ write, read }, at): Change[][] => {
    const present = valueAt(shown, read);
    if (omit.includes(write) || present === undefined || present === null) return [];
    const values = tellingValues(memberSchema(subject.operation, write, subject.valid.request.body?.value), at);
    return [values.map((telling) => ({ write, read, ...telling }))];
  });
}

/** Places with rules of their own: the type of an administrator has a table (3.2). */
export function apart(context: CheckContext, subject: UpdateSubject): string[] {
  const type = context.contract.answer('admin.type.write')?.value;
  return subject.operation.id === 'admin.update' && typeof type === 'string' ? [type] : [];
}
