/** Positive controls: a valid request of an operation, seen to be accepted, before anything is judged by refusals (design rule 3). */
import type { RequestCase } from '../../generators/index.ts';
import type { Exchange, FixtureKind, Operation, Parameter, Takes } from '../../spec/index.ts';
import { isClientError, KINDS, permits } from '../../spec/index.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import { ifAvailable, type Session, tryFor, type Unavailable, unavailable } from '../engine/index.ts';
import { isAccepted, isUnanswered, saidIn } from '../judges/index.ts';
import { readerOf } from '../subject/read.ts';
import { restoreLater } from '../subject/restore.ts';
import { another, findFixture, fixturesFor, MOST_TRIED } from '../subject/search.ts';
import { compose, pathOf } from './compose.ts';
import { type ContentCandidate, contentCandidates, isWriteBack, WRITTEN_BACK } from './content.ts';
import { hasWayBack, homeOf, isPrepared, mayHaveWayBack, noWayBack, stepBefore } from './way-back.ts';

/** A valid request and what came of it. */
export interface Tried {
  readonly request: RequestCase;
  readonly exchange: Exchange;
  readonly fixture?: Fixture;
  /** True when the answer is a success. */
  readonly accepted: boolean;
  /** True when nothing in the request was guessed: its refusal is the target's fault. */
  readonly vouched: boolean;
}

/**
 * Tries a valid request of the operation on a fixture that the run may use for it, once per session. Where the content of
 * the request is not shown, candidates are tried in turn until one is accepted.
 */
export function attempt(session: Session, operation: Operation): Promise<Tried> {
  return session.once(`attempt:${operation.id}`, () => firstAccepted(session, operation));
}

/** The same, where nothing can be told without an accepted request. @throws Unavailable with the refused one. */
export async function accepted(session: Session, operation: Operation): Promise<Tried> {
  const tried = await attempt(session, operation);
  if (!tried.accepted) throw refused(operation, tried.exchange);
  return tried;
}

/** The same, for who can do without. */
export function ifAccepted(session: Session, operation: Operation): Promise<Tried | undefined> {
  return ifAvailable(accepted(session, operation));
}

/** No positive control: what the server made of an ordinary request, in its own words. */
export function refused(operation: Operation, exchange: Exchange): Unavailable {
  const status = exchange.response?.status;
  const said = saidIn(exchange);
  const answer = { ...(status === undefined ? {} : { status }), ...(said === undefined ? {} : { said }) };
  return unavailable({ what: 'control', operation: operation.id, ...takesOf(operation), ...answer }, exchange);
}

function takesOf({ body, parameters }: Operation): { readonly takes?: Takes } {
  if (body !== undefined) return { takes: 'body' };
  const query = parameters.filter(({ in: place }) => place === 'query');
  return query.length === 0 ? {} : { takes: query.filter(({ required }) => required).map(({ name }) => name) };
}

async function firstAccepted(session: Session, operation: Operation): Promise<Tried> {
  const { effect: permitted } = session.target.facts;
  if (!permits(permitted, operation.effect)) throw unavailable({ what: 'effect', needed: operation.effect, permitted });
  const first = await fixtureFor(session, operation);
  let best: Tried | undefined;
  const tried: Fixture[] = [];
  const missing: Tried[] = [];
  for (let fixture = first; ; ) {
    const found = await tryOn(session, operation, fixture);
    if (found !== undefined && session.chronicle.isMissing(found.exchange)) missing.push(found);
    else best = better(best, found);
    if (fixture === undefined || found === undefined || found.accepted || !mayBeForItsState(found.exchange)) break;
    if (!missing.includes(found)) tried.push(fixture);
    fixture = await unlike(session, operation, tried, missing);
    if (fixture === undefined) break;
  }
  best = better(best, await retireMissing(session, operation, missing));
  if (best === undefined) {
    throw missing.length > 0 && operation.entity !== undefined
      ? session.short({ kind: operation.entity, effect: operation.effect })
      : unavailable({ what: 'request', operation: operation.id, ...takesOf(operation) });
  }
  if (best.accepted && operation.effect === 'destroy' && best.fixture !== undefined)
    await session.consume(best.fixture);
  return best;
}

/**
 * Takes out what is answered as absent and no GET shows: an earlier run may have used it up. Where another operation of the
 * kind finds the first of them, it is there, and not to find it is the fault of this one.
 */
