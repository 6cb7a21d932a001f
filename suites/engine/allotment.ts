/**
 * Which fixtures a group takes first, so that the same run takes the same ones however its groups are timed
 * (design rule 7). Groups that draw on one kind each have a part of the fixtures to themselves; only a group whose part
 * does not suffice reaches into the others'.
 */
import { type Contract, EFFECTS, type Effect, type FixtureKind, KINDS } from '../../spec/index.ts';
import { satisfies } from '../../target/fixtures/satisfies.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import type { CheckGroup } from './check.ts';
import type { Engine } from './execute.ts';

/** The place of a group among those that draw on the same kind of fixture. */
export type Allotment = (need: FixtureNeed, fixtures: readonly Fixture[]) => ReadonlySet<Fixture>;

/** The allotment of a group among all groups of a catalogue. */
export function allotmentOf(contract: Contract, groups: readonly CheckGroup[], group: CheckGroup): Allotment {
  return (need, fixtures) => {
    const rivals = rivalsFor(contract, groups, need);
    const place = rivals.findIndex(({ id }) => id === group.id);
    if (place === -1) return new Set(fittest(fixtures, need));
    // Dealt out like cards, and before anything is asked of them: a narrower need must not change whose a fixture is.
    const dealt = EFFECTS.flatMap((allow) => {
      const deck = arranged(
        fixtures.filter((fixture) => fixture.kind === need.kind && fixture.allow === allow),
        rivals,
        fixtures,
      );
      const whose = dealtTo(deck, rivals.length);
      return deck.length < rivals.length ? deck : deck.filter((_, index) => whose[index] === place);
    });
    if (group.part !== undefined) return new Set(fittest(ofPart(dealt, group.part), need));
    const own = new Set(dealt);
    return new Set(fittest(fixtures, need).filter((fixture) => own.has(fixture)));
  };
}

/**
 * Whose each card is. With each family another player begins: else one would have the first of all siblings, and of a server that
 * takes the first one for any of them nobody would know.
 */
function dealtTo(deck: readonly Fixture[], players: number): number[] {
  const families = new Map<string, number>();
  return deck.map(({ ids }) => {
    const above = JSON.stringify(Object.values(ids).slice(0, -1));
    const next = families.get(above) ?? families.size;
    families.set(above, next + 1);
    return next % players;
  });
}

/** What a part of a group may change of what the group is dealt; all may look at what nobody changes. */
function ofPart(dealt: readonly Fixture[], { place, of }: NonNullable<CheckGroup['part']>): Fixture[] {
  const changing = dealt.filter(({ allow }) => allow !== 'observe');
  return dealt.filter((fixture) => fixture.allow === 'observe' || changing.indexOf(fixture) % of === place);
}

/** The deck in an order by which a group that prefers some of it is dealt these. At most one group of a kind does. */
function arranged(
  deck: readonly Fixture[],
  rivals: readonly CheckGroup[],
  fixtures: readonly Fixture[],
): readonly Fixture[] {
  const place = rivals.findIndex(({ prefers }) => prefers !== undefined);
  const whose = dealtTo(deck, rivals.length);
  const isOwn = (index: number): boolean => whose[index] === place;
  const preferred = deck.filter((fixture) => rivals[place]?.prefers?.(fixture, fixtures) === true);
  const own = preferred.slice(0, deck.filter((_, index) => isOwn(index)).length);
  const rest = deck.filter((fixture) => !own.includes(fixture));
  return deck.flatMap((_, index) => (isOwn(index) ? own.shift() : undefined) ?? rest.shift() ?? []);
}

/** Found once for a catalogue: every lease asks again. */
const found = new WeakMap<readonly CheckGroup[], Map<string, readonly CheckGroup[]>>();

/** The groups that draw on the fixtures of a need, by their ids; of what is changed, those that ever keep others from it. */
function rivalsFor(
  contract: Contract,
  groups: readonly CheckGroup[],
  { kind, effect }: FixtureNeed,
): readonly CheckGroup[] {
  const known = found.get(groups) ?? new Map<string, readonly CheckGroup[]>();
  found.set(groups, known);
  const key = `${kind} ${effect}`;
  let rivals = known.get(key);
  if (rivals === undefined) {
    const holds = (other: CheckGroup): boolean =>
      effect === 'observe' || (isChanging(other) && mayHold(contract, other, kind));
    rivals = groups
      .filter((other) => drawsOn(contract, other, kind, effect) && holds(other))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    known.set(key, rivals);
  }
  return rivals;
}

