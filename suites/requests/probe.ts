/** Requests that ought to be refused for their credential, aimed where acceptance would harm nothing (design rule 6). */
import type { RequestCase } from '../../generators/index.ts';
import type { Operation } from '../../spec/types.ts';
import { permits } from '../../spec/vocabulary.ts';
import type { Session } from '../engine/session.ts';
import { ifAvailable } from '../engine/unavailable.ts';
import { absentPath } from './absent.ts';
import { compose, pathOf } from './compose.ts';
import { contentFor } from './content-for.ts';
import { fixtureFor, ifAccepted } from './control.ts';

/** A request for guard probes. `sound`: the same request (or its twin on a sibling entity) was accepted with the valid credential. */
export interface Probe {
  readonly request: RequestCase;
  readonly sound: boolean;
}

/** The safest request that still isolates the credential: the accepted one where the run may change its entity, else one for an absent entity. */
export async function guardProbe(session: Session, operation: Operation): Promise<Probe> {
  if (permits(session.target.facts.effect, operation.effect)) {
    const tried = await ifAccepted(session, operation);
    if (tried !== undefined) {
      if (operation.effect !== 'destroy') return { request: tried.request, sound: true };
      const sibling = await ifAvailable(fixtureFor(session, operation, 'guarded'));
      if (sibling !== undefined) {
        return {
          request: compose(operation, { path: pathOf(operation, sibling), label: 'a disposable entity' }),
          sound: true,
        };
      }
    }
  }
  const content = await contentFor(session, operation);
  return {
    request: compose(operation, { path: absentPath(session, operation), ...content, label: 'an absent entity' }),
    sound: false,
  };
}
