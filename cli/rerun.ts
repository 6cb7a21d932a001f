/** `certconform run --rerun-failed DIR`: what of an earlier run is to be judged again, and how it was judged. */
import { resolve } from 'node:path';
import { missingFromPlan } from '../reports/coverage.ts';
import { verdictOf } from '../reports/outcome.ts';
import { readResults } from '../reports/reader.ts';
import { counted } from '../reports/visible.ts';
import type { Contract } from '../spec/types.ts';
import type { Depth } from '../spec/vocabulary.ts';
import { UserError } from './user-error.ts';

/** What an earlier run hands on: its seed and depth give the same requests. */
export interface Rerun {
  readonly seed: number;
  readonly depth: Depth;
  readonly runs?: number;
  readonly only: readonly string[];
}

/** @throws UserError when there is no such run, or nothing in it failed or was left open. */
export function rerunOf(path: string, contract: Contract, say: (sentence: string) => void): Rerun {
  const option = `--rerun-failed ${path}`;
  let run: ReturnType<typeof readResults>;
  try {
    run = readResults(resolve(path));
  } catch (error) {
    throw new UserError(`${option}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const open = run.results.filter((result) => ['fail', 'broken', 'inconclusive'].includes(verdictOf(result)));
  const wanted = [...new Set([...open.map(({ requirement }) => requirement), ...missingFromPlan(run)])];
  if (wanted.length === 0) throw new UserError(`${option}: nothing failed or was left open there.`);
  const known = new Set(contract.requirements.map(({ id }) => id));
  const only = wanted.filter((id) => known.has(id));
  if (only.length === 0) throw new UserError(`${option}: this version has none of the requirements that failed there.`);
  const { seed, depth, runs } = run.run;
  say(`${counted(only.length, 'requirement')} of ${path} again`);
  return { seed, depth, ...(runs === undefined ? {} : { runs }), only };
}
