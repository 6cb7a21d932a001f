/**
 * The tape of a run: all that its checks waited for, in the order in which it came, so that another time can be judged from it
 * without a network and in no other order. One JSON object a line; what was asked is kept as a key, what came of it as it was
 * handed to the check.
 */
import { hash } from 'node:crypto';
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

/** Whatever was waited for. Lines stand in the order in which the waiting ended. */
interface Taped {
  /** Order in which the waiting began. */
  readonly at: number;
  readonly key: string;
}

/** An exchange, or why the request could not be sent. */
export interface TapedExchange extends Taped {
  readonly type: 'exchange';
  /** Id of the check, or of the group in whose name it was sent. */
  readonly check: string;
  readonly exchange?: Exchange;
  /** The body stands for a longer one. */
  readonly shortened?: true;
  readonly unsendable?: string;
}

export interface TapedLease extends Taped {
  readonly type: 'lease';
  readonly fixture?: Fixture;
  readonly why?: Shortage['why'];
}

/** Something that took its time and gave nothing: a pause, an entry of the journal. */
export interface TapedWait extends Taped {
  readonly type: 'wait';
}

/** From here on nothing was asked for any more but what puts things back. */
export interface TapedStop {
  readonly type: 'stop';
  /** How many times, since the last thing that was waited for had come, the checks had heard that they may go on. */
  readonly heard: number;
  /** What stopped it, when it was nobody from outside. */
  readonly by?: 'budget';
}

/** A group of checks, or a part of one, began. */
export interface TapedGroup {
  readonly type: 'group';
  readonly group: string;
}

export type TapeLine<About = unknown> =
  | TapeHead<About>
  | TapedExchange
  | TapedLease
  | TapedWait
  | TapedStop
  | TapedGroup;

/** The same for the same request, whoever sends it. */
export function requestKey(request: WireRequest): string {
  const { service, method, target, headers = [], body, credential = '', chunked, loginInTarget, plain } = request;
  const bytes = typeof body === 'string' || body === undefined ? body : Buffer.from(body).toString('base64');
  return digest([service, method, target, headers, bytes ?? null, credential, chunked, loginInTarget, plain]);
}

/** The same for the same need of the same asker. */
export function needKey({ by, kind, effect, traits, like, as }: FixtureNeed): string {
  return digest([by, kind, effect, traits, like, as]);
}

/** The same for the same pause of the same asker. */
export function pauseKey(by: string | undefined): string {
  return `pause ${by ?? ''}`;
}

/** The same for all entries of a check about one entity. */
export function journalKey(check: string, { kind, ids }: Fixture): string {
  return `journal ${check} ${kind} ${Object.values(ids).join('/')}`;
}

function digest(value: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 16);
}
