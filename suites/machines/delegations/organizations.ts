/** What the delegations of an endpoint can be: organizations or departments of the profile (contract 4.9). */
import type { Fixture } from '../../../target/types.ts';
import type { CheckContext } from '../../engine/index.ts';
import { findFixture } from '../../subject/search.ts';
import type { Organization } from './judge.ts';

/** How many organizations are put at once at most. */
const MOST_AT_ONCE = 3;

/** Organizations or departments to delegate to. */
export interface Delegable {
  /** Those that are put alone: one is enough for most, and two of one level are alike. */
  readonly singles: readonly [Organization, ...Organization[]];
  /** Of these departments where the first is an organization, or the other way round, or one of which nobody says what it is. */
  readonly unlike: readonly Organization[];
  /** `unlike` holds several of a level that the profile tells, so that what refuses them all refuses the level. */
  readonly severalUnlike: boolean;
  /** Several of one level at once. Where the profile has too few, its example may name some. */
  readonly lists: readonly (readonly Organization[])[];
  /** One of another level beside each of two: whether it may stand beside the one that it belongs to is not shown, and that is one at most. */
  readonly mixed: readonly (readonly Organization[])[];
}

/** @throws Unavailable when none can be had. */
export async function organizationsOf({ session, target }: CheckContext): Promise<Delegable> {
  const need = { kind: 'organization', effect: 'observe' } as const;
  const first = await session.fixture(need);
  const alike: Fixture[] = [first];
  const isAlike = ({ traits }: Fixture): boolean => traits['level'] === first.traits['level'];
  const take = (where: (one: Fixture) => boolean): Promise<Fixture | undefined> => findFixture(session, need, [where]);
  while (alike.length < MOST_AT_ONCE) {
    const next = await take((one) => isAlike(one) && !alike.includes(one));
    if (next === undefined) break;
    alike.push(next);
  }
  const other = await take((one) => !isAlike(one));
  const level = other?.traits['level'];
  const isLevelTold = first.traits['level'] !== undefined && level !== undefined;
  const second = isLevelTold ? await take((one) => one !== other && one.traits['level'] === level) : undefined;
  const id = ({ ids }: Fixture): Organization => ids['id'] ?? '';
  const unlike = [other, second].filter((one) => one !== undefined).map(id);
  // The longest in the other order, too: a set has none.
  const growing = alike.map((_, at) => alike.slice(0, at + 1).map(id)).filter(({ length }) => length > 1);
  const lists = [...growing, ...growing.slice(-1).map((all) => all.toReversed())];
  const example = target.examples['endpoint.delegations.update']?.body;
  const exemplary = Array.isArray(example) && example.length > 1 ? [example as Organization[]] : [];
  return {
    singles: [id(first), ...alike.slice(1, 2).map(id), ...unlike],
    unlike,
    severalUnlike: second !== undefined,
    lists: lists.length > 0 ? lists : exemplary,
    mixed: unlike.slice(0, 1).flatMap((lower) => alike.slice(0, 2).map((one) => [id(one), lower])),
  };
}
