/** Positive controls: a valid request of an operation, seen to be accepted, before anything is judged by refusals (design rule 3). */
import type { RequestCase } from '../../generators/index.ts';
import type { Operation } from '../../spec/types.ts';
import { type Exchange, permits } from '../../spec/vocabulary.ts';
import type { Fixture } from '../../target/types.ts';
import { isLack, type Lack, type Session } from '../engine/session.ts';
import { snapshot } from '../engine/snapshot.ts';
import { pathParameters } from './absent.ts';
import { compose } from './compose.ts';
import { type ContentCandidate, contentCandidates, WRITTEN_BACK } from './content.ts';
import { preferredTraits, stepAfter, stepBefore } from './preparation.ts';
import { toWire } from './wire.ts';

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
  candidates: readonly ContentCandidate[],
): Promise<void> {
  if (operation.effect !== 'modify') return;
  const path = pathOf(operation, fixture);
  const after = stepAfter(session, operation, fixture);
  const same = candidates.find(({ label }) => label === WRITTEN_BACK);
  const restoring =
    after !== undefined
      ? compose(after, { path: pathOf(after, fixture), label: 'back to where it was' })
      : same !== undefined
        ? compose(operation, { path, ...same })
        : undefined;
  await snapshot(session, operation, fixture, restoring === undefined ? undefined : toWire(restoring, { session }));
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
    const preferred =
      traits === undefined ? undefined : await session.fixture({ kind, effect: operation.effect, traits });
    return preferred === undefined || isLack(preferred)
      ? session.fixture({ kind, effect: operation.effect })
      : preferred;
  });
}

/** The path values that a fixture gives to an operation. */
export function pathOf(operation: Operation, fixture: Fixture | undefined): Record<string, string> {
  return Object.fromEntries(pathParameters(operation).map(({ name }) => [name, String(fixture?.ids[name] ?? '')]));
}
