/**
 * Why something that a check needs could not be had, as data: what decides looks at this, never at a sentence. The words that
 * people read are made of it in `reports`. It lives in the lowest room since `target` makes some of it.
 */
import type { FixtureKind } from './types.ts';
import type { Effect } from './vocabulary.ts';

/** A fixture that was wanted. */
export interface WantedFixture {
  readonly kind: FixtureKind;
  readonly effect: Effect;
  /** Names of the kind's identifiers. */
  readonly identifiers: readonly string[];
  readonly traits?: Readonly<Record<string, string | number | boolean>>;
  /** What it must be besides, in words that follow "one". */
  readonly as?: string;
}

/** How it stood with the fixtures of the kind that was wanted. */
export type FixtureState =
  /** None is known at all. */
  | { readonly is: 'unknown' }
  /** The profile has none; the target itself shows these. */
  | { readonly is: 'shown'; readonly ids: readonly string[] }
  /** All that fit were in use for so many milliseconds. */
  | { readonly is: 'busy'; readonly waited: number }
  /** So many fitted, and were used up; so many uses were asked for. */
  | { readonly is: 'used-up'; readonly count: number; readonly demand: number }
  /** The asker holds all that fit, `count` of them, and needs another. */
  | { readonly is: 'held'; readonly count: number }
  /** None of `count` may be used so. */
  | { readonly is: 'not-permitted'; readonly count: number }
  /** `count` may be used so, and none is as needed. */
  | { readonly is: 'unfit'; readonly count: number }
  /** The provisioning module failed. */
  | { readonly is: 'unprovided'; readonly failure: string };

/** Where the content of an operation's requests stands: in the body, or in the query, of which these are the required names. */
export type Takes = 'body' | readonly string[];

export type Why =
  | { readonly what: 'fixture'; readonly wanted: WantedFixture; readonly state: FixtureState }
  /** The effect goes beyond what the run may do. `kind` where a fixture was wanted for it. */
  | { readonly what: 'effect'; readonly needed: Effect; readonly permitted: Effect; readonly kind?: FixtureKind }
  | { readonly what: 'area'; readonly area: string }
  /** Members of the profile that are missing. */
  | { readonly what: 'setting'; readonly members: readonly string[] }
  /** The positive control of an operation was not accepted; `said` are the server's own words. */
  | {
      readonly what: 'control';
      readonly operation: string;
      readonly status?: number;
      readonly said?: string;
      readonly takes?: Takes;
    }
  /** No valid request of the operation can be made; `fault` says why of its schema. */
  | { readonly what: 'request'; readonly operation: string; readonly fault?: string; readonly takes?: Takes }
  /** None could be put back after the operation; `stated`: a trait that states what it is now would do. */
  | {
      readonly what: 'way-back';
      readonly operation: string;
      readonly wanted?: WantedFixture;
      readonly stated: boolean;
    }
  /** The dialect does not answer an open point. */
  | { readonly what: 'answer'; readonly silence: string }
  /** Nothing tells what an entity is; its fixture could. */
  | { readonly what: 'trait'; readonly kind: FixtureKind; readonly ids: string; readonly trait: string }
  /** An entity could not be read. */
  | { readonly what: 'look'; readonly kind: FixtureKind; readonly ids: string; readonly status: number };
