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

/** The requests of a group that wait for each other: all of them, or those of its longest check where its checks run at the same time. */
export function chainOf({ checks, parallel }: CheckGroup): number {
  const each = checks.map(lengthOf);
  return parallel ? Math.max(0, ...each) : each.reduce((sum, one) => sum + one, 0);
}
