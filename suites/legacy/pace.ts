/** The request limit that the target's owner declares, as something to keep to, and how long throttling is put up with (contract 8; silences `legacy.rate-limit*`). */
import { type Contract, claimed } from '../../spec/index.ts';
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
export function declaredLimit(contract: Pick<Contract, 'answer'>): Limit | undefined {
  return claimed(contract, 'legacy.rate-limit');
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

/** How long throttling is put up with, in milliseconds. */
export interface Patience {
  /** First pause before a repeat; pauses double up to the longest. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Longest wait for one request. Windows are not shown; a minute is a usual one. */
  readonly request: number;
  /** Longest wait of all requests together. */
  readonly all: number;
  /** Pauses before a refused first call is asked again, few and long: a login that the profile gives wrongly may lock. */
  readonly looks: readonly number[];
}

/** What it is where nobody says otherwise. */
export const PATIENCE: Patience = {
  firstPause: 200,
  longestPause: 4_000,
  request: 66_000,
  all: 300_000,
  looks: [2_000, 12_000, 50_000],
};

/** These pauses where the owner declares the code of throttling: the refusal then has another reason. */
export const LOOKS_TOLD = [500, 1_500];
