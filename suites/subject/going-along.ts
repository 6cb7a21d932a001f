/** What goes with an organization that is deleted: what belongs to it, as far as anybody says what that is (silence organization.delete.condition). */
import type { Fixture } from '../../target/types.ts';
import { names, type Session } from '../engine/index.ts';
import { mentions } from '../judges/index.ts';

/** True for one that is known to have others of its kind within it: that is within none. */
export function hasOthersWithin({ target }: Session, one: Fixture): boolean {
  const known = [...target.fixtures(), ...target.gone()];
  return known.some((other) => other !== one && other.kind === one.kind && target.family.goesWith(other, one));
}

/** What an entity has shown, and when, in milliseconds since the epoch. */
interface LastSeen {
  readonly shown: unknown;
  /** The beginning of the run where nobody says. */
  readonly at?: number;
}

/**
 * True for what may have gone with an organization that this run has deleted since it was seen: whatever shows that it belongs to it,
 * and any other one that is not known to have others within it (silence organization.delete.condition).
 */
export function mayHaveGoneWith(session: Session, one: Fixture, { shown, at = 0 }: LastSeen): boolean {
  const { chronicle, target } = session;
  const known = [...target.fixtures(), ...target.gone()];
  const isTop = hasOthersWithin(session, one);
  const outer = target.family.outerOf(one);
  return chronicle.departures.all().some(({ call, doneAt }) => {
    if (call.operation.entity !== 'organization' || doneAt < at) return false;
    const deleted = known.find((other) => names(call, other));
    if (mentions(shown, Object.values(call.ids).at(-1) ?? '')) return true;
    if (outer.length > 0) return outer.some((other) => names(call, other));
    return !isTop && mayHold(session, deleted, one);
  });
}

/** True where one organization may be a department of a deleted one, by all that is known of the two. */
export function mayHold({ target }: Session, deleted: Fixture | undefined, { kind, traits }: Fixture): boolean {
  const isWithin = deleted !== undefined && target.family.outerOf(deleted).length > 0;
  const isDepartment = isWithin || deleted?.traits['level'] === 'department';
  return kind === 'organization' && !isDepartment && traits['level'] !== 'organization';
}
