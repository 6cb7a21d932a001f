/** A truth value that is refused where the other one is accepted (dialect's schemas: a member of type boolean has both). */
import { type Boundary, withJson } from '../../generators/index.ts';
import { isObject, token, valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Judgement } from '../engine/index.ts';
import { isAccepted, observed, pointerSet, warn } from '../judges/index.ts';
import { unlike } from '../requests/choice.ts';
import { accepted, tryOn } from '../requests/control.ts';
import { MOST_TRIED } from '../subject/search.ts';
import { inHand } from '../subject/subject.ts';
import { type Subject, transplant } from './body-refusals.ts';
import { judgeTakenSuccess } from './taken.ts';

/** Statuses that speak of the value, and of nothing else: any other may be for what the entity is, or who asks. */
const OF_THE_VALUE: readonly number[] = [400, 422];

/**
 * Asks other entities for the refused value: a flag may be for good, so that each entity takes the one that it has. Undefined where
 * several refuse it, each of which takes the other one; that a flag is not set may be for what it needs besides, which warns.
 */
export async function judgeTruth(subject: Subject, edge: Boundary, status: number): Promise<Judgement | undefined> {
  const { context, operation } = subject;
  const { session } = context;
  const value = valueAt(edge.value, edge.pointer);
  if (!OF_THE_VALUE.includes(status)) return observed({ what: 'answered', status, but: 'own-rules' });
  const { fixture, request: own } = await accepted(session, operation);
  const requests = [own];
  const seen: Fixture[] = fixture === undefined ? [] : [fixture];
  while (seen.length > 0 && seen.length < MOST_TRIED) {
    const other = await unlike(session, operation, seen);
    if (other === undefined) break;
    seen.push(other);
    const tried = await tryOn(inHand(session, operation, other));
    if (tried?.accepted === true) requests.push(tried.request);
  }
  for (const request of requests) {
    const body = transplant(request.body?.value, edge.value, edge.pointer);
    // One of several flags may have to be set: then it is another one that this one stands in for.
    for (const content of [body, besides(body, edge)]) {
      const exchange = await context.send(withJson(request, content));
      if (isAccepted(exchange)) return judgeTakenSuccess(context, operation, exchange);
    }
  }
  return value === true
    ? warn(`${edge.pointer} takes true as well as false`, `true is refused with ${status}`)
    : undefined;
}

/** The body with true for each flag that stands beside the one in question. */
function besides(body: unknown, { pointer, value }: Boundary): unknown {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const beside = parent === '' ? body : valueAt(body, parent);
  const flags = isObject(beside) ? Object.keys(beside).filter((name) => typeof beside[name] === 'boolean') : [];
  const others = flags.map((name) => parent + token(name)).filter((place) => place !== pointer);
  const set = others.reduce((left: unknown, place) => pointerSet(left, place, true), body);
  return pointerSet(set, pointer, valueAt(value, pointer));
}
