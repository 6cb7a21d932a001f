/** The cases of one promise that values are accepted, recorded together. */
import type { CheckContext, Evidence, Judgement } from '../engine/check.ts';
import { observed } from '../judges/judgement.ts';

/** A judged case, not yet recorded. */
export interface Judged {
  readonly judgement: Judgement;
  readonly evidence: Evidence;
}

/**
 * Records the cases. Where some documented value was refused, if with an excuse, the promise was not seen to be kept: then
 * those that were accepted are no more than observed either, lest a pass hide what was refused.
 */
export function recordAccepted(context: CheckContext, requirement: string, cases: readonly Judged[]): void {
  const excused = cases.filter(isExcused);
  for (const { judgement, evidence } of excused) context.record(requirement, judgement, evidence);
  for (const one of cases) {
    if (isExcused(one)) continue;
    const { judgement, evidence } = one;
    const hidden = judgement.verdict === 'pass' && excused.length > 0;
    context.record(requirement, hidden ? NOT_ALL : judgement, evidence);
  }
}

const NOT_ALL = observed('Accepted, unlike other documented values.');

function isExcused({ judgement, evidence }: Judged): boolean {
  return judgement.verdict === 'observed' && (evidence.exchange?.response?.status ?? 0) >= 400;
}
