/** What a pipeline counts: each result of a run, and whatever else would make the run look better than it was, as a case. */
import { missingFromPlan } from './coverage.ts';
import { explain, reasonOf } from './explain.ts';
import { coveredBy } from './known.ts';
import type { Result } from './model.ts';
import { verdictOf } from './outcome.ts';
import type { RunResults } from './reader.ts';
import { shorten } from './visible.ts';
import { CAUSE_TITLES } from './words.ts';

/** One line of a pipeline's list. */
export interface Case {
  /** Id of its requirement, or what of the run as a whole is wrong. */
  readonly name: string;
  /** Interface, area and operation, or what sort of fault of the run it is. */
  readonly group: string;
  readonly end: 'passed' | 'failed' | 'error' | 'skipped';
  /** Why it did not pass, on one line. */
  readonly message?: string;
  /** What sort of failure or error it is. */
  readonly type?: string;
  /** All that is to be said of it; of a warning, too, which passed. */
  readonly text?: string;
  /** Milliseconds that the target took for what was judged. */
  readonly durationMs: number;
  /** What it was made of, unless it is about the run as a whole. */
  readonly result?: Result;
}

/** Characters of the one line. */
const MESSAGE_LIMIT = 500;

/**
 * A case for each result, in the order of the run: a failure that is known breaks no build and is skipped, as is what shows
 * nothing (observed, inconclusive, not applicable). Then an error for whatever was planned and has no result, for each entry of
 * the known failures that does not hold any more, and for a run that was not judged to its end.
 */
export function casesOf(run: RunResults): readonly Case[] {
  const covered = coveredBy(run.end?.known);
  const { reason, interrupted, outcome } = run.end ?? {};
  const what = interrupted ? 'interrupted' : 'aborted';
  return [
    ...run.results.map((result) => caseOf(result, covered.has(result.requirement))),
    ...missingFromPlan(run).map((id) =>
      runError(id, 'without-result', 'planned, but the run ended without a result', 'missing'),
    ),
    ...(run.end?.known?.rotten ?? []).map(({ entry, why }) => runError(entry.requirement, 'known-failures', why, why)),
    ...(outcome === 'aborted' ? [runError(what, 'run', reason ?? what, what)] : []),
  ];
}

function runError(name: string, group: string, message: string, type: string): Case {
  return { name, group, end: 'error', message, type, durationMs: 0 };
}

function caseOf(result: Result, isKnown: boolean): Case {
  const { requirement, area, operation, durationMs } = result;
  const common = {
    name: requirement,
    group: [result.interface, area, ...(operation === undefined ? [] : [operation])].join('.'),
    durationMs,
    result,
  };
  const verdict = verdictOf(result);
  switch (verdict) {
    case 'fail': {
      const message = messageOf(result);
      if (isKnown) return { ...common, end: 'skipped', message: `known failure: ${message}` };
      return { ...common, end: 'failed', message, type: `${result.source} ${result.level}`, text: explain(result) };
    }
    case 'broken':
      return { ...common, end: 'error', message: messageOf(result), type: 'broken', text: explain(result) };
    case 'observed':
    case 'inconclusive':
    case 'not-applicable': {
      const cause = result.cause === undefined ? '' : `${CAUSE_TITLES[result.cause]}: `;
      return { ...common, end: 'skipped', message: `${result.verdict}: ${cause}${reasonOf(result)}` };
    }
    case 'warn':
      return { ...common, end: 'passed', text: `warn: ${explain(result)}` };
    case 'pass':
      return { ...common, end: 'passed' };
  }
}

function messageOf({ failure, reason, sentence }: Result): string {
  const said = failure ? `expected ${failure.expected}, got ${failure.actual}` : (reason ?? '');
  return shorten(`${sentence} ${said}`, MESSAGE_LIMIT);
}

/** How long the run took, in milliseconds; of one that was killed, as long as something was asked. */
export function wallTimeOf({ results, end }: RunResults): number {
  if (end !== undefined) return end.finishedAt - end.startedAt;
  const exchanges = results.flatMap((result) => result.exchanges);
  if (exchanges.length === 0) return 0;
  const begin = exchanges.reduce((least, { startedAt }) => Math.min(least, startedAt), Number.POSITIVE_INFINITY);
  const last = exchanges.reduce((most, { startedAt, durationMs }) => Math.max(most, startedAt + durationMs), 0);
  return last - begin;
}
