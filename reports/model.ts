/**
 * The results of a run as records of one append-only file. Everything a report shows is derived from these records;
 * what is not in them did not happen. All times are milliseconds since the Unix epoch, all durations milliseconds.
 */
import type { Requirement } from '../spec/types.ts';
import type { Depth, Effect, Exchange, Implementation, Outcome, Verdict } from '../spec/vocabulary.ts';
import type { Why } from '../spec/why.ts';
import type { KnownReport } from './known.ts';

/** Version of the file format. A reader refuses a file with another one. */
export const RESULTS_FORMAT = 1;

/** Name of the results file inside the output folder. */
export const RESULTS_FILE = 'results.ndjson';

/** How much of the contract a run is about: what of it is claimed and was picked. */
export interface Scope {
  readonly areas: { readonly judged: number; readonly all: number };
  readonly requirements: { readonly judged: number; readonly all: number };
  /** True when every area that it is about is judged as a whole. */
  readonly whole: boolean;
}

/** First record: what was run against what. Together with the target profile it suffices to repeat the run. */
export interface RunRecord {
  readonly type: 'run';
  readonly format: typeof RESULTS_FORMAT;
  readonly tool: string;
  readonly toolVersion: string;
  readonly contractVersion: string;
  /** Name of the dialect. */
  readonly dialect: string;
  /** `urls`: base URLs, without credentials. */
  readonly target: { readonly name: string; readonly urls: readonly string[] };
  /** What is under test, as its maker names it in the profile. */
  readonly implementation?: Implementation;
  readonly seed: number;
  readonly depth: Depth;
  /** The highest effect that was permitted. */
  readonly effect: Effect;
  readonly startedAt: number;
  /** Version of Node.js. */
  readonly node: string;
  /** Areas that the target claims. */
  readonly claims: readonly string[];
  /** What the user picked (areas, requirement ids), when the run was narrowed. */
  readonly selection?: readonly string[];
  readonly scope?: Scope;
  /** Which part of a run in several this is; the first is 1. */
  readonly shard?: { readonly place: number; readonly of: number };
  /** The parts that it was put together from, in their order. */
  readonly shards?: readonly MergedShard[];
  /** Random cases per property, where they were not those of the depth. */
  readonly runs?: number;
  /** How many times more a failed requirement was asked; then what did not fail each time warns. */
  readonly repeatFailures?: number;
  /** Requests that the run might send: what they did not suffice for is inconclusive. */
  readonly budget?: number;
}

/** A part of a merged run, kept whole beside the merged files. SHA-256 in hexadecimal. */
export interface MergedShard {
  /** Its folder, from that of the merged run. */
  readonly folder: string;
  /** Of its results file. */
  readonly results: string;
  /** Of its packed tape. */
  readonly tape: string;
}

/** What the run is going to do; written once the plan is known: progress has an end, and a killed run shows what is missing. */
export interface PlanRecord {
  readonly type: 'plan';
  /** Ids of the requirements that must each end in at least one result. */
  readonly requirements: readonly string[];
}

/**
 * Why a verdict other than pass was given, as a word that reports group by. Needed for `not-applicable`, where
 * `area-not-claimed` leaves a run conformant and every other cause makes it partial.
 */
export type Cause =
  | 'area-not-claimed'
  | 'effect-not-permitted'
  | 'no-fixture'
  | 'no-credential'
  | 'control-refused'
  | 'dialect-silent'
  | 'throttled'
  | 'unstable'
  | 'earlier-step'
  | 'not-sendable'
  | 'interrupted'
  | 'budget'
  | 'connection'
  | 'suite'
  | 'other';

/** How a negative input was made: exactly one clause broken. */
export interface ViolationRecord {
  readonly operator: string;
  readonly keyword: string;
  /** JSON Pointer inside the value (`''` the value itself). */
  readonly pointer: string;
  readonly old?: unknown;
  readonly new?: unknown;
  readonly certainty: 'definite' | 'doubtful' | 'debatable';
  /** Name of the parameter or `body`, when known. */
  readonly where?: string;
}

