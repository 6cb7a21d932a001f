/** How many random cases a depth means. Boundaries and violations are enumerated at every depth. */
import type { Depth } from '../../spec/vocabulary.ts';

const RUNS: Readonly<Record<Depth, number>> = { quick: 2, standard: 8, deep: 40 };

/** Random cases per property: quick 2, standard 8, deep 40. */
export function runsAt(depth: Depth): number {
  return RUNS[depth];
}
