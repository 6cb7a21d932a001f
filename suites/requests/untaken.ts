/** Operations that an entity takes once: what it refuses afterwards is refused for its state (contract 4.7; silences validation.assignment.repeat, validation.revalidate.condition). */
import type { RequestCase } from '../../generators/index.ts';
import type { Operation } from '../../spec/index.ts';
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
 * Keeps one more entity, to which the operation is not done, beside that of the positive control: nothing shows what became of this
 * one, and it may take the request only once. Where entities are few, none is kept.
 */
export async function keepUntaken(session: Session, operation: Operation, { allow, ...used }: Fixture): Promise<void> {
  const { entity: kind, effect } = operation;
  const isVaried = effect === 'modify' && operation.parameters.some(({ in: place }) => place === 'query');
  const isSilent = readerOf(session.contract, operation) === undefined;
  if (
    kind === undefined ||
    !isVaried ||
    !isSilent ||
    allow !== 'destroy' ||
    !session.plenty({ kind, effect: 'destroy' })
  )
    return;
  const own = session.dealt({ kind, effect: 'destroy' });
  const isOwn = (one: Fixture): boolean => own.includes(one);
  const isAlike = (one: Fixture): boolean => sortOf(one) === sortOf({ allow, ...used });
  const isAny = (): boolean => true;
  await session.once(keyOf(operation), () =>
    findFixture(session, { kind, effect: 'destroy' }, [(one) => isOwn(one) && isAlike(one), isOwn, isAlike, isAny]),
  );
}

/**
 * What an accepted request is varied on to tell refusals: where it is taken once, an entity that has not taken it, as a refusal
 * leaves it as it is. The same one where no other is kept.
 */
export async function whereUntaken(session: Session, held: Held): Promise<Held> {
  const { request } = held;
  const { operation } = request;
  const kept = await session.once(keyOf(operation), (): Promise<Fixture | undefined> => Promise.resolve(undefined));
  if (kept === undefined) return held;
  const isTakenOnce = await session.once(`taken-once:${operation.id}`, async () =>
    isRefused(await session.send(request)),
  );
  return isTakenOnce ? { fixture: kept, request: { ...request, path: pathOf(operation, kept) } } : held;
}

function keyOf({ id }: Operation): string {
  return `untaken:${id}`;
}
