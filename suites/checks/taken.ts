/** Judges accepted variations of a request by what the operation itself was seen to answer, and records all cases of one promise together. */
import type { Exchange, Operation } from '../../spec/index.ts';
import { type CheckContext, type Evidence, ifAvailable, type Judgement } from '../engine/index.ts';
import { type Excuse, judgeAccepted, judgeSuccess, observed, PASS } from '../judges/index.ts';
import { attempt } from '../requests/control.ts';

/** As `judgeAccepted`, with the operation's positive control. */
export async function judgeTaken(
  context: CheckContext,
  operation: Operation,
  exchange: Exchange,
  excuse?: Excuse,
): Promise<Judgement> {
  return judgeAccepted(exchange, operation, excuse, await controlOf(context, operation));
}

/** As `judgeSuccess`, with the operation's positive control. */
export async function judgeTakenSuccess(
  context: CheckContext,
  operation: Operation,
  exchange: Exchange,
): Promise<Judgement> {
  return judgeSuccess(exchange, operation, await controlOf(context, operation));
}

async function controlOf({ session }: CheckContext, operation: Operation): Promise<Exchange | undefined> {
  return (await ifAvailable(attempt(session, operation)))?.exchange;
}

/** A judged case, not yet recorded. */
export interface Judged {
  readonly judgement: Judgement;
  readonly evidence: Evidence;
}

/** So many cases are kept with what was sent and answered: of the hundred thousands of a long run no more is told. */
const MOST_KEPT = 200;
const FURTHER: Judged = { judgement: PASS, evidence: { label: 'a further value' } };

/** Puts a case to those that are to be recorded together; of one that is accepted like many before it, only that it was. */
export function keepCase(cases: Judged[], judged: Judged): void {
  const isFurther = judged.judgement.verdict === 'pass' && cases.length >= MOST_KEPT;
  cases.push(isFurther ? FURTHER : judged);
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

const NOT_ALL = observed({ what: 'open', but: 'unlike-others' });

function isExcused({ judgement, evidence }: Judged): boolean {
  return judgement.verdict === 'observed' && (evidence.exchange?.response?.status ?? 0) >= 400;
}
