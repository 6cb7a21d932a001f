/** A run that was put together from shards: each is verified by itself, and the whole must be what they are together. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { toJsonLine } from '../reports/json.ts';
import type { MergedShard } from '../reports/model.ts';
import type { RunResults } from '../reports/reader.ts';
import type { Contract } from '../spec/types.ts';
import { readShards } from './merge/read.ts';
import { wholeOf } from './merge/whole.ts';
import type { Finding } from './verify-files.ts';

/** What the whole says otherwise than its shards. @throws UserError where these are not the parts of one run. */
export function otherThanShards(
  folder: string,
  { run, plan, results }: RunResults,
  kept: readonly MergedShard[],
  contract: Contract,
): readonly Finding[] {
  const shards = readShards(kept.map((one) => join(folder, one.folder)));
  const other = (what: string): Finding => ({ file: 'results.ndjson', text: `Its ${what} not those of the shards.` });
  const { type: _, ...facts } = run;
  const parts = shards.map((shard) => shard.run);
  const lines = (all: RunResults['results']): string[] => all.map(toJsonLine);
  return [
    ...(isDeepStrictEqual(facts, wholeOf(shards, contract, kept)) ? [] : [other('facts of the run are')]),
    ...(isDeepStrictEqual(
      plan?.requirements,
      parts.flatMap((part) => part.plan?.requirements ?? []),
    )
      ? []
      : [other('planned requirements are')]),
    ...(isDeepStrictEqual(lines(results), lines(parts.flatMap((part) => part.results))) ? [] : [other('results are')]),
  ];
}