/** The fixtures that fit a need, without those that allow more than is needed, if the others suffice. */
function fittest(fixtures: readonly Fixture[], need: FixtureNeed): Fixture[] {
  const fitting = fixtures.filter((fixture) => satisfies(fixture, need));
  const exact = fitting.filter(({ allow }) => allow === need.effect);
  return exact.length > 0 ? exact : fitting;
}

/**
 * True when a group may lease fixtures of a kind. A group of an operation draws on its entity; a group about meaning on what stands
 * above or below the entity that it is about, or, where it is about none, on all kinds of its area.
 */
export function drawsOn(contract: Contract, group: CheckGroup, kind: FixtureKind, effect: Effect): boolean {
  // What is told afterwards uses nothing.
  if (group.after !== undefined && group.operation === undefined) return false;
  if (group.operation !== undefined && group.id === group.operation) {
    const operation = contract.operation(group.operation);
    return operation.entity === kind && (effect === 'observe' || operation.effect !== 'observe');
  }
  const about = group.operation === undefined ? undefined : contract.operation(group.operation).entity;
  if (about !== undefined && about !== kind && KINDS[about].below !== kind && KINDS[kind].below !== about) return false;
  return contract.operations.some(({ area, entity }) => area === group.area && entity === kind);
}

/**
 * Fixtures of a kind that a group holds at a time: where fixtures are enough, hardly one has ever more of them than this. What is
 * about one operation alone tries a few in turn; what is about meaning holds several against each other.
 */
const HELD = { changing: 6, trying: 4, looking: 2 } as const;

/** Tells whether one more group may begin. */
export class Capacity {
  readonly #engine: Engine;
  readonly #kinds = new Map<CheckGroup, readonly FixtureKind[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** True when a group finds enough fixtures beside the groups that are at work, or none of these draws on the same. */
  admits(group: CheckGroup, atWork: readonly CheckGroup[]): boolean {
    return this.#kindsOf(group).every((kind) => {
      const rivals = atWork.filter((other) => this.#kindsOf(other).includes(kind));
      const held = rivals.reduce((sum, other) => sum + heldBy(other), 0);
      return rivals.length === 0 || held + heldBy(group) <= this.#usable(kind, group);
    });
  }

  /** The kinds of the target's fixtures that a group may keep others from: those that it changes, or for want of such looks at. */
  #kindsOf(group: CheckGroup): readonly FixtureKind[] {
    let kinds = this.#kinds.get(group);
    if (kinds === undefined) {
      const { contract, target } = this.#engine;
      const present = [...new Set(target.fixtures().map(({ kind }) => kind))];
      const effect = isChanging(group) ? 'modify' : 'observe';
      kinds = present.filter((kind) => drawsOn(contract, group, kind, effect) && mayHold(contract, group, kind));
      this.#kinds.set(group, kinds);
    }
    return kinds;
  }

  #usable(kind: FixtureKind, group: CheckGroup): number {
    const usable = this.#engine.target
      .fixtures()
      .filter((fixture) => fixture.kind === kind && (fixture.allow !== 'observe' || !isChanging(group)));
    return usable.length;
  }
}

/** What is about an operation changes its entities alone, and what lies below these only with them: it is used up with them. */
function mayHold(contract: Contract, group: CheckGroup, kind: FixtureKind): boolean {
  if (group.operation === undefined || !isChanging(group)) return true;
  const { entity, effect } = contract.operation(group.operation);
  return entity === undefined || kind === entity || (effect === 'destroy' && KINDS[kind].below === entity);
}

function heldBy(group: CheckGroup): number {
  if (!isChanging(group)) return HELD.looking;
  if (group.part !== undefined) return Math.max(HELD.looking, Math.ceil(HELD.changing / group.part.of));
  return group.id === group.operation ? HELD.trying : HELD.changing;
}

function isChanging({ checks }: CheckGroup): boolean {
  return checks.some(({ effect }) => effect !== 'observe');
}
