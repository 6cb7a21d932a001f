/** What goes into requests about other entities than the leased one. */
import type { Operation } from '../../spec/types.ts';
import type { Session } from '../engine/session.ts';
import { type Content, contentCandidates, namesOwnEntity } from './content.ts';
import { ifAccepted } from './control.ts';

/** The content that requests about other entities carry along: what was seen to be accepted, or else the likeliest candidate. */
export async function contentFor(session: Session, operation: Operation): Promise<Content> {
  const invented =
    operation.body !== undefined ||
    operation.parameters.some(({ in: place, required }) => place === 'query' && required);
  if (!invented) return {};
  const tried = await ifAccepted(session, operation);
  if (tried !== undefined && !namesOwnEntity(operation)) {
    return { query: tried.request.query, ...(tried.request.body === undefined ? {} : { body: tried.request.body }) };
  }
  const [first] = await contentCandidates(session, operation);
  return {
    ...(first?.query === undefined ? {} : { query: first.query }),
    ...(first?.body === undefined ? {} : { body: first.body }),
  };
}
