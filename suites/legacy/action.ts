/** What a check of a legacy action knows about it, and how it says that it cannot be judged. */
import type { CheckContext, Judgement } from '../engine/check.ts';
import { type Lack, lacking } from '../engine/unavailable.ts';

/** Ids of the two actions' requirements begin so. */
export const STATUS = 'legacy.order-status';
export const DCV = 'legacy.dcv-update';

/** Why there is no positive control. `open`: because of a choice that the contract leaves to the server. */
export interface Absence extends Lack {
  readonly open?: true;
}

/** Records for each requirement why nothing can be judged about it. */
export function recordLack(
  context: CheckContext,
  requirements: readonly string[],
  { lack, cause, open }: Absence,
): void {
  const judgement: Judgement =
    open === true ? { verdict: 'observed', reason: lack } : { verdict: 'inconclusive', cause, reason: lack };
  for (const requirement of requirements) context.record(requirement, judgement, { label: 'positive control' });
}

/** Why no call with a login can be made; undefined when one can. */
export function withoutLogin(context: CheckContext): Lack | undefined {
  if (context.target.legacy.configured) return undefined;
  return lacking({ what: 'setting', members: ['legacy.loginName', 'legacy.loginPassword'] });
}