/** A value that is not what it was. */
export interface ValueChange {
  /** JSON Pointer in the body of the answer that shows it. */
  readonly at: string;
  /** Undefined where there was nothing. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What came of a request, seen by another one. */
export interface Seen {
  /** The look that shows how it was before, where there was one. */
  readonly before?: Exchange;
  readonly exchange: Exchange;
  /** Before and after, as far as both could be read; at most a few. */
  readonly changes: readonly ValueChange[];
  /** Copy-pasteable curl command of the request that shows it. */
  readonly curl?: string;
}

/** Everything a reader needs to understand and repeat a failure (fail, warn or broken). */
export interface Failure {
  /** All that would have been accepted, as one sentence or phrase. */
  readonly expected: string;
  /** What the target did. */
  readonly actual: string;
  /** Names the case: `size = 201 (above maximum 200)`. */
  readonly caseLabel: string;
  /** The case itself as JSON, as small as shrinking could make it. */
  readonly case?: unknown;
  readonly violation?: ViolationRecord;
  /** The case as it first failed, before shrinking. */
  readonly shrunkFrom?: unknown;
  /** The exchange that shows the failure. */
  readonly exchange?: Exchange;
  /** Copy-pasteable curl command without secrets. */
  readonly curl?: string;
  /** For failures of state: what the exchange did, and the request that shows it. */
  readonly seen?: Seen;
  /** Present where the requirement was asked again and did not fail each time: how often, and an exchange that is good. */
  readonly unsteady?: { readonly failed: number; readonly of: number; readonly exchange?: Exchange };
  /** The command that repeats exactly this case. */
  readonly replay: string;
  /** Shortest failing sequence, one step each, for stateful checks. */
  readonly steps?: readonly string[];
}

/** What the target did at a point that the contract leaves open. */
export interface Observation {
  /** Silence id. */
  readonly silence: string;
  /** JSON value. */
  readonly value: unknown;
  readonly note?: string;
}

/** A document made for people, e.g. the SVG of a state table. */
export interface ResultAttachment {
  readonly name: string;
  readonly mediaType: string;
  /** Text; binary content is not kept. */
  readonly content: string;
}

/** How many cases stand behind a verdict. `unsent`: violations that did not survive serialisation, so were not sent. */
export interface CaseCounts {
  readonly judged: number;
  readonly passed: number;
  readonly unsent: number;
}

/** The verdict of one check on one requirement. */
export interface Result extends Omit<Requirement, 'id' | 'constraint'> {
  readonly type: 'result';
  /** Requirement id. */
  readonly requirement: string;
  /** Id of the check that established it. */
  readonly check: string;
  /** What the check may do to the target. */
  readonly effect: Effect;
  readonly verdict: Verdict;
  /** One sentence; present for every verdict but pass. */
  readonly reason?: string;
  readonly cause?: Cause;
  /** What could not be had, as data, where that is the reason. */
  readonly why?: Why;
  readonly cases: CaseCounts;
  /** fast-check path of the failing case. */
  readonly path?: string;
  /** Present for fail; may be present for warn and broken. */
  readonly failure?: Failure;
  readonly observations: readonly Observation[];
  /** Silences whose answers by the dialect its check relied on, by id. */
  readonly relied?: readonly string[];
  /** Redacted evidence, bounded. */
  readonly exchanges: readonly Exchange[];
  /** Number of exchanges that were left out of `exchanges`, when any were. */
  readonly exchangesOmitted?: number;
  readonly attachments?: readonly ResultAttachment[];
  /** When its check began. */
  readonly startedAt: number;
  /** Milliseconds that the target took for what was judged. */
  readonly durationMs: number;
}

/** Something the user should know that is no verdict (a slow target, a leftover that was put right …). */
export interface NoticeRecord {
  readonly type: 'notice';
  readonly severity: 'info' | 'warning';
  readonly message: string;
  readonly at: number;
}

/** Number of results by verdict; every verdict is present. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** Last record. A file without it is that of a run that was killed. */
export interface EndRecord {
  readonly type: 'end';
  readonly outcome: Outcome;
  /** Present when the run was stopped before its end: its outcome says nothing about the rest. */
  readonly interrupted?: true;
  /** What came of the failures that its owner knows; present when the run was given such. */
  readonly known?: KnownReport;
  readonly counts: VerdictCounts;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Why the outcome is what it is; present for every outcome but conformant. */
  readonly reason?: string;
}

/** One line of the results file. */
export type ResultRecord = RunRecord | PlanRecord | Result | NoticeRecord | EndRecord;
