/** Numbers to filter by that tell a careless comparison from an exact one. Pure. */

/** A number that is asked for, and another one that an entry has. */
export interface Pair {
  readonly asked: number;
  readonly had: number;
}

/**
 * Of the pairs that may be judged, one for each sort of careless comparison: the number asked for is smaller, is greater, or
 * begins with the same digits and ends there. Numbers that entries have come before made ones.
 */
export function distinguishingPairs(
  numbers: readonly number[],
  least: number,
  isSure: (pair: Pair) => boolean = () => true,
): Pair[] {
  const known = numbers.flatMap((had) => numbers.map((asked) => ({ asked, had })));
  const made = numbers.flatMap((had) => [had - 1, had + 1, Math.trunc(had / 10)].map((asked) => ({ asked, had })));
  const all = [...known, ...made].filter((pair) => pair.asked >= least && pair.asked !== pair.had && isSure(pair));
  const found = [
    all.find(({ asked, had }) => asked < had),
    all.find(({ asked, had }) => asked > had),
    all.find(({ asked, had }) => String(had).startsWith(String(asked))),
  ].filter((pair) => pair !== undefined);
  return [...new Set(found)];
}
