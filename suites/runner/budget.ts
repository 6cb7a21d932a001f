/** A run that may send so many requests, or take so long: what it is spent on, and when it is spent. */
import { passOn, type Target } from '../../target/index.ts';
import { type CheckGroup, spend } from '../engine/index.ts';

/** Plain data: it crosses thread borders. */
export interface Budget {
  /** Requests that the run may send; what puts things back is sent all the same. */
  readonly requests: number;
  /** When it must send no more, in milliseconds since 1970. */
  readonly until?: number;
}

/** True for the requirements that a number of requests suffices for: the same ones for the same contract and selection. */
export function affordedBy(
  groups: readonly CheckGroup[],
  requests: number,
  only?: (requirement: string) => boolean,
): (requirement: string) => boolean {
  const { requirements } = spend(groups, requests, only);
  return (requirement) => requirements.has(requirement);
}

/** The target, which counts what it is asked, and whether more may be asked. */
export function metered(target: Target, { requests, until }: Budget): { target: Target; isSpent: () => boolean } {
  let sent = 0;
  return {
    target: {
      ...passOn(target),
      send: (request, options) => {
        sent += 1;
        return target.send(request, options);
      },
    },
    isSpent: () => sent >= requests || (until !== undefined && Date.now() >= until),
  };
}
