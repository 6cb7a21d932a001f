/** A requirement that failed and was asked again: what does not fail each time is no failure, and nothing to be content with. */
import type { Exchange } from '../spec/vocabulary.ts';
import type { Result } from './model.ts';
import { verdictOf } from './outcome.ts';

/** The failures among these results that every further time has borne out. */
export function stillFailing(failed: readonly Result[], again: readonly Result[]): readonly Result[] {
  const held = new Set(again.filter(isHeld).map(({ requirement }) => requirement));
  return failed.filter(({ requirement }) => !held.has(requirement));
}

/** A failed result in the light of the times after it: it warns when one of them was judged good, with both exchanges. */
export function weighed(result: Result, again: readonly Result[]): Result {
  const good = again.find(isHeld);
  const { failure } = result;
  if (good === undefined || failure === undefined) return result;
  const failed = 1 + again.filter((one) => verdictOf(one) === 'fail').length;
  const exchange = counterpart(failure.exchange, good.exchanges);
  return {
    ...result,
    verdict: 'warn',
    cause: 'unstable',
    failure: {
      ...failure,
      unsteady: { failed, of: 1 + again.length, ...(exchange === undefined ? {} : { exchange }) },
    },
  };
}

/** Nothing that could not be shown again says that it does not fail. */
function isHeld(result: Result): boolean {
  return ['pass', 'warn', 'observed'].includes(verdictOf(result));
}

/** The answer to the same request, or to one like it. */
function counterpart(failing: Exchange | undefined, others: readonly Exchange[]): Exchange | undefined {
  const wanted = failing?.request;
  const alike = others.filter(({ request }) => request.method === wanted?.method);
  const same = alike.find(({ request }) => request.url === wanted?.url && request.body === wanted.body);
  return same ?? alike[0] ?? others[0];
}
