/** A requirement that failed and was asked again: what does not fail each time is no failure, and nothing to be content with. */
import type { Exchange } from '../spec/vocabulary.ts';
import type { Result } from './model.ts';
import { verdictOf } from './outcome.ts';

/** True where another time bears out a failure. */
export type BearsOut = (failed: Result, again: Result) => boolean;

/** Nothing that could not be shown again says that it does not fail. */
export const failsAgain: BearsOut = (_failed, again) => !['pass', 'warn', 'observed'].includes(verdictOf(again));

/** In the same case, too: where others are at work, what they do may meet one case now and another one later. */
export const failsAlike: BearsOut = (failed, again) =>
  failsAgain(failed, again) && (again.failure === undefined || caseOf(again) === caseOf(failed));

/** A number or a UUID, as the ids of contract 2.1 are. */
const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d+/gi;

/** What is particular to one entity, in a label: its names and values, which stand in quotes. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** The case in words, whichever entity it was tried on. */
function caseOf({ failure }: Result): string | undefined {
  return failure?.caseLabel.replace(QUOTED, '""').replace(ID, '0');
}

/** The failures among these results that every further time has borne out. */
export function stillFailing(
  failed: readonly Result[],
  again: readonly Result[],
  bearsOut: BearsOut = failsAgain,
): readonly Result[] {
  const times = new Map(again.map((one) => [one.requirement, one]));
  return failed.filter((one) => {
    const time = times.get(one.requirement);
    return time === undefined || bearsOut(one, time);
  });
}

/** A failed result in the light of the times after it: it warns when one of them does not bear it out, with both exchanges. */
export function weighed(result: Result, again: readonly Result[], bearsOut: BearsOut = failsAgain): Result {
  const good = again.find((one) => !bearsOut(result, one));
  const { failure } = result;
  if (good === undefined || failure === undefined) return result;
  const failed = 1 + again.filter((one) => bearsOut(result, one)).length;
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

/** The answer to the same request, or to one like it. */
function counterpart(failing: Exchange | undefined, others: readonly Exchange[]): Exchange | undefined {
  const wanted = failing?.request;
  const alike = others.filter(({ request }) => request.method === wanted?.method);
  const same = alike.find(({ request }) => request.url === wanted?.url && request.body === wanted.body);
  return same ?? alike[0] ?? others[0];
}
