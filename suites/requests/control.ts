/** Positive controls: a valid request of an operation, seen to be accepted, before anything is judged by refusals (design rule 3). */
import type { RequestCase } from '../../generators/index.ts';
import { type Exchange, isClientError, type Operation, permits, type Takes } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { ifAvailable, type Session, type Unavailable, unavailable } from '../engine/index.ts';
import { isAccepted, isUnanswered, saidIn } from '../judges/index.ts';
import { inHand, type Subject } from '../subject/subject.ts';
import { fixtureFor, unlike } from './choice.ts';
import { contentCandidates } from './content.ts';
import { prepare } from './prepare.ts';
import { unlikeOthers } from './unlike-others.ts';

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
  let best: Tried | undefined;
  const tried: Fixture[] = [];
  const missing: Tried[] = [];
  let fixture = await fixtureFor(session, operation);
  for (;;) {
    const found = await tryOn(inHand(session, operation, fixture));
    if (found !== undefined && session.chronicle.isMissing(found.exchange)) missing.push(found);
    else best = better(best, found);
    if (fixture === undefined || found === undefined || found.accepted || !mayBeForItsState(found.exchange)) break;
    if (!missing.includes(found)) tried.push(fixture);
    fixture = await unlike(
      session,
      operation,
      tried,
      missing.flatMap((one) => one.fixture ?? []),
    );
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
    if ((await tryOn(inHand(session, other, fixture)))?.accepted === true) return one;
  }
  for (const { fixture: gone } of missing) if (gone !== undefined) session.target.retire(gone);
  return undefined;
}

/** Tries the candidates on one entity until one is accepted. */
export async function tryOn(subject: Subject): Promise<Tried | undefined> {
  const { session, fixture } = subject;
  const candidates = await contentCandidates(subject);
  await prepare(subject, candidates);
  let best: Tried | undefined;
  for (const candidate of candidates) {
    const request = subject.request(candidate);
    const exchange = await session.send(request);
    best = better(best, {
      request,
      exchange,
      ...(fixture === undefined ? {} : { fixture }),
      accepted: isAccepted(exchange),
      vouched: candidate.vouched,
    });
    if (best?.accepted === true) break;
  }
  return best === undefined || best.accepted ? best : unlikeTaken(session, best);
}

/** The same with texts that no other entity was given, where that is accepted: a server may want a name that is unique. */
async function unlikeTaken(session: Session, refusal: Tried): Promise<Tried> {
  const isForInput = isClientError(refusal.exchange.response?.status);
  const request = isForInput ? unlikeOthers(session, refusal.request, refusal.exchange) : undefined;
  const exchange = request === undefined ? undefined : await session.send(request);
  if (request === undefined || exchange === undefined || !isAccepted(exchange)) return refusal;
  return { ...refusal, request, exchange, accepted: true };
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
