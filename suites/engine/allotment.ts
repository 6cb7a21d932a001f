/**
 * Which fixtures a group takes first, so that the same run takes the same ones however its groups are timed
 * (design rule 7). Groups that draw on one kind each have a part of the fixtures to themselves; only a group whose part
 * does not suffice reaches into the others'.
 */
import type { Contract, FixtureKind } from '../../spec/types.ts';
import { type Effect, permits } from '../../spec/vocabulary.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import type { CheckGroup } from './check.ts';

/** The place of a group among those that draw on the same kind of fixture. */
export type Allotment = (need: FixtureNeed, fixtures: readonly Fixture[]) => ReadonlySet<Fixture>;

/** The allotment of a group among all groups of a catalogue. */
export function allotmentOf(contract: Contract, groups: readonly CheckGroup[], group: CheckGroup): Allotment {
  return (need, fixtures) => {
    const rivals = groups
      .filter((other) => drawsOn(contract, other, need.kind, need.effect))
      .map(({ id }) => id)
      .sort();
    const place = rivals.indexOf(group.id);
    const pool = fittest(fixtures, need);
    if (place === -1 || pool.length < rivals.length) return new Set(pool);
    // Dealt out like cards: every group gets its share of each trait as far as there is enough of it.
    return new Set(pool.filter((_, index) => index % rivals.length === place));
  };
}

/** The fixtures that fit a need, without those that are lent for more than is needed, if the others suffice. */
function fittest(fixtures: readonly Fixture[], { kind, effect, traits, where }: FixtureNeed): Fixture[] {
  const fitting = fixtures.filter(
    (fixture) =>
      fixture.kind === kind &&
      permits(fixture.allow, effect) &&
      Object.entries(traits ?? {}).every(([name, value]) => fixture.traits[name] === value) &&
      (where === undefined || where(fixture)),
  );
  const exact = fitting.filter(({ allow }) => allow === effect);
  return exact.length > 0 ? exact : fitting;
}

/** A group of an operation draws on its entity; a group about meaning may draw on all kinds of its area. */
function drawsOn(contract: Contract, group: CheckGroup, kind: FixtureKind, effect: Effect): boolean {
  if (group.operation !== undefined && group.id === group.operation) {
    const operation = contract.operation(group.operation);
    return operation.entity === kind && (effect === 'observe' || operation.effect !== 'observe');
  }
  return contract.operations.some(({ area, entity }) => area === group.area && entity === kind);
}
