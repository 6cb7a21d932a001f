/** What a check is: a value that the engine runs, from Vitest, the command line or a test alike. */
import type { Cause, Observation, ResultAttachment, Seen, ViolationRecord } from '../../reports/model.ts';
import type { Reason } from '../../reports/remark.ts';
import type { Contract, Depth, Effect, Exchange, Verdict } from '../../spec/index.ts';
import type { Fixture, TargetFacts } from '../../target/types.ts';
import type { Session } from './session.ts';
import type { Sendable } from './wire.ts';

/** What a judge found for one case. */
export interface Judgement {
  readonly verdict: Exclude<Verdict, 'not-applicable'>;
  /** All that would have been accepted. Needed for fail and warn. */
  readonly expected?: string;
  /** What was seen. Needed for fail and warn. */
  readonly actual?: string;
  /** For the verdicts that are neither pass nor fail. */
  readonly reason?: Reason;
  readonly cause?: Cause;
}

/** What the target did at an open point. */
export interface Noted extends Omit<Observation, 'note'> {
  readonly note?: Reason | undefined;
}

/** What a judgement leans on. */
export interface Evidence {
  /** Names the case: `size = 201 (above-maximum)`. */
  readonly label: string;
  readonly exchange?: Exchange | undefined;
  /** What came of it, where another request shows that. */
  readonly seen?: Seen | undefined;
  /** The generated input as JSON. */
  readonly case?: unknown;
  readonly violation?: ViolationRecord;
  readonly shrunkFrom?: unknown;
  /** fast-check path of the case. */
  readonly path?: string;
  readonly steps?: readonly string[];
  /** The judgement holds of what is not there as well: it is about how the answer is written, or about a deletion of this very check. */
  readonly evenAbsent?: true;
}

/** What a check sees of the run. */
export interface CheckContext {
  readonly contract: Contract;
  readonly target: TargetFacts;
  readonly seed: number;
  readonly depth: Depth;
  /** Number of random cases per property at this depth. */
  readonly runs: number;
  /** Shared by the checks of one group: fixtures, positive controls, restoration. */
  readonly session: Session;
  /** False when the run was narrowed to other requirements: cases about this one need not be sent. */
  wants(requirement: string): boolean;
  /** Sends a request in this check's name and keeps the exchange as evidence. */
  send(request: Sendable): Promise<Exchange>;
  /** Adds one judged case to a requirement's verdict. */
  record(requirement: string, judgement: Judgement, evidence: Evidence): void;
  /** Counts a violation that did not survive serialisation, so was not sent. */
  unsent(requirement: string): void;
  /** Notes what the target did at a point that the contract leaves open. */
  observe(requirement: string, observation: Noted): void;
  /** Hangs a document (a state table, say) on a requirement's result. */
  attach(requirement: string, attachment: ResultAttachment): void;
}

/** One fact to establish about one requirement, or a few that the same exchanges show. */
export interface Check {
  /** Stable slug, unique in the catalogue. */
  readonly id: string;
  readonly title: string;
  /** Every one of these gets a verdict, `inconclusive` when `run` judged nothing about it. */
  readonly requirements: readonly string[];
  /** What it may do to the target. */
  readonly effect: Effect;
  /** True where each requirement is judged by requests of its own, so that some may be judged on one entity and some on another. */
  readonly divisible?: boolean;
  /**
   * Names the entity that it works on, where the group has several in hand: neighbouring checks with different names need not wait
   * for each other. One without a name waits for all before it.
   */
  readonly strand?: string;
  /** The requirements of the whole check, where this is a slice of it. */
  readonly whole?: readonly string[];
  run(context: CheckContext): Promise<void>;
}

/** Checks that share a session: those of one operation, or of one subject. They run in order, those of different strands side by side. */
export interface CheckGroup {
  readonly id: string;
  readonly area: string;
  /** The operation under test, when it is one. */
  readonly operation?: string;
  /** True when the checks may run at the same time: none of them changes anything. */
  readonly parallel: boolean;
  readonly checks: readonly Check[];
  /** True for fixtures that tell this group more than others, and are dealt to it first. */
  readonly prefers?: (fixture: Fixture, fixtures: readonly Fixture[]) => boolean;
  /** True for groups that must be done before this one begins: it would spoil the target for them, or looks back on them. */
  readonly after?: (other: CheckGroup) => boolean;
  /** True where each check stands alone, so that some may work on one entity and some on another: none tells what others saw. */
  readonly divisible?: boolean;
  /** Which part of the whole group this is, where it was cut: each part has entities of its own. */
  readonly part?: { readonly place: number; readonly of: number };
}
