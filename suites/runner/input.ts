/** What a worker is told about the run. Plain data: it crosses thread borders. */
import type { Depth, Effect } from '../../spec/index.ts';
import type { Found } from '../lists/found.ts';
import type { Budget } from './budget.ts';
import type { Shard } from './shard.ts';

export interface RunInput {
  /** Where the profile comes from: a file with overrides, or the data of a built-in target. */
  readonly profile:
    | { readonly file: string; readonly set: readonly string[]; readonly effects?: Effect }
    | { readonly data: object; readonly effects?: Effect; readonly set: readonly string[] };
  /** Folder of this run: results, tape. */
  readonly runDirectory: string;
  /** Folder of what must outlive it: the journal. That of the run when left out. */
  readonly stateDirectory?: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly runs?: number;
  /** As in `Engine`. */
  readonly repeatFailures?: number;
  /** What the run may spend; all that it takes when left out. */
  readonly budget?: Budget;
  /** Areas, operations or requirement ids (prefixes); everything when empty. */
  readonly only: readonly string[];
  /** Which part of the run this is: its areas are `only`. */
  readonly shard?: Shard;
  /** Entities that were found on the target and are not in the profile. */
  readonly found?: readonly Found[];
  /** True when all exchanges are kept on the run's tape. */
  readonly taped?: true;
  /** Starts the command that repeats one check. */
  readonly replayCommand: string;
}
