/** A valid request on entities of other types: what one of them takes or answers, another need not (contract 2, 4.1). */
import type { Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { findFixture, MOST_TRIED, typeOf } from '../subject/search.ts';
import { isReturnable, type Tried, tryOn } from './control.ts';
import { mayHaveWayBack } from './way-back.ts';

/** Most other types that are tried: an account is of one of seven variants (4.9). */
export const MOST = 6;

/**
 * Tries a valid request of the operation on one fixture of each type that `used` is not of, once per session; on a few
 * where it is not found. Nothing where the operation uses up its entity, or where no fixture says of what type it is.
 */
export function onOtherTypes(
  session: Session,
  operation: Operation,
  used: Fixture | undefined,
): Promise<readonly Tried[]> {
  const kind = operation.entity;
  if (operation.effect === 'destroy' || kind === undefined || used === undefined || typeOf(used) === undefined)
    return Promise.resolve([]);
  return session.once(`other-types:${operation.id}`, async () => {
    const seen = new Set([typeOf(used)]);
    const missed = new Set<Fixture>();
    const found: Tried[] = [];
    while (seen.size <= MOST) {
      const fits = (candidate: Fixture): boolean =>
        typeOf(candidate) !== undefined &&
        !seen.has(typeOf(candidate)) &&
        !missed.has(candidate) &&
        mayHaveWayBack(session, operation, candidate);
      // Like the first one: better one that may be used up.
      const spare = (candidate: Fixture): boolean => fits(candidate) && candidate.allow === used.allow;
      const fixture = await findFixture(session, { kind, effect: operation.effect }, [spare, fits]);
      if (fixture === undefined) break;
      const type = typeOf(fixture);
      const tried = (await isReturnable(session, operation, fixture))
        ? await tryOn(session, operation, fixture)
        : undefined;
      if (tried !== undefined) found.push(tried);
      missed.add(fixture);
      if (tried?.exchange.response?.status !== 404 || missed.size >= MOST_TRIED) seen.add(type);
    }
    return found;
  });
}
