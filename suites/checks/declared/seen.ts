/** What was seen at an open point, and what it is worth: only what the target's owner claims can be broken (design rule 12). */
import { DECLARED, type DeclaredPoint } from '../../../spec/requirements/declared.ts';
import type { Answer, Operation } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import type { CheckContext, Judgement } from '../../engine/check.ts';
import { judgeClaim } from '../../judges/claim.ts';
import { fail, observed, PASS, unshown } from '../../judges/judgement.ts';
import { answerOf } from '../../judges/transport.ts';

/** One look at an open point. */
export interface Seen {
  readonly label: string;
  readonly exchange: Exchange;
  /** In the form of the dialect's answers; undefined when it cannot be told. */
  readonly value: unknown;
}

/** What a probe needs. */
export interface Trial {
  readonly context: CheckContext;
  readonly operation: Operation;
  /** What the dialect says of the point. */
  readonly answer: Answer | undefined;
}

/** Looks at one point of one operation. None when nothing could be sent that would show it. */
export type Probe = (trial: Trial) => Promise<readonly Seen[]>;

/** Judges what was seen, and notes it. */
export function recordSeen(trial: Trial, id: string, point: DeclaredPoint, seen: readonly Seen[]): void {
  const { context, answer } = trial;
  const { silence } = DECLARED[point];
  for (const { label, exchange, value } of seen) {
    context.record(id, judgeSeen(exchange, value, answer, silence), { label, exchange });
    if (value !== undefined) context.observe(id, { silence, value });
  }
  if (seen.length > 0) return;
  const claimed = answer?.standing === 'claimed';
  const reason = 'No request could be made that shows it, or none was accepted.';
  const nothing: Judgement = claimed ? unshown('control-refused', reason) : observed(reason);
  context.record(id, nothing, { label: 'no request' });
}

/** Pure: a claim is kept or broken; what nobody claims is observed. */
export function judgeSeen(exchange: Exchange, value: unknown, answer: Answer | undefined, silence: string): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (status >= 500) return fail('any status below 500', `status ${status}`);
  if (value === undefined) return observed(`It cannot be told from the answer (${status}).`);
  if (answer?.standing !== 'claimed') return observed(`Seen: ${JSON.stringify(value)}.`);
  return judgeClaim(answer, value, silence) ?? PASS;
}