async function retireMissing(
  session: Session,
  operation: Operation,
  missing: readonly Tried[],
): Promise<Tried | undefined> {
  const [one] = missing;
  if (one?.fixture === undefined) return undefined;
  const { fixture } = one;
  const others = session.contract.operations.filter(
    ({ id, entity, effect }) => entity === fixture.kind && id !== operation.id && effect === 'modify',
  );
  for (const other of others) {
    if ((await tryOn(session, other, fixture))?.accepted === true) return one;
  }
  for (const { fixture: gone } of missing) if (gone !== undefined) session.target.retire(gone);
  return undefined;
}

/** Tries the candidates on one entity until one is accepted. */
export async function tryOn(
  session: Session,
  operation: Operation,
  fixture: Fixture | undefined,
): Promise<Tried | undefined> {
  const path = pathOf(operation, fixture);
  const candidates = await contentCandidates(session, operation, fixture);
  if (fixture !== undefined) await prepare(session, operation, fixture, candidates);
  let best: Tried | undefined;
  let hasNoWayBack = false;
  for (const candidate of candidates) {
    if (hasNoWayBack && !candidate.vouched) continue;
    const request = compose(operation, { path, ...candidate });
    const exchange = await session.send(request);
    best = better(best, {
      request,
      exchange,
      ...(fixture === undefined ? {} : { fixture }),
      accepted: isAccepted(exchange),
      vouched: candidate.vouched,
    });
    if (best?.accepted === true) break;
    // What must be given back would be put back by this very request: after its refusal a guess could empty it for good.
    hasNoWayBack ||= isWriteBack(candidate) && fixture?.allow === 'modify';
  }
  return best;
}

/** The one that says more: what was accepted, else what was refused although nothing in it was guessed. */
function better(one: Tried | undefined, other: Tried | undefined): Tried | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.accepted || (other.vouched && !one.vouched) || isUnanswered(other.exchange) ? other : one;
}

/** What an entity must be for an operation is mostly not shown: a refusal may be for its type or its state, and so may silence. */
function mayBeForItsState(exchange: Exchange): boolean {
  if (exchange.error !== undefined) return exchange.request.method === 'DELETE' && !isUnanswered(exchange);
  const status = exchange.response?.status ?? 0;
  return isClientError(status) && ![401, 429].includes(status);
}

/** Another entity of the kind that can be put back, best one whose traits differ from those that were tried; undefined when enough were tried. */
export async function unlike(
  session: Session,
  operation: Operation,
  tried: readonly Fixture[],
  missing: readonly Tried[] = [],
): Promise<Fixture | undefined> {
  const absent = new Set(missing.map(({ fixture }) => fixture));
  const kind = operation.entity;
  return kind === undefined
    ? undefined
    : ifAvailable(nextReturnable(session, operation, { kind, tried, fits: (one) => !absent.has(one) }));
}

/** Brings the entity into the state that the operation starts from, and sees to it that it is put back. */
export async function prepare(
  session: Session,
  operation: Operation,
  fixture: Fixture,
  given?: readonly ContentCandidate[],
): Promise<void> {
  if (operation.effect !== 'modify') return;
  const path = pathOf(operation, fixture);
  const candidates = given ?? (await contentCandidates(session, operation, fixture));
  await prepareBeside(session, operation, fixture);
  const after = await homeOf(session, operation, fixture);
  const same = candidates.find(({ label }) => label === WRITTEN_BACK);
  const by =
    after !== undefined ? back(after, fixture) : same !== undefined ? compose(operation, { path, ...same }) : undefined;
  await restoreLater(session, operation, fixture, by === undefined ? {} : { by });
  const before = stepBefore(session.contract, operation);
  if (before === undefined) return;
  const [content] = await contentCandidates(session, before, fixture);
  await session.send(compose(before, { path: pathOf(before, fixture), ...content, label: 'preparation' }));
}

/** A fixture of the operation's kind with the operation's effect; undefined when no entity is involved. */
export function fixtureFor(session: Session, operation: Operation, key = 'first'): Promise<Fixture | undefined> {
  const kind = operation.entity;
  if (kind === undefined) return Promise.resolve(undefined);
  return session.once(`fixture:${kind}:${operation.effect}:${key}`, async () => {
    const traits = operation.ways?.startsFrom;
    const need: FixtureNeed = { kind, effect: operation.effect };
    const preferred = traits === undefined ? undefined : await ifAvailable(session.fixture({ ...need, traits }));
    if (preferred !== undefined) return preferred;
    const spare = { ...need, where: isDisposable };
    const better = readerOf(session.contract, operation) === undefined || session.plenty(spare);
    const disposable = setsMembers(operation) && better ? await disposableOf(session, spare) : undefined;
    return disposable ?? returnable(session, operation, kind);
  });
}

