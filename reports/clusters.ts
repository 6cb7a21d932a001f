/** Puts failures together that are one fault seen many times, so that a person reads it once. */
import type { Result } from './model.ts';
import { verdictOf } from './outcome.ts';

export interface Cluster {
  /** The one to show in full: the one with the smallest case. */
  readonly first: Result;
  /** The others, in order of requirement. */
  readonly others: readonly Result[];
}

/**
 * Clusters results by what was expected and what came, with numbers and ids left out of account. Contract before dialect,
 * the largest cluster first, so that one fault of the whole server stands before those of single operations. What was told by a
 * look back on all answers comes after what a check of its own has found: that knows more of it.
 */
export function cluster(results: readonly Result[]): readonly Cluster[] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = keyOf(result);
    const group = groups.get(key);
    if (group) group.push(result);
    else groups.set(key, [result]);
  }
  return [...groups.values()]
    .map((group) => {
      const sorted = group.toSorted((a, b) => caseSize(a) - caseSize(b) || compare(a.requirement, b.requirement));
      const [first, ...others] = sorted as [Result, ...Result[]];
      return { first, others: others.toSorted((a, b) => compare(a.requirement, b.requirement)) };
    })
    .toSorted(
      (a, b) =>
        compare(a.first.source, b.first.source) ||
        Number(isHindsight(a.first)) - Number(isHindsight(b.first)) ||
        b.others.length - a.others.length ||
        compare(a.first.requirement, b.first.requirement),
    );
}

function isHindsight({ topic }: Result): boolean {
  return topic === 'answers';
}

function keyOf(result: Result): string {
  const { failure } = result;
  // The reason in brackets names the case, which is what alike failures differ in.
  const what = failure ? `${failure.expected.replace(/ \(.*\)$/s, '')}\n${failure.actual}` : (result.reason ?? '');
  return [result.source, verdictOf(result), result.topic, general(what)].join('\n');
}

/** Two failures are alike when they differ in nothing but figures, quoted texts and identifiers. Statuses are kept. */
function general(text: string): string {
  return text
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#')
    .replace(/\b(?![1-5]\d\d\b)\d+\b/g, '#');
}

function caseSize(result: Result): number {
  return JSON.stringify(result.failure?.case ?? '').length + (result.failure?.steps?.length ?? 0) * 100;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
