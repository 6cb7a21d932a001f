/** Which entity is deleted: of several that may be, one on which most can be seen. */
import type { FixtureKind, Operation } from '../../spec/index.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { isOrdinary } from '../requests/control.ts';
import { sortOf } from '../subject/search.ts';
import { isAlone } from './other-paths.ts';
import { hasSiblings } from './sibling.ts';

/** What decides which one is best. */
interface Removal {
  readonly kind: FixtureKind;
  readonly remove: Operation;
  readonly read: Operation | undefined;
}

/**
 * A disposable entity; after the first one with other traits, since what belongs to another type may live otherwise. Where
 * nothing reads the kind, best one with neighbours that show by an update whether they live; else one whose id nothing under
 * another parent has, so that a deletion which names that parent can be tried.
 */
export function victim(session: Session, { kind, remove, read }: Removal, used: readonly Fixture[]): FixtureNeed {
  const traits = new Set(used.map(sortOf));
  const others = session.target
    .fixtures()
    .filter((one) => one.kind === kind && one.allow === 'destroy' && !traits.has(sortOf(one)));
  // Whether a location that is no custom one may be deleted is not shown (silence location.not-custom).
  const deletable = others.filter(isOrdinary);
  const conclusive = deletable.filter((one) =>
    read === undefined ? hasSiblings(session, one) : isAlone(session, remove, one),
  );
  const best = conclusive.length > 0 ? conclusive : deletable;
  if (used.length === 0 && best.length === others.length) return { kind, effect: 'destroy' };
  return {
    kind,
    effect: 'destroy',
    where: (one) => best.includes(one),
    ...(deletable.length < others.length ? { as: 'without the trait custom: false' } : {}),
  };
}