/** A member that was not there can be set and, as the contract shows no way to take it out again, may stay: better on an entity that may be used up. */
function setsMembers(operation: Operation): boolean {
  return operation.effect === 'modify' && (operation.body !== undefined || operation.parameters.some(isOptionalQuery));
}

function isOptionalQuery({ in: place, required }: Parameter): boolean {
  return place === 'query' && !required;
}

function isDisposable({ allow }: Fixture): boolean {
  return allow === 'destroy';
}

/** One that may be used up: best an ordinary one, as what has no values gives its checks none to vary. */
function disposableOf(session: Session, spare: FixtureNeed): Promise<Fixture | undefined> {
  const isBest = (one: Fixture): boolean => isDisposable(one) && isOrdinary(one);
  return ifAvailable(findFixture(session, spare, [isBest])).then(
    (found) => found ?? ifAvailable(session.fixture({ ...spare, where: isDisposable })),
  );
}

/** A fixture that can be put back afterwards, or may be used up. */
async function returnable(session: Session, operation: Operation, kind: FixtureKind): Promise<Fixture> {
  const need = { kind, effect: operation.effect };
  const fixtures = fixturesFor(session, need);
  const fits = fixtures.some(isOrdinary) ? isOrdinary : () => true;
  const { found, missing } = await tryFor(nextReturnable(session, operation, { kind, tried: [], fits }));
  if (found !== undefined) return found;
  const spare = await findFixture(session, need, [isDisposable]);
  if (spare !== undefined) return spare;
  const none = fixtures.length > 0 && !fixtures.some((one) => fits(one) && mayHaveWayBack(session, operation, one));
  throw none ? noWayBack(operation) : missing;
}

interface Search {
  readonly kind: FixtureKind;
  readonly tried: readonly Fixture[];
  fits(one: Fixture): boolean;
}

/** The next entity of which a look does not show that it could not be put back. */
async function nextReturnable(session: Session, operation: Operation, { kind, tried, fits }: Search): Promise<Fixture> {
  const unfit = new Set<Fixture>();
  const mayBe = (one: Fixture): boolean => !unfit.has(one) && fits(one) && mayHaveWayBack(session, operation, one);
  while (unfit.size < MOST_TRIED) {
    const { found, missing } = await tryFor(another(session, { kind, effect: operation.effect }, tried, mayBe));
    if (found === undefined) throw unfit.size > 0 ? noWayBack(operation) : missing;
    if (await isReturnable(session, operation, found)) return found;
    unfit.add(found);
  }
  throw noWayBack(operation);
}

/** True when the entity can be put back after this operation: also where all that it sets are parameters, by what it shows. */
export async function isReturnable(session: Session, operation: Operation, fixture: Fixture): Promise<boolean> {
  if (!(await hasWayBack(session, operation, fixture))) return false;
  const { id, effect, body } = operation;
  if (effect !== 'modify' || fixture.allow === 'destroy' || body !== undefined) return true;
  if (session.target.facts.examples[id] !== undefined) return true;
  if (!operation.parameters.some(({ in: place }) => place === 'query')) return true;
  const candidates = await contentCandidates(session, operation, fixture);
  return candidates.some(({ label }) => label === WRITTEN_BACK);
}

/**
 * False for what the profile says to be out of the ordinary: a location that is no custom one (4.2 shows updates and deletions
 * of custom ones only), an endpoint without a configuration.
 */
export function isOrdinary({ traits }: Fixture): boolean {
  return traits['custom'] !== false && traits['configured'] !== false;
}

/** True where the profile says so of what may be either: whether a location is a custom one, nothing else tells (silence location.not-custom). */
export function isKnownOrdinary(fixture: Fixture): boolean {
  const mayBeEither = KINDS[fixture.kind].ids.includes('locationId');
  return isOrdinary(fixture) && (!mayBeEither || fixture.traits['custom'] === true);
}

/**
 * Sees to it that what an operation changes besides is put back, after it has put back its own. A state is left by a step of
 * its own, whether or not it is known to have been entered; of an entity whose state is not known, nothing says where to leave it.
 */
export async function prepareBeside(session: Session, { ways }: Operation, fixture: Fixture): Promise<void> {
  for (const other of (ways?.changes ?? []).map((id) => session.contract.operation(id))) {
    const home = await homeOf(session, other, fixture);
    if (home !== undefined) await restoreLater(session, other, fixture, { by: back(home, fixture) });
    else if (!isPrepared(other)) await prepare(session, other, fixture);
  }
}

function back(home: Operation, fixture: Fixture): RequestCase {
  return compose(home, { path: pathOf(home, fixture), label: 'back to where it was' });
}
