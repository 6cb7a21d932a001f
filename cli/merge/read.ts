/** Reads the shards of a run and refuses those that are not the parts of one. */
import { resolve } from 'node:path';
import type { RunRecord } from '../../reports/model.ts';
import { type RunResults, readResults } from '../../reports/reader.ts';
import type { TapedRun } from '../../suites/runner/tape.ts';
import { readTape, type Tape } from '../../target/index.ts';
import { aboutDigests } from '../digests.ts';
import { UserError } from '../user-error.ts';

/** A finished shard. */
export interface ShardFolder {
  readonly folder: string;
  readonly place: number;
  readonly run: RunResults;
  readonly tape: Tape<TapedRun>;
}

/** What must be the same in all shards, and what it is called. */
const SAME: readonly (readonly [name: string, of: (run: RunRecord) => unknown])[] = [
  ['the version of the suite', ({ tool, toolVersion }) => `${tool} ${toolVersion}`],
  ['the version of the contract', ({ contractVersion }) => contractVersion],
  ['the target', ({ target }) => [target.name, ...target.urls].join(' ')],
  ['the dialect', ({ dialect }) => dialect],
  ['the seed', ({ seed }) => seed],
  ['the depth', ({ depth }) => depth],
  ['--runs', ({ runs }) => runs],
  ['--repeat-failures', ({ repeatFailures }) => repeatFailures],
  ['the budget', ({ budget }) => budget],
  ['the permitted effect', ({ effect }) => effect],
  ['the claimed areas', ({ claims }) => claims.join(', ')],
];

/**
 * The shards in their order.
 *
 * @throws UserError where a folder holds no finished shard, or some are of another run, missing or given twice.
 */
export function readShards(folders: readonly string[]): readonly ShardFolder[] {
  const shards = folders.map(readShard).toSorted((a, b) => a.place - b.place);
  const [first, ...others] = shards;
  if (first === undefined) throw new UserError('merge needs the folders of the shards of a run.');
  for (const other of others) mustFit(first, other);
  const of = first.run.run.shard?.of ?? 0;
  for (let place = 1; place <= of; place++) {
    const own = shards.filter((shard) => shard.place === place);
    if (own.length === 0) throw new UserError(`Shard ${place}/${of} is missing; give the folders of all ${of} shards.`);
    if (own.length > 1) {
      const names = own.map(({ folder }) => folder).join(' and ');
      throw new UserError(`Shard ${place}/${of} is given twice: ${names}; leave one of them out.`);
    }
  }
  return shards;
}

function readShard(path: string): ShardFolder {
  const folder = resolve(path);
  let run: RunResults;
  let tape: Tape<TapedRun>;
  try {
    run = readResults(folder);
    tape = readTape<TapedRun>(folder);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
  const { shard } = run.run;
  if (shard === undefined) {
    throw new UserError(`${path} is no shard: the run was made without --shard; give the folders of runs with it.`);
  }
  if (run.end === undefined) {
    throw new UserError(`The run in ${path} did not come to its end; run shard ${shard.place}/${shard.of} again.`);
  }
  return { folder, place: shard.place, run, tape };
}

function mustFit(first: ShardFolder, other: ShardFolder): void {
  const refuse = (name: string, is: unknown, was: unknown): never => {
    const value = (one: unknown): string => (one === undefined ? 'none' : String(one));
    throw new UserError(
      `${other.folder} is a shard of another run: ${name} is ${value(is)}, in ${first.folder} ${value(was)}; run its shard again as the others were.`,
    );
  };
  const [one, two] = [first.run.run, other.run.run];
  if (one.shard?.of !== two.shard?.of) refuse('the number of shards', two.shard?.of, one.shard?.of);
  for (const [name, of] of SAME) if (of(one) !== of(two)) refuse(name, of(two), of(one));
  const [was, is] = [aboutDigests(first.tape.head.about), aboutDigests(other.tape.head.about)];
  if (was.profile !== is.profile) refuse('the digest of the profile', is.profile, was.profile);
  if (was.dialect !== is.dialect) refuse('the digest of the dialect', is.dialect, was.dialect);
}
