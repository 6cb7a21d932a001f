/** One entity in hand to be updated: leased, read, journalled, with an update that is known to be accepted. */
import type { RequestCase } from '../../generators/index.ts';
import { counterpart, type Effect, type Operation, type Readback, valueAt } from '../../spec/index.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import { type CheckContext, tryFor, Unavailable, unavailable } from '../engine/index.ts';
import { complaints } from '../judges/index.ts';
import { WRITTEN_BACK } from '../requests/content.ts';
import { refused } from '../requests/control.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { isByNature } from '../requests/own-values.ts';
import { prepareBeside } from '../requests/prepare.ts';
import { type Look, type Observer, observerOf } from '../subject/read.ts';
import { restoreLater } from '../subject/restore.ts';
import { readbacks, WHOLE, writeBack } from '../subject/returned.ts';
import { another, fixturesFor, fullestOf, isOrdinary } from '../subject/search.ts';
import { inHand, type Subject } from '../subject/subject.ts';
import { noWayBack } from '../subject/way-back.ts';
import { isSibling, onEachSide } from './nearest.ts';
import { firstOf, updateCandidates, type ValidUpdate } from './valid-update.ts';

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
