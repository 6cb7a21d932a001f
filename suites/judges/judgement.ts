/** Judgements in few words: what each verdict must come with, said once (design, section 5), and what a claim makes of what was seen. */
import { isDeepStrictEqual } from 'node:util';
import type { Cause } from '../../reports/model.ts';
import type { Reason } from '../../reports/remark.ts';
import type { Doubt } from '../../reports/remark-words.ts';
import type { Answer } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';

/** The promise was seen to be kept. */
export const PASS: Judgement = Object.freeze({ verdict: 'pass' });

/** The promise is broken. `expected`: all that would have been accepted. */
export function fail(expected: string, actual: string): Judgement {
  return { verdict: 'fail', expected, actual };
}

/** A recommendation is not followed, or a promise broken in one of two readings. */
export function warn(expected: string, actual: string): Judgement {
  return { verdict: 'warn', expected, actual };
}

/** The same as a warning, where a target may have good reason for what it does. */
export function doubted(judgement: Judgement, but: Doubt): Judgement {
  return { ...judgement, verdict: 'warn', reason: { what: 'open', but } };
}

/** What the target did where the contract is silent. */
export function observed(reason: Reason): Judgement {
  return { verdict: 'observed', reason };
}

/** Nothing could be shown, for want of what `cause` names. */
export function unshown(cause: Cause, reason: Reason): Judgement {
  return { verdict: 'inconclusive', cause, reason };
}

/** The failure to do as claimed; undefined when nothing is claimed or `seen` is just that. */
export function judgeClaim(answer: Answer | undefined, seen: unknown, silence: string): Judgement | undefined {
  if (answer?.standing !== 'claimed' || isDeepStrictEqual(answer.value, seen)) return undefined;
  return fail(`${inWords(answer.value)} (claimed for ${silence})`, inWords(seen));
}

/** A value of an answer for people: a word as it is, anything with members as JSON. */
function inWords(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
