/** What a finished run saw of its target: its results, and the exchanges of its tape. */
import { resolve } from 'node:path';
import { type RunResults, readResults } from '../../reports/reader.ts';
import type { Contract } from '../../spec/types.ts';
import { type Profile, tapeLines } from '../../target/index.ts';
import { UserError } from '../user-error.ts';
import { aboutOf, type Evidence, type Reading, readingsOf } from './evidence.ts';

/** @throws UserError when there is no such run, or it was against another target. */
export async function evidenceOfRun(path: string, profile: Profile, contract: Contract): Promise<Evidence> {
  const readings = await readingsOnTape(path, profile, contract);
  let run: RunResults;
  try {
    run = readResults(resolve(path));
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
  return { profile, contract, readings, results: run.results, trials: [], orders: [], found: [] };
}

/** The first reading of each entity by each operation, in the order in which they were asked for. A tape need not fit into memory. */
async function readingsOnTape(path: string, { admin, legacy }: Profile, contract: Contract): Promise<Reading[]> {
  const first = new Map<string, { readonly at: number; readonly reading: Reading }>();
  let base = '';
  try {
    for await (const line of tapeLines(resolve(path))) {
      if (line.type === 'tape') {
        base = line.urls.admin ?? '';
        if (line.urls.admin === admin?.url && line.urls.legacy === legacy?.url) continue;
        const url = admin?.url ?? legacy?.url;
        throw new UserError(`The run in ${path} was against another target than ${url}; name a run by this profile.`);
      }
      if (line.type !== 'exchange' || line.exchange === undefined) continue;
      const { at } = line;
      for (const reading of readingsOf(contract, base, [line.exchange])) {
        const known = first.get(aboutOf(reading));
        if (known === undefined || at < known.at) first.set(aboutOf(reading), { at, reading });
      }
    }
  } catch (error) {
    throw error instanceof UserError ? error : new UserError(error instanceof Error ? error.message : String(error));
  }
  return [...first.values()].sort((one, other) => one.at - other.at).map(({ reading }) => reading);
}
