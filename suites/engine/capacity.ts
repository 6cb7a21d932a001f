/**
 * How many groups may draw on the same fixtures at a time. A group keeps what it has while it asks for another one: where
 * fixtures are few, several of them would each hold what the others wait for.
 */
import type { FixtureKind } from '../../spec/index.ts';
import { drawsOn } from './allotment.ts';
import type { CheckGroup } from './check.ts';
import type { Engine } from './execute.ts';

/** Fixtures of a kind that a group holds at a time: where fixtures are enough, hardly one has ever more of them than this. */
const HELD = { changing: 6, looking: 2 } as const;

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
      kinds = present.filter((kind) => drawsOn(contract, group, kind, effect));
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

function heldBy(group: CheckGroup): number {
  if (!isChanging(group)) return HELD.looking;
  return Math.max(HELD.looking, Math.ceil(HELD.changing / (group.part?.of ?? 1)));
}

function isChanging({ checks }: CheckGroup): boolean {
  return checks.some(({ effect }) => effect !== 'observe');
}
