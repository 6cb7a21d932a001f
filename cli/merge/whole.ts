/** The facts of the run that shards are together. */
import type { MergedShard, RunRecord } from '../../reports/model.ts';
import type { Contract } from '../../spec/types.ts';
import { plannedRequirements, scopeOf } from '../selection.ts';
import type { ShardFolder } from './read.ts';

/** From the first beginning on. The shards must fit together, as `readShards` sees to it. */
export function wholeOf(
  shards: readonly ShardFolder[],
  contract: Contract,
  kept: readonly MergedShard[],
): Omit<RunRecord, 'type'> {
  const [first] = shards as readonly [ShardFolder, ...ShardFolder[]];
  const { shard: _shard, selection: _selection, type: _type, ...facts } = first.run.run;
  return {
    ...facts,
    startedAt: Math.min(...shards.map(({ run }) => run.run.startedAt)),
    scope: scopeOf(contract, facts.claims, plannedRequirements(contract, [])),
    shards: kept,
  };
}
