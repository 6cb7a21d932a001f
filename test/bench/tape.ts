/** What the tape of a standard run costs: time while it is made, bytes on disk, and time to judge it again. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contractOfTape, judgeTape } from '../../suites/runner/rejudging.ts';
import type { TapedRun } from '../../suites/runner/tape.ts';
import { readTape, TAPE_FILE } from '../../target/index.ts';
import { type Cost, costOf } from './cost.ts';
import type { RunCost } from './taped-run.ts';

const PAIRS = 5;

const RUN = fileURLToPath(new URL('taped-run.ts', import.meta.url));

/** A run without a tape, one with it that was made right beside it, and what it cost to judge the tape again. */
interface Pair {
  readonly plain: RunCost;
  readonly taped: RunCost;
  readonly judged: Cost;
  /** Bytes of the packed tape. */
  readonly size: number;
}

/**
 * A few lines of figures: medians of pairs of runs, each in a process of its own against an emulator of its own. Who goes first changes from
 * pair to pair. What else the machine does shows in both, and in the part that is the tape's own of one run's processor time hardly at all.
 */
export async function costOfTape(): Promise<string> {
  const pairs: Pair[] = [];
  for (let round = 0; round < PAIRS; round++) pairs.push(await pairOf(round % 2 === 0));
  const of = (pick: (pair: Pair) => number): number => median(pairs.map(pick));
  const row = (name: string, pick: (pair: Pair) => Cost, more = ''): string => {
    const [wall, processor] = (['wall', 'processor'] as const).map((key) => Math.round(of((pair) => pick(pair)[key])));
    return `  ${name.padEnd(18)}${`${wall} ms`.padStart(10)}${`${processor} ms`.padStart(13)}${more}`;
  };
  const share = (key: keyof Cost): string => {
    const shares = pairs.map(({ plain, taped }) => 100 * (whole(taped)[key] / whole(plain)[key] - 1));
    return `${median(shares).toFixed(1)} % (${shares.map((one) => one.toFixed(1)).join(', ')})`;
  };
  const spent = pairs.map(({ taped: { run, writing = 0, packing = NONE } }) => {
    const own = writing + packing.processor;
    return (100 * own) / (run.processor - writing);
  });
  return [
    row('without a tape', ({ plain }) => whole(plain)),
    row('with a tape', ({ taped }) => whole(taped)),
    row('of this, packing', ({ taped }) => taped.packing ?? NONE),
    row('judging it again', ({ judged }) => judged),
    `  writing and packing ${median(spent).toFixed(1)} % of the processor time of the rest (${spent.map((one) => one.toFixed(1)).join(', ')})`,
    `  with it against without it ${share('processor')} more of the processor`,
    `                             ${share('wall')} more on the wall`,
    `  size ${(of(({ size }) => size) / (1 << 20)).toFixed(1)} MiB`,
  ].join('\n');
}

const NONE: Cost = { wall: 0, processor: 0 };

async function pairOf(tapedFirst: boolean): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'certconform-bench-'));
  try {
    const before = tapedFirst ? undefined : await run();
    const taped = await run(folder);
    const plain = before ?? (await run());
    const judged = await costOf(async () => {
      const read = readTape<TapedRun>(folder);
      await judgeTape(read, await contractOfTape(read));
    });
    return { plain, taped, judged, size: statSync(join(folder, TAPE_FILE)).size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(...folder: readonly string[]): Promise<RunCost> {
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, ...folder]);
  return JSON.parse(stdout) as RunCost;
}

function whole({ run, packing = NONE }: RunCost): Cost {
  return { wall: run.wall + packing.wall, processor: run.processor + packing.processor };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
