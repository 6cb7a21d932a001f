/** Judges what a target does at an open point by what its owner says of it (docs/dialects.md): only a claim can be broken. */
import type { Answer } from '../../spec/types.ts';
import type { Judgement } from '../engine/check.ts';
import { fail } from './judgement.ts';

/** The failure to do as claimed; undefined when nothing is claimed or `seen` is just that. */
export function judgeClaim(answer: Answer | undefined, seen: unknown, silence: string): Judgement | undefined {
  if (answer?.standing !== 'claimed' || JSON.stringify(answer.value) === JSON.stringify(seen)) return undefined;
  return fail(`${String(answer.value)} (claimed for ${silence})`, String(seen));
}
