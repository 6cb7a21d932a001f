/** Which entity an operation is tried on first, and which one next: one that can be put back, or that may be used up (design rule 6). */
import type { FixtureKind, Operation, Parameter } from '../../spec/index.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import { ifAvailable, type Session, tryFor } from '../engine/index.ts';
import { readerOf } from '../subject/read.ts';
import { another, findFixture, fixturesFor, isOrdinary, MOST_TRIED } from '../subject/search.ts';
import { inHand, type Subject } from '../subject/subject.ts';
import { hasWayBack, mayHaveWayBack, noWayBack } from '../subject/way-back.ts';
import { contentCandidates, WRITTEN_BACK } from './content.ts';

/** A fixture of the operation's kind with the operation's effect; undefined when no entity is involved. @throws Unavailable */
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

/** Another entity of the kind that can be put back, best one whose traits differ from those that were tried; undefined when enough were tried. */
export async function unlike(
  session: Session,
  operation: Operation,
  tried: readonly Fixture[],
  missing: readonly Fixture[] = [],
): Promise<Fixture | undefined> {
  const kind = operation.entity;
  return kind === undefined
    ? undefined
    : ifAvailable(nextReturnable(session, operation, { kind, tried, fits: (one) => !missing.includes(one) }));
}

/** True when the entity can be put back after this operation: also where all that it sets are parameters, by what it shows. */
export async function isReturnable(subject: Subject): Promise<boolean> {
  if (!(await hasWayBack(subject))) return false;
  const { session, operation, isDisposable } = subject;
  if (operation.effect !== 'modify' || isDisposable || operation.body !== undefined) return true;
  if (session.target.facts.examples[operation.id] !== undefined) return true;
  if (!operation.parameters.some(({ in: place }) => place === 'query')) return true;
  return (await contentCandidates(subject)).some(({ label }) => label === WRITTEN_BACK);
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
  const none = fixtures.length > 0 && !fixtures.some((one) => fits(one) && mayReturn(session, operation, one));
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
  const mayBe = (one: Fixture): boolean => !unfit.has(one) && fits(one) && mayReturn(session, operation, one);
  while (unfit.size < MOST_TRIED) {
    const { found, missing } = await tryFor(another(session, { kind, effect: operation.effect }, tried, mayBe));
    if (found === undefined) throw unfit.size > 0 ? noWayBack(operation) : missing;
    if (await isReturnable(inHand(session, operation, found))) return found;
    unfit.add(found);
  }
  throw noWayBack(operation);
}

function mayReturn(session: Session, operation: Operation, fixture: Fixture): boolean {
  return mayHaveWayBack(inHand(session, operation, fixture));
}
