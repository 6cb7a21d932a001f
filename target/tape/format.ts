/**
 * The tape of a run: every exchange and every lease of its checks, so that another time can be judged from it without a
 * network. One JSON object a line; what was asked is kept as a key, what came of it as it was handed to the check.
 */
import { createHash } from 'node:crypto';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Fixture, FixtureNeed, Shortage, TargetFacts, WireRequest } from '../types.ts';

/** Name of the tape inside the folder of a run, packed when the run has ended. */
export const TAPE_FILE = 'tape.ndjson.gz';
export const RAW_TAPE_FILE = 'tape.ndjson';

/** Version of the format. */
export const TAPE_FORMAT = 1;

/** Bodies of more characters than this are kept as digest and length: what was judged by one cannot be judged again. */
export const LONGEST_BODY = 1 << 20;

/** What the target was, and what the run was about. */
export interface TapeHead<About = unknown> {
  readonly type: 'tape';
  readonly format: typeof TAPE_FORMAT;
  readonly facts: TargetFacts;
  readonly fixtures: readonly Fixture[];
  readonly urls: { readonly admin?: string; readonly legacy?: string; readonly plain?: string };
  /** What else is needed to judge again; the suites know what. */
  readonly about: About;
}

/** An exchange, or why the request could not be sent. */
export interface TapedExchange {
  readonly type: 'exchange';
  /** Id of the check, or of the group in whose name it was sent. */
  readonly check: string;
  readonly key: string;
  /** Order in which requests of the run began. */
  readonly at: number;
  readonly exchange?: Exchange;
  readonly unsendable?: string;
}

export interface TapedLease {
  readonly type: 'lease';
  readonly key: string;
  readonly at: number;
  readonly fixture?: Fixture;
  readonly why?: Shortage['why'];
}

export type TapeLine = TapeHead | TapedExchange | TapedLease;

/** The same for the same request, whoever sends it. */
export function requestKey({ check: _, body, ...request }: WireRequest): string {
  const bytes = typeof body === 'string' || body === undefined ? body : Buffer.from(body).toString('base64');
  return digest([request, bytes]);
}

/** The same for the same need of the same asker. */
export function needKey({ by, kind, effect, traits, like, as }: FixtureNeed): string {
  return digest([by, kind, effect, traits, like, as]);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('base64url').slice(0, 16);
}

/** Members in one order: two ways to write the same request are the same. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
