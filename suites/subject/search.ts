/** The one search for a fixture: which one next, and after how many nobody looks further (design rule 3). */
import { KINDS, type Operation, permits, valueAt } from '../../spec/index.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import { ifAvailable, type Session } from '../engine/index.ts';
import { isEmpty } from '../judges/index.ts';
import { shownFirst } from './read.ts';

/**
 * Entities that are tried before what all of them refuse counts as refused: one may be of a type that takes no such request, one
 * in a state that takes none, and one may have been changed by somebody else just then.
 */
export const MOST_TRIED = 4;

type Wanted = Pick<FixtureNeed, 'kind' | 'effect' | 'stays'>;
type Fits = (one: Fixture) => boolean;

/** All fixtures for a need. */
export function fixturesFor(session: Session, { kind, effect }: Wanted): Fixture[] {
  return session.target.fixtures().filter((one) => one.kind === kind && permits(one.allow, effect));
}

/** An entity by the first preference that can be had; undefined for none. What is no fixture is neither waited for nor made. */
export async function findFixture(
  session: Session,
  wanted: Wanted,
  preferences: readonly Fits[],
): Promise<Fixture | undefined> {
  for (const where of preferences) {
    if (!fixturesFor(session, wanted).some(where)) continue;
    const found = await ifAvailable(session.fixture({ ...wanted, where }));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The next entity to try after those that were tried: best one of another type, else of another sort; what fits one type alone, as an
 * example may, is not refused before each was tried. The first may be made by the profile's module.
 *
 * @throws Unavailable for none, and when enough were tried.
 */
export async function another(
  session: Session,
  wanted: Wanted,
  tried: readonly Fixture[],
  fits?: Fits,
): Promise<Fixture> {
  if (tried.length === 0) return session.fixture({ ...wanted, ...(fits === undefined ? {} : { where: fits }) });
  const seen = new Set(tried.map(sortOf));
  const fresh: Fits = (one) => !tried.includes(one) && fits?.(one) !== false;
  const unlike: Fits = (one) => fresh(one) && !seen.has(sortOf(one));
  const types = new Set(tried.map(typeOf));
  const ofOtherType: Fits = (one) => fresh(one) && !types.has(typeOf(one));
  const preferences = tried.length < MOST_TRIED ? [ofOtherType, unlike, fresh] : [ofOtherType];
  const found = await findFixture(session, wanted, preferences);
  if (found === undefined) throw session.short(wanted);
  return found;
}

/** What the profile says of an entity that others may be as well: two of one sort have the same. */
export function sortOf({ kind, traits }: Fixture): string {
  return JSON.stringify(Object.entries(traits).filter(([name]) => KINDS[kind].own?.includes(name) !== true));
}

/** What tells entities of one kind apart: their type, the level of an organization or a validation, the variant of an account. */
export function typeOf({ kind, traits }: Fixture): string | undefined {
  const trait = KINDS[kind].types?.map((name) => traits[name]).find((value) => value !== undefined);
  return trait === undefined ? undefined : String(trait);
}

/**
 * False for what the profile says to be out of the ordinary: a location that is no custom one (4.2 shows updates and deletions
 * of custom ones only), an endpoint without a configuration.
 */
export function isOrdinary({ traits }: Fixture): boolean {
  return traits['custom'] !== false && traits['configured'] !== false;
}

/** True where the profile says so of what may be either: whether a location is a custom one, nothing else tells (silence location.not-custom). */
export function isKnownOrdinary(fixture: Fixture): boolean {
  const mayBeEither = KINDS[fixture.kind].ids.includes('locationId');
  return isOrdinary(fixture) && (!mayBeEither || fixture.traits['custom'] === true);
}

/** Those of several entities that showed most at first, in these places: what is done to a member shows only where there is something. */
export function fullestOf(
  session: Pick<Session, 'chronicle'>,
  reader: Operation,
  places: readonly string[],
  some: readonly Fixture[],
): readonly Fixture[] {
  const counts = some.map((one) => {
    const shown = shownFirst(session, reader, one);
    return places.filter((place) => !isEmpty(valueAt(shown, place))).length;
  });
  return some.filter((_, at) => counts[at] === Math.max(...counts));
}
