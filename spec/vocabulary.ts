/**
 * The words that more than one room uses. They live in the lowest room so that `target` (which makes exchanges) and
 * `reports` (which shows them) need not know each other.
 */

/** How binding a requirement is (RFC 2119 words). A broken MUST makes a run non-conformant; a broken SHOULD only warns. */
export type Level = 'MUST' | 'SHOULD';

/** Where a requirement comes from: the contract itself, or the dialect that fills the contract's silences. */
export type Source = 'contract' | 'dialect';

/** What a check may do to the target. Ordered: each permits all before it. */
export type Effect = 'observe' | 'modify' | 'destroy';

/** The effects from the least to the most. */
export const EFFECTS: readonly Effect[] = ['observe', 'modify', 'destroy'];

/** True when `permitted` allows what `wanted` does. */
export function permits(permitted: Effect, wanted: Effect): boolean {
  return EFFECTS.indexOf(permitted) >= EFFECTS.indexOf(wanted);
}

/** The possible verdicts on one requirement. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'inconclusive' | 'not-applicable' | 'broken';

/** The verdicts, worst first: the order in which several judgements on one requirement are folded into one. */
export const VERDICTS: readonly Verdict[] = [
  'fail',
  'broken',
  'warn',
  'inconclusive',
  'pass',
  'observed',
  'not-applicable',
];

/** The outcome of a run, and its exit code: conformant 0, but for known failures 0, non-conformant 1, aborted 2, partial 3. */
export type Outcome = 'conformant' | 'known-failures' | 'non-conformant' | 'partial' | 'aborted';

/** Exit code of each outcome, as documented in the README. */
export const EXIT_CODES: Readonly<Record<Outcome, number>> = {
  conformant: 0,
  'known-failures': 0,
  'non-conformant': 1,
  aborted: 2,
  partial: 3,
};

/** What is under test, as its maker names it. */
export interface Implementation {
  readonly organization?: string;
  readonly product?: string;
  readonly version?: string;
  readonly commit?: string;
  readonly url?: string;
  readonly contact?: string;
  readonly environment?: string;
}

/** How deep a run goes: the number of generated cases per requirement. */
export type Depth = 'quick' | 'standard' | 'deep';

/** Header fields in wire order; names keep the case in which they were sent or received. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as it went over the wire. `body` is text when it is valid UTF-8, else base64 as `encoding` says. */
export interface SentRequest {
  readonly method: string;
  /** Absolute URL, exactly as sent (percent-encoding untouched). */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  readonly encoding?: 'utf8' | 'base64';
}

/** A response as it was received. `body` is '' when the response had no body. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string;
  readonly encoding: 'utf8' | 'base64';
  /** Number of body bytes received, before any decoding to text. */
  readonly bytes: number;
  /** True when the body was longer than the client's limit and only its beginning was kept. */
  readonly truncated?: boolean;
  /** True when a content coding that the headers name could not be undone: no client reads such a body (RFC 9110, section 8.4). */
  readonly miscoded?: boolean;
}

/** Why no response came. */
export type TransportErrorKind =
  | 'refused'
  | 'dns'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'too-large'
  | 'cancelled';

/** A failure below HTTP: the request may or may not have reached the target. */
export interface TransportError {
  readonly kind: TransportErrorKind;
  /** One clear, redacted sentence. */
  readonly message: string;
}

/** One request as sent and the response, or the transport error, that came of it. Redacted when it leaves `target`'s hands. */
export interface Exchange {
  readonly request: SentRequest;
  /** Beside an error the beginning of one that was longer than is read: see `wholeResponse`. */
  readonly response?: ReceivedResponse;
  readonly error?: TransportError;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Wall time in milliseconds. */
  readonly durationMs: number;
}

/** The response where it came whole: one beside an error is the beginning of what was too long, kept as evidence. */
export function wholeResponse({ response, error }: Exchange): ReceivedResponse | undefined {
  return error === undefined ? response : undefined;
}

/** First value of a header, compared without regard to case; undefined when absent. */
export function header(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([n]) => n.toLowerCase() === wanted)?.[1];
}
