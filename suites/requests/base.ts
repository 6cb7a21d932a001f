/** The accepted request that a parameter's cases are variations of (design rule 3: a positive control before each negative). */
import type { RequestCase } from '../../generators/index.ts';
import type { Operation, Parameter } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type Session, Unavailable, unavailable } from '../engine/index.ts';
import { compose, pathOf } from './compose.ts';
import { accepted, fixtureFor } from './control.ts';
import { onOtherTypes } from './other-types.ts';

/** An accepted request, and the same on entities of other types. */
export interface Base {
  readonly request: RequestCase;
  /** The request on fixtures whose traits differ, for values that only some types of entity take. */
  twins(): Promise<readonly RequestCase[]>;
  /** For operations that use up their entity: takes another one after a case that was accepted. */
  renew?(): Promise<void>;
  /** Where the request has used up its entity: the same on one that still lives. */
  unused?(): Promise<Base>;
}

/** The base of a parameter's cases, paid for once per operation. */
export async function parameterBase(session: Session, operation: Operation, parameter: Parameter): Promise<Base> {
  const tried = await accepted(session, operation);
  const whole = { request: tried.request, twins: () => twins(session, operation, tried.fixture) };
  if (operation.effect !== 'destroy') return whole;
  const unused = () => session.once(`disposable:${operation.id}`, () => disposableBase(session, operation));
  return parameter.in === 'path' ? { ...whole, unused } : unused();
}

/** The control consumed its entity; a query parameter needs one that still lives, and another whenever one was deleted. */
async function disposableBase(session: Session, operation: Operation): Promise<Base> {
  let count = 0;
  let live: Fixture | undefined;
  let none = unavailable({ what: 'request', operation: operation.id });
  const renew = async (): Promise<void> => {
    if (live !== undefined) await session.consume(live);
    live = undefined;
    try {
      live = await fixtureFor(session, operation, `guarded-${count++}`);
    } catch (error) {
      if (error instanceof Unavailable) none = error;
      throw error;
    }
    if (live === undefined) throw none;
  };
  await renew();
  return {
    get request() {
      // Whoever comes when the last one is used up has nothing to ask about.
      if (live === undefined) throw none;
      return compose(operation, { path: pathOf(operation, live), label: 'a disposable entity' });
    },
    twins: async () => [],
    renew,
  };
}

/** Only one that takes an ordinary request tells anything by what it refuses. */
async function twins(
  session: Session,
  operation: Operation,
  used: Fixture | undefined,
): Promise<readonly RequestCase[]> {
  const others = await onOtherTypes(session, operation, used);
  return others
    .filter(({ accepted }) => accepted)
    .map(({ request }) => ({ ...request, label: 'an entity of another type' }));
}
