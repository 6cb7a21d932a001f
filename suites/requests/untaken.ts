/** Operations that an entity takes once: what it refuses afterwards is refused for its state (contract 4.7; silences validation.assignment.repeat, validation.revalidate.condition). */
import type { RequestCase } from '../../generators/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { isRefused } from '../judges/index.ts';
import { readerOf } from '../subject/read.ts';
import { findFixture, sortOf } from '../subject/search.ts';
import { pathOf } from './compose.ts';

/** An accepted request, and the entity of which it was. */
export interface Held {
  readonly fixture: Fixture;
  readonly request: RequestCase;
}

/**
 * What an accepted request is varied on to tell refusals: where it is taken once, an entity that has not taken it, as a refusal
 * leaves it as it is. The same one where no other can be had.
 */
export async function whereUntaken(session: Session, held: Held): Promise<Held> {
  if (!(await isTakenOnce(session, held))) return held;
  const { fixture: used, request } = held;
  const { operation } = request;
  const wanted = { kind: used.kind, effect: 'destroy' } as const;
  const kept = await session.once(`untaken:${operation.id}`, () => {
    const own = session.dealt(wanted);
    const isOwn = (one: Fixture): boolean => own.includes(one);
    const isAlike = (one: Fixture): boolean => sortOf(one) === sortOf(used);
    return findFixture(session, wanted, [(one) => isOwn(one) && isAlike(one), isOwn, isAlike, () => true]);
  });
  return kept === undefined ? held : { fixture: kept, request: { ...request, path: pathOf(operation, kept) } };
}

/** True where an entity that may be used up refuses what it has accepted, and nothing shows what became of it. Where entities are few, nobody looks. */
export async function isTakenOnce(
  session: Session,
  { fixture, request }: Partial<Held> & Pick<Held, 'request'>,
): Promise<boolean> {
  const { operation } = request;
  const isVaried = operation.effect === 'modify' && operation.parameters.some(({ in: place }) => place === 'query');
  if (fixture?.allow !== 'destroy' || !isVaried || readerOf(session.contract, operation) !== undefined) return false;
  if (!session.plenty({ kind: fixture.kind, effect: 'destroy' })) return false;
  return session.once(`taken-once:${operation.id}`, async () => isRefused(await session.send(request)));
}
