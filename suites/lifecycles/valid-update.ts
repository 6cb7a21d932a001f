/** A valid update of one entity, seen to be accepted: the control of all that is judged by updates. */
import type { RequestCase } from '../../generators/index.ts';
import type { Exchange, Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, Session } from '../engine/index.ts';
import { isAccepted } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { contentCandidates } from '../requests/content.ts';

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
  let last: ValidUpdate | undefined;
  for (const request of await updateCandidates(session, operation, fixture)) {
    const exchange = await send(request);
    last = { request, exchange, accepted: isAccepted(exchange) };
    if (last.accepted) return last;
  }
  return last;
}

/** The requests that `validUpdate` tries, without sending them. */
export async function updateCandidates(
  session: Session,
  operation: Operation,
  fixture: Fixture,
): Promise<RequestCase[]> {
  // What a session remembers of an entity belongs to the one that it asked first: each entity gets a session of its own.
  const own = new Session(session, session.group);
  session.onClose(() => own.close());
  const path = pathOf(operation, fixture);
  const known = await contentCandidates(own, operation, fixture);
  return known.map((candidate) => compose(operation, { path, ...candidate }));
}
