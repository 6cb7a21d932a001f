/** The request limit that the target's owner declares, as something to keep to (contract 8; silences `legacy.rate-limit*`). */
import type { Contract } from '../../spec/index.ts';
import type { TargetOptions } from '../../target/index.ts';

/** How many requests in which time. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

const STATUS_ACTION = /!getPostPaymentStatus(\?|$)/;

/** Contracts whose target was seen to limit the DCV action as well. */
const limitsAll = new WeakSet<object>();

/** The declared limit; undefined when nobody declares one: what is assumed slows no run. */
export function declaredLimit({ answer }: Pick<Contract, 'answer'>): Limit | undefined {
  const declared = answer('legacy.rate-limit');
  return declared?.standing === 'claimed' ? (declared.value as Limit) : undefined;
}

/** What a target is told, so that its requests stay below the declared limit from the first one on. */
export function paceOf(contract: Contract): Pick<TargetOptions, 'pace'> {
  const limit = declaredLimit(contract);
  if (limit === undefined) return {};
  const counts = ({ service, target }: { readonly service: string; readonly target: string }): boolean =>
    service === 'legacy' && (limitsAll.has(contract) || STATUS_ACTION.test(target));
  return { pace: { ...limit, counts } };
}

/** Tells that the DCV action was refused for its rate, too: from now on its calls count. */
export function paceAll(contract: object): void {
  limitsAll.add(contract);
}
