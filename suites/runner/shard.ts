/**
 * A run in several shards, each in a process or on a machine of its own. An entity belongs to one shard: the areas whose operations
 * are about the same kinds of entities stay together, and what a shard may change is no fixture of any other.
 */
import type { Contract, FixtureKind } from '../../spec/index.ts';
import type { Fixture, Profile } from '../../target/index.ts';
import { catalogue } from '../catalogue.ts';
import { lengthOf } from '../engine/index.ts';

/** One of `of` shards; the first is 1. */
export interface Shard {
  readonly place: number;
  readonly of: number;
}

/** Fixtures of a kind from which one may be given away to each other shard: its own checks must not go short. */
const ENOUGH_EACH = 4;

/**
 * The areas of each shard: the same for the same contract, claims and number, and of about the same length.
 *
 * @returns fewer lists than wanted where the claimed areas do not fall into so many.
 */
export function areasOfShards(
  contract: Contract,
  claims: readonly string[],
  of: number,
): readonly (readonly string[])[] {
  const clusters = clustersOf(contract, claims).map((areas) => ({ areas, length: lengthOfAreas(contract, areas) }));
  const shards = Array.from({ length: Math.min(of, clusters.length) }, () => ({ areas: [] as string[], length: 0 }));
  for (const { areas, length } of clusters.toSorted((a, b) => b.length - a.length)) {
    const least = shards.reduce((best, shard) => (shard.length < best.length ? shard : best));
    least.areas.push(...areas);
    least.length += length;
  }
  const unclaimed = [...new Set(contract.operations.map(({ area }) => area))].filter((area) => !claims.includes(area));
  return shards.map(({ areas }, index) => [...areas, ...(index === 0 ? unclaimed : [])].toSorted());
}

/** The profile as one shard has it: with the fixtures that are its own, and those that nobody changes. */
export function profileOfShard(contract: Contract, profile: Profile, shard: Shard): Profile {
  const areas = areasOfShards(contract, profile.claims, shard.of);
  const kinds = [...new Set(profile.fixtures.map(({ kind }) => kind))];
  const own = new Set(kinds.flatMap((kind) => fixturesOfShard(contract, profile.fixtures, { kind, areas, shard })));
  return { ...profile, fixtures: profile.fixtures.filter((fixture) => own.has(fixture)) };
}

interface Dealing {
  readonly kind: FixtureKind;
  readonly areas: readonly (readonly string[])[];
  readonly shard: Shard;
}

/** Nearly all go to the shard whose operations are about them; of plenty every other gets one, to refer to. */
function fixturesOfShard(contract: Contract, fixtures: readonly Fixture[], { kind, areas, shard }: Dealing): Fixture[] {
  const ofKind = fixtures.filter((fixture) => fixture.kind === kind);
  const watched = ofKind.filter(({ allow }) => allow === 'observe');
  const changed = ofKind.filter(({ allow }) => allow !== 'observe');
  const owner = areas.findIndex((some) => areasOf(contract, kind).some((area) => some.includes(area)));
  const others = areas.map((_, index) => index).filter((index) => index !== owner);
  const given =
    watched.length === 0 && changed.length >= ENOUGH_EACH * areas.length ? changed.slice(-others.length) : [];
  if (owner < 0) return shard.place === 1 ? ofKind : watched;
  if (owner === shard.place - 1) return [...watched, ...changed.filter((fixture) => !given.includes(fixture))];
  const one = given[others.indexOf(shard.place - 1)];
  return [...watched, ...(one === undefined ? [] : [one])];
}

function areasOf({ operations }: Contract, kind: FixtureKind): string[] {
  return [...new Set(operations.filter(({ entity }) => entity === kind).map(({ area }) => area))];
}

/** Areas that are about the same kinds of entities, together. */
function clustersOf(contract: Contract, claims: readonly string[]): string[][] {
  let clusters = claims.map((area) => [area]);
  const kinds = new Set(contract.operations.map(({ entity }) => entity).filter((kind) => kind !== undefined));
  for (const kind of kinds) {
    const areas = areasOf(contract, kind);
    const touched = clusters.filter((cluster) => cluster.some((area) => areas.includes(area)));
    if (touched.length > 1) clusters = [...clusters.filter((one) => !touched.includes(one)), touched.flat()];
  }
  return clusters;
}

function lengthOfAreas(contract: Contract, areas: readonly string[]): number {
  const checks = catalogue(contract)
    .filter(({ area }) => areas.includes(area))
    .flatMap((group) => group.checks);
  return checks.reduce((sum, check) => sum + lengthOf(check), 0);
}
