/** What a check of a legacy action knows about it, and how it says that it cannot be judged. */
import type { CheckContext } from '../engine/check.ts';
import { inconclusive, type Lack, lacking, Unavailable } from '../engine/unavailable.ts';

/** Ids of the two actions' requirements begin so. */
export const STATUS = 'legacy.order-status';
export const DCV = 'legacy.dcv-update';

/** Records for requirements, of which a check has more, why nothing can be judged about them. */
export function recordLack(context: CheckContext, requirements: readonly string[], lack: Lack): void {
  for (const requirement of requirements)
    context.record(requirement, inconclusive(lack), { label: 'positive control' });
}

/** @throws Unavailable when the profile has no login to make a call with. */
export function needLogin(context: CheckContext): void {
  if (context.target.legacy.configured) return;
  throw new Unavailable(lacking({ what: 'setting', members: ['legacy.loginName', 'legacy.loginPassword'] }));
}
