/** From verdicts to the outcome of a run. Nothing here reads or writes anything. */
import type { Outcome, Verdict } from '../spec/vocabulary.ts';
import { EXIT_CODES, VERDICTS } from '../spec/vocabulary.ts';
import type { Result, VerdictCounts } from './model.ts';

/** The part of a result that decides what it means for the run. */
export type Weighed = Pick<Result, 'verdict' | 'level' | 'cause'>;

export interface OutcomeOptions {
  /** Give exit code 0 to a partial run whose gaps are all explained. */
  readonly allowPartial?: boolean;
  /** Requirements that were planned and have no result at all. */
  readonly missing?: readonly string[];
  /** Failures that are known and as noted, and entries that do not hold any more. */
  readonly known?: { readonly failures: number; readonly rotten: number };
  /** True when the run was stopped before its end. */
  readonly interrupted?: boolean;
}

export interface RunOutcome {
  readonly outcome: Outcome;
  readonly exitCode: number;
  readonly counts: VerdictCounts;
  /** Why; present for every outcome but conformant. */
  readonly reason?: string;
}

/**
 * The verdict that every report shows. A broken SHOULD warns, whoever judged it: only a MUST, of the contract or of the
 * dialect that the target declared, can make a run non-conformant.
 */
export function verdictOf(result: Weighed): Verdict {
  return result.verdict === 'fail' && result.level !== 'MUST' ? 'warn' : result.verdict;
}

/** Number of results by verdict, as reports show them. */
export function countVerdicts(results: readonly Weighed[]): VerdictCounts {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const result of results) counts[verdictOf(result)] += 1;
  return counts;
}

/**
 * True when the result leaves a promise unproven that a conformant target must keep: an inconclusive MUST, or one that
 * did not apply for any reason but that the target does not claim its area.
 */
export function leavesGap(result: Weighed): boolean {
  if (result.level !== 'MUST') return false;
  if (result.verdict === 'inconclusive') return true;
  return result.verdict === 'not-applicable' && result.cause !== 'area-not-claimed';
}

/**
 * Outcome of a run:
 * stopped before its end → aborted, whatever it had seen; a failed MUST → non-conformant; nothing judged good or bad → aborted; something broken, missing or unproven → partial;
 * else conformant. A broken or missing result is a fault of the run, not a gap that its owner chose, so `allowPartial`
 * does not excuse it.
 */
export function outcomeOf(results: readonly Weighed[], options: OutcomeOptions = {}): RunOutcome {
  const counts = countVerdicts(results);
  const missing = options.missing?.length ?? 0;
  const gaps = results.filter(leavesGap).length;
  const finish = (outcome: Outcome, reason?: string, exitCode = EXIT_CODES[outcome]): RunOutcome =>
    reason === undefined ? { outcome, exitCode, counts } : { outcome, exitCode, counts, reason };

  if (options.interrupted === true) return finish('aborted', interruptedAfter(results, counts));
  const { failures: known, rotten } = options.known ?? { failures: 0, rotten: 0 };
  const fresh = counts.fail - known;
  const knownToo = known > 0 ? `${count(known, 'known failure', 'known failures')}` : '';
  const bad = [
    fresh > 0 ? `${count(fresh, 'MUST', 'MUSTs')} failed${known > 0 ? ' beside those that are known' : ''}` : '',
    rotten > 0 ? `${count(rotten, 'known failure is', 'known failures are')} not as noted` : '',
  ].filter((reason) => reason !== '');
  if (bad.length > 0) return finish('non-conformant', bad.join(', '));
  if (counts.pass + counts.warn + known === 0) return finish('aborted', nothingJudged(results, counts));
  const reasons = [
    counts.broken > 0 ? `${count(counts.broken, 'check', 'checks')} broke off` : '',
    missing > 0 ? `${count(missing, 'planned requirement has', 'planned requirements have')} no result` : '',
    gaps > 0 ? `${count(gaps, 'MUST was', 'MUSTs were')} not shown` : '',
  ].filter((reason) => reason !== '');
  if (reasons.length === 0) return known > 0 ? finish('known-failures', knownToo) : finish('conformant');
  if (known > 0) reasons.push(knownToo);
  const excused = options.allowPartial === true && counts.broken === 0 && missing === 0;
  return finish('partial', reasons.join(', '), excused ? 0 : EXIT_CODES.partial);
}

function interruptedAfter(results: readonly Weighed[], { fail }: VerdictCounts): string {
  const left = results.filter(({ cause }) => cause === 'interrupted').length;
  const seen = fail > 0 ? `; until then ${count(fail, 'MUST', 'MUSTs')} failed` : '';
  return `the run was stopped with ${left} of ${count(results.length, 'verdict', 'verdicts')} open${seen}`;
}

function nothingJudged(results: readonly Weighed[], counts: VerdictCounts): string {
  if (results.length === 0) return 'there are no results';
  if (counts.broken > 0) return `nothing could be judged: ${count(counts.broken, 'check', 'checks')} broke off`;
  return 'nothing could be judged';
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
