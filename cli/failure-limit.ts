/** Ends a run once enough is known to be wrong: what was begun is put back, the rest is left open. */
import { isKnown, type KnownFailure } from '../reports/known.ts';
import type { ResultRecord } from '../reports/model.ts';
import { verdictOf } from '../reports/outcome.ts';

/**
 * A listener for the records of a run that calls `stop` once, when so many requirements have failed.
 *
 * @param limit undefined never stops
 * @param known failures that were expected: they do not count
 */
export function failureLimit(
  limit: number | undefined,
  known: readonly KnownFailure[],
  stop: () => void,
): (record: ResultRecord) => void {
  const failed = new Set<string>();
  return (record) => {
    if (limit === undefined || failed.size >= limit || record.type !== 'result') return;
    if (verdictOf(record) !== 'fail' || isKnown(known, record.requirement)) return;
    failed.add(record.requirement);
    if (failed.size === limit) stop();
  };
}
