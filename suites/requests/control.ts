/** Positive controls: a valid request of an operation, seen to be accepted, before anything is judged by refusals (design rule 3). */
import type { RequestCase } from '../../generators/index.ts';
import type { FixtureKind, Operation, Parameter } from '../../spec/types.ts';
import { type Exchange, permits } from '../../spec/vocabulary.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import { isLack, type Lack, type Session } from '../engine/session.ts';
import { ALSO_CHANGES, snapshot } from '../engine/snapshot.ts';
import { pathParameters } from './absent.ts';
import { compose } from './compose.ts';
import { type ContentCandidate, contentCandidates, WRITTEN_BACK } from './content.ts';
import { preferredTraits, stepBefore } from './preparation.ts';
import { hasWayBack, homeOf, mayHaveWayBack, noWayBack } from './way-back.ts';
import { toWire } from './wire.ts';

/** Entities that are looked at to find one of which it shows where it comes from. */
const MOST_LOOKED_AT = 3;

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
export function attempt(session: Session, operation: Operation): Promise<Tried | Lack> {
  return session.once(`attempt:${operation.id}`, () => firstAccepted(session, operation));
}

async function firstAccepted(session: Session, operation: Operation): Promise<Tried | Lack> {
  if (!permits(session.target.facts.effect, operation.effect)) {
    return {
      lack: `A valid request would ${operation.effect} something, and this run is limited to "${session.target.facts.effect}".`,
      cause: 'effect-not-permitted',
    };
  }
  const fixture = await fixtureFor(session, operation);
  if (fixture !== undefined && isLack(fixture)) return fixture;
  const path = pathOf(operation, fixture);
  const candidates = await contentCandidates(session, operation, fixture);
  if (fixture !== undefined) await prepare(session, operation, fixture, candidates);
  let last: Tried | undefined;
  for (const candidate of candidates) {
    const request = compose(operation, { path, ...candidate });
    const exchange = await session.send(toWire(request, { session }));
    const status = exchange.response?.status ?? 0;
    const tried = {
      request,
      exchange,
      ...(fixture === undefined ? {} : { fixture }),
      accepted: status >= 200 && status < 300,
      vouched: candidate.vouched,
    };
    if (tried.accepted || last === undefined || (tried.vouched && !last.vouched)) last = tried;
    if (last.accepted) break;
  }
  if (last === undefined) return { lack: `No valid request of ${operation.id} is known.`, cause: 'dialect-silent' };
  if (last.accepted && operation.effect === 'destroy' && fixture !== undefined) await session.consume(fixture);
  return last;
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
  for (const other of alsoChanged(session, operation)) await prepare(session, other, fixture);
  const after = await homeOf(session, operation, fixture);
  const same = candidates.find(({ label }) => label === WRITTEN_BACK);
  const restoring =
    after !== undefined
      ? compose(after, { path: pathOf(after, fixture), label: 'back to where it was' })
      : same !== undefined
        ? compose(operation, { path, ...same })
        : undefined;
  await snapshot(session, operation, fixture, restoring);
  const before = stepBefore(session, operation);
  if (before === undefined) return;
  const [content] = await contentCandidates(session, before, fixture);
  await session.send(
    toWire(compose(before, { path: pathOf(before, fixture), ...content, label: 'preparation' }), { session }),
  );
}

/** A fixture of the operation's kind with the operation's effect; undefined when no entity is involved. */
export function fixtureFor(session: Session, operation: Operation, key = 'first'): Promise<Fixture | Lack | undefined> {
  const kind = operation.entity;
  if (kind === undefined) return Promise.resolve(undefined);
  return session.once(`fixture:${kind}:${operation.effect}:${key}`, async () => {
    const traits = preferredTraits(operation);
    const need: FixtureNeed = { kind, effect: operation.effect };
    for (const better of [
      ...(traits === undefined ? [] : [{ ...need, traits }]),
      ...(setsMembers(operation) ? [{ ...need, where: isDisposable }] : []),
    ]) {
      if (better.where !== undefined && !session.plenty(better)) continue;
      const preferred = await session.fixture(better);
      if (!isLack(preferred)) return preferred;
    }
    return returnable(session, operation, kind);
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

/** A fixture that can be put back afterwards, or may be used up. */
async function returnable(session: Session, operation: Operation, kind: FixtureKind): Promise<Fixture | Lack> {
  const unfit = new Set<Fixture>();
  const where = (fixture: Fixture): boolean => !unfit.has(fixture) && mayHaveWayBack(session, operation, fixture);
  const lent = (): Fixture[] =>
    session.target.fixtures().filter((one) => one.kind === kind && permits(one.allow, operation.effect));
  while (unfit.size < MOST_LOOKED_AT) {
    const fixture = await session.fixture({ kind, effect: operation.effect, where });
    if (isLack(fixture)) return lent().length > 0 && !lent().some(where) ? noWayBack(operation) : fixture;
    if (await hasWayBack(session, operation, fixture)) return fixture;
    unfit.add(fixture);
  }
  return noWayBack(operation);
}

/** The path values that a fixture gives to an operation. */
export function pathOf(operation: Operation, fixture: Fixture | undefined): Record<string, string> {
  return Object.fromEntries(pathParameters(operation).map(({ name }) => [name, String(fixture?.ids[name] ?? '')]));
}

/** The operations whose part of the entity another one changes as well: they put it back after that one did its own. */
export function alsoChanged(session: Session, operation: Operation): Operation[] {
  return (ALSO_CHANGES[operation.id] ?? []).map((id) => session.contract.operation(id));
}
