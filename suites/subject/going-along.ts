/** What goes with an organization that is deleted: what belongs to it, as far as anybody says what that is (silence organization.delete.condition). */
import { isObject, KINDS } from '../../spec/index.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture } from '../../target/types.ts';
import { names, type Session } from '../engine/index.ts';
import { mentions } from '../judges/index.ts';
import { shownFirst } from './read.ts';

/** True for one that is known to have others of its kind within it: that is within none. */
function hasOthersWithin({ target }: Session, one: Fixture): boolean {
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
 * True for what may have gone with an organization that this run has deleted since it was seen: whatever shows that it, or what it
 * stands below, belongs to it; of which nothing shows whose it is; and any organization that is not known to have others within it
 * (silence organization.delete.condition).
 */
export function mayHaveGoneWith(session: Session, one: Fixture, { shown, at = 0 }: LastSeen): boolean {
  const { chronicle, target } = session;
  const known = [...target.fixtures(), ...target.gone()];
  const isTop = hasOthersWithin(session, one);
  const outer = target.family.outerOf(one);
  return chronicle.departures.all().some(({ call, doneAt }) => {
    if (call.operation.entity !== 'organization' || doneAt < at) return false;
    // A deletion may have named it in another notation (silence request.number-form).
    const deleted = known.find((other) => names(call, other));
    const id = Object.values(deleted?.ids ?? call.ids).at(-1) ?? '';
    // What a deleted one lies within does not go with it.
    if (deleted !== undefined && target.family.goesWith(deleted, one)) return false;
    if (mentions(shown, id)) return true;
    if (outer.length > 0) return outer.some((other) => names(call, other));
    if (one.kind === 'organization') return !isTop && mayHold(session, deleted, one);
    return mayBelong(session, one, { shown, id });
  });
}

/** True for what stands below an entity that shows an organization, or none; and for one that shows none itself. */
function mayBelong(
  session: Session,
  one: Fixture,
  { shown, id }: { readonly shown: unknown; readonly id: string | number },
): boolean {
  const { contract, target } = session;
  const reader = contract.operations.find(
    ({ method, entity, path }) => method === 'GET' && entity === KINDS[one.kind].below && path.endsWith('}'),
  );
  const above = [...target.fixtures(), ...target.gone()].find((other) => liesBelow(one, other));
  const around = reader === undefined || above === undefined ? undefined : shownFirst(session, reader, above);
  return mentions(around, id) || ![shown, around].some((part) => showsOrganization(session, part));
}

/** True where a member that is called so holds the number of an organization of the profile. */
function showsOrganization(session: Session, shown: unknown): boolean {
  const { target } = session;
  if (!isObject(shown) && !Array.isArray(shown)) return false;
  return Object.entries(shown).some(([name, value]) => {
    const isCalledSo = /org/i.test(name) && !Array.isArray(shown);
    const isOne = ({ kind, ids }: Fixture): boolean =>
      kind === 'organization' && mentions(value, Object.values(ids).at(-1) ?? '');
    return (isCalledSo && [...target.fixtures(), ...target.gone()].some(isOne)) || showsOrganization(session, value);
  });
}

/** True where one organization may be a department of a deleted one, by all that is known of the two. */
function mayHold({ target }: Session, deleted: Fixture | undefined, { kind, traits }: Fixture): boolean {
  const isWithin = deleted !== undefined && target.family.outerOf(deleted).length > 0;
  const isDepartment = isWithin || deleted?.traits['level'] === 'department';
  return kind === 'organization' && !isDepartment && traits['level'] !== 'organization';
}
