/** Answers to what the contract leaves open, from what a run observed there: each run says of each point what the target did. */

import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../../reports/model.ts';
import { counted } from '../../reports/visible.ts';
import { isObject } from '../../spec/json.ts';
import { isSuccess } from '../../spec/status.ts';
import type { Contract, Silence } from '../../spec/types.ts';
import { complaints } from '../../suites/judges/schema.ts';
import type { Suggested } from './suggestion.ts';

/** One answer, and how many times it was seen. */
interface Tally {
  readonly value: unknown;
  readonly count: number;
}

/** By silence, all that was observed and is not claimed yet; one that was answered in two ways is only told. */
export function answersFrom(contract: Contract, results: readonly Result[]): Map<string, Suggested<unknown>> {
  const answers = new Map<string, Suggested<unknown>>();
  for (const silence of contract.silences) {
    if (silence.answer === undefined || contract.answer(silence.id)?.standing === 'claimed') continue;
    const found = suggestedFor(silence, results);
    if (found !== undefined) answers.set(silence.id, found);
  }
  return answers;
}

function suggestedFor(silence: Silence, results: readonly Result[]): Suggested<unknown> | undefined {
  const seen = observedAt(silence.id, results);
  const ways = tally(READERS[silence.id]?.(seen) ?? seen).filter(
    ({ value }) => complaints(silence.answer ?? true, value).length === 0,
  );
  const [first, ...others] = ways;
  if (first === undefined) return undefined;
  const times = seen.length === 1 ? 'once' : `${seen.length} times`;
  if (others.length > 0) {
    const told = ways.map(({ value, count }) => `${JSON.stringify(value)} (${counted(count, 'time')})`).join(', ');
    return { value: first.value, sure: false, because: `observed in several ways: ${told}` };
  }
  const judged = judgedBy(silence.id, results);
  const gain = judged === 0 ? '' : `; ${counted(judged, 'verdict')} would become judged`;
  return { value: first.value, sure: true, because: `observed ${times}${gain}` };
}

function observedAt(id: string, results: readonly Result[]): unknown[] {
  return results.flatMap(({ observations }) =>
    observations.filter(({ silence }) => silence === id).map(({ value }) => value),
  );
}

/** Requirements about which nothing was judged, as the point that they are about is open. */
function judgedBy(id: string, results: readonly Result[]): number {
  const open = results.filter(
    ({ verdict, observations, why }) =>
      (verdict === 'observed' && observations.some(({ silence }) => silence === id)) ||
      (verdict === 'inconclusive' && why?.what === 'answer' && why.silence === id),
  );
  return new Set(open.map(({ requirement }) => requirement)).size;
}

/** What was observed, as often as it was; the most frequent first. */
function tally(values: readonly unknown[]): Tally[] {
  const ways: { value: unknown; count: number }[] = [];
  for (const value of values) {
    const known = ways.find((one) => isDeepStrictEqual(one.value, value));
    if (known === undefined) ways.push({ value, count: 1 });
    else known.count += 1;
  }
  return ways.toSorted((a, b) => b.count - a.count);
}

/** Silences of which each observation is a part of the answer, or is written otherwise than the answer. */
const READERS: Readonly<Record<string, (seen: readonly unknown[]) => readonly unknown[]>> = {
  'request.precedence': (seen) => orderOf(seen.map(String)),
  'legacy.codes': (seen) => merged(seen),
  // The status of an answer tells the same: a success means that nobody looked.
  'request.content-type': (seen) => seen.map((one) => (typeof one === 'number' && isSuccess(one) ? 'ignored' : one)),
};

/** `credential before entity` and the like, put together to the one order in which all of them hold; nothing for none. */
function orderOf(seen: readonly string[]): unknown[] {
  const pairs = seen.flatMap((text): [string, string][] => {
    const [, first, second] = /^(\w+) before (\w+)$/.exec(text) ?? [];
    return first === undefined || second === undefined ? [] : [[first, second]];
  });
  const names = [...new Set(pairs.flat())];
  const isBefore = (a: string, b: string): boolean => pairs.some(([one, other]) => one === a && other === b);
  const order = names.toSorted((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
  const holds = pairs.every(([first, second]) => order.indexOf(first) < order.indexOf(second));
  const known = order.every((name, at) => order.slice(at + 1).every((other) => isBefore(name, other)));
  return holds && known ? seen.map(() => order) : [];
}

/** Parts of one answer laid together; each as it is where two of them contradict each other. */
function merged(seen: readonly unknown[]): unknown[] {
  const parts = seen.filter(isObject);
  const whole = Object.assign({}, ...parts) as Record<string, unknown>;
  const agrees = parts.every((part) => Object.entries(part).every(([name, value]) => whole[name] === value));
  return agrees && parts.length > 0 ? seen.map(() => whole) : [...seen];
}
