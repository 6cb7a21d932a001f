/** What could be added to a profile, each with what it rests on. It never says what a run may do: `allow` and `effects` are the owner's. */
import type { FixtureKind } from '../../spec/types.ts';
import type { Example, Fixture } from '../../target/index.ts';

/** Something to add, and why. */
export interface Suggested<Value> {
  readonly value: Value;
  /** What was seen, for the comment beside it. */
  readonly because: string;
  /** False where it is only told, as a comment: what was seen does not agree, or was not shown to do. */
  readonly sure: boolean;
}

export interface FixtureSuggestion {
  readonly kind: FixtureKind;
  readonly ids: Fixture['ids'];
  /** Traits that the profile does not state. */
  readonly traits: Fixture['traits'];
  /** True where the profile states it already. */
  readonly stated: boolean;
}

export interface Suggestions {
  readonly base?: Suggested<{ readonly base: string; readonly claimed?: true }>;
  /** By silence. */
  readonly answers: ReadonlyMap<string, Suggested<unknown>>;
  /** By operation. */
  readonly examples: ReadonlyMap<string, Suggested<Example>>;
  readonly fixtures: readonly Suggested<FixtureSuggestion>[];
  /** What else is wanted, one sentence each. */
  readonly wanted: readonly string[];
}
