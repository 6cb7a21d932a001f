/** What a finished run saw of its target: its results, and the exchanges of its tape. */
import { resolve } from 'node:path';
import { type RunResults, readResults } from '../../reports/reader.ts';
import type { Contract } from '../../spec/types.ts';
import type { Profile } from '../../target/index.ts';
import { tapeIn } from '../tape.ts';
import { UserError } from '../user-error.ts';
import { type Evidence, firstOfEach, readingsOf } from './evidence.ts';

/** @throws UserError when there is no such run, or it was against another target. */
export function evidenceOfRun(path: string, profile: Profile, contract: Contract): Evidence {
  const tape = tapeIn(path);
  const url = profile.admin?.url ?? profile.legacy?.url;
  if (tape.head.urls.admin !== profile.admin?.url || tape.head.urls.legacy !== profile.legacy?.url)
    throw new UserError(`The run in ${path} was against another target than ${url}; name a run by this profile.`);
  let run: RunResults;
  try {
    run = readResults(resolve(path));
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
  const exchanges = tape.exchanges.flatMap(({ exchange }) => exchange ?? []);
  const readings = firstOfEach(readingsOf(contract, tape.head.urls.admin ?? '', exchanges));
  return { profile, contract, readings, results: run.results, trials: [], orders: [], found: [] };
}
