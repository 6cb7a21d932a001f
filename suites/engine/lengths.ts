/** How long checks are, in requests: what a schedule must know beforehand, lest the longest chain begin last. */
import type { Check, CheckGroup } from './check.ts';
import known from './lengths.json' with { type: 'json' };

/** What a check takes that was not measured, for each of its requirements. */
const USUAL = 3;

/** Requests that checks of a standard run on the emulator sent (`npm run bench -- --lengths` writes them anew). */
const MEASURED: Readonly<Record<string, number>> = known;

/** The requests that a check is expected to send. Only the order of the work follows from it, never a verdict. */
export function lengthOf({ id, requirements, whole = requirements }: Check): number {
  const measured = MEASURED[id];
  if (measured === undefined) return USUAL * requirements.length;
  return Math.ceil((measured * requirements.length) / Math.max(1, whole.length));
}

/**
 * The requests of a group that wait for each other: all of them, those of its longest check where its checks run at the same time,
 * and of strands those of the longest.
 */
export function chainOf({ checks, parallel }: CheckGroup): number {
  if (parallel) return Math.max(0, ...checks.map(lengthOf));
  let common = 0;
  const strands = new Map<string, number>();
  for (const check of checks) {
    if (check.strand !== undefined) {
      strands.set(check.strand, (strands.get(check.strand) ?? 0) + lengthOf(check));
      continue;
    }
    common += Math.max(0, ...strands.values()) + lengthOf(check);
    strands.clear();
  }
  return common + Math.max(0, ...strands.values());
}

/** All requests of a group. */
export function sumOf({ checks }: CheckGroup): number {
  return checks.reduce((sum, check) => sum + lengthOf(check), 0);
}
