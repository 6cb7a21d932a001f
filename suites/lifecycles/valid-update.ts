/** A valid update of one entity, seen to be accepted: the control of all that is judged by updates. */
import type { RequestCase } from '../../generators/index.ts';
import type { Exchange, Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext, Session } from '../engine/index.ts';
import { isAccepted } from '../judges/index.ts';
import { contentCandidates } from '../requests/content.ts';
import { Subject } from '../subject/subject.ts';

export interface ValidUpdate {
  readonly request: RequestCase;
  readonly exchange: Exchange;
  readonly accepted: boolean;
}

/**
 * Tries updates that ought to be valid until one is accepted: the profile's example, the entity's own values written back,
 * the smallest that the schema allows. The last refusal when none is; undefined when nothing is known to try.
 */
export async function validUpdate(
  send: CheckContext['send'],
  session: Session,
  operation: Operation,
  fixture: Fixture,
): Promise<ValidUpdate | undefined> {
  return firstOf(send, await updateCandidates(session, operation, fixture));
}

/** The first of some requests that is accepted; the last refusal when none is; undefined when there are none. */
export async function firstOf(
  send: CheckContext['send'],
  requests: readonly RequestCase[],
): Promise<ValidUpdate | undefined> {
  let last: ValidUpdate | undefined;
  for (const request of requests) {
    const exchange = await send(request);
    last = { request, exchange, accepted: isAccepted(exchange) };
    if (last.accepted) return last;
  }
  return last;
}

/** The requests that `validUpdate` tries, without sending them: by what the entity shows now, whatever the session saw of it before. */
export async function updateCandidates(
  session: Session,
  operation: Operation,
  fixture: Fixture,
): Promise<RequestCase[]> {
  const subject = new Subject(session, operation, fixture);
  return (await contentCandidates(subject)).map((candidate) => subject.request(candidate));
}
