/** A run that may send so many requests, or take so long: what it is spent on, and when it is spent. */
import { type Contract, EFFECTS } from '../../spec/index.ts';
import { type Fixture, passOn, type Target } from '../../target/index.ts';
import { type CheckGroup, isRead, looksWithin, spend } from '../engine/index.ts';
import { sortOf } from '../subject/search.ts';

/** Plain data: it crosses thread borders. */
export interface Budget {
  /** Requests that the run may send; what puts things back is sent all the same. */
  readonly requests: number;
  /** When it must send no more, in milliseconds since 1970. */
  readonly until?: number;
}

/**
 * The fixtures that a run with a budget has: what it has not looked at may be gone, and looking at each of many would leave little
 * for the checks. All that no GET shows cost nothing; of the others, of each sort in turn, as many as are paid for, most of those to
 * which most may be done, and of what may be done to a kind at least one.
 *
 * @returns those of a profile, in its order: the same for the same budget.
 */
export function fixturesWithin(contract: Contract, fixtures: readonly Fixture[], requests: number): Fixture[] {
  const read = fixtures.filter(({ kind }) => isRead(contract, kind));
  const sorts = Map.groupBy(read, (one) => `${one.kind} ${one.allow} ${sortOf(one)}`);
  const places = new Map([...sorts.values()].flatMap((alike) => alike.map((one, place) => [one, place] as const)));
  // One that may be used up serves whoever wants one to change, too.
  const placeOf = (one: Fixture): number => (places.get(one) ?? 0) / (1 + EFFECTS.indexOf(one.allow));
  const inTurn = read.toSorted((one, other) => placeOf(one) - placeOf(other));
  const uses = Map.groupBy(inTurn, ({ kind, allow }) => `${EFFECTS.indexOf(allow)} ${kind}`);
  const least = [...uses.values()].flatMap(([first]) => first ?? []);
  const most = Math.max(least.length, looksWithin(requests));
  const kept = new Set([...least, ...inTurn.filter((one) => !least.includes(one))].slice(0, most));
  return fixtures.filter((one) => !isRead(contract, one.kind) || kept.has(one));
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

/** The part of a budget that is kept for putting back what was changed when the rest is spent. */
const KEPT = 0.04;

/** The target, which counts what it is asked, and whether more may be asked. */
export function metered(target: Target, { requests, until }: Budget): { target: Target; isSpent: () => boolean } {
  const most = Math.floor(requests * (1 - KEPT));
  let sent = 0;
  return {
    target: {
      ...passOn(target),
      send: (request, options) => {
        sent += 1;
        return target.send(request, options);
      },
    },
    isSpent: () => sent >= most || (until !== undefined && Date.now() >= until),
  };
}
