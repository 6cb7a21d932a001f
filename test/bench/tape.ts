/** What the tape of a standard run costs: time while it is made, bytes on disk, and time to judge it again. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf, profileOf } from '../../suites/runner/engine.ts';
import { contractOfTape, judgeTape, saveDialect, saveProfile, type TapedRun } from '../../suites/runner/tape.ts';
import { packTape, readTape, recorded, TAPE_FILE, TAPE_FORMAT, TapeWriter, type Target } from '../../target/index.ts';
import { startServer } from './suite.ts';

const ROUNDS = 4;
const INPUT = { seed: 1, depth: 'standard', only: [] } as const;

/** Milliseconds on the wall, and of this process's processor. */
interface Cost {
  readonly wall: number;
  readonly processor: number;
}

/**
 * A few lines of figures: the least of runs with and without a tape, each against an emulator that has just started. Whatever else
 * the machine does only adds; who goes first changes from round to round.
 */
export async function costOfTape(): Promise<string> {
  const costs: Record<'plain' | 'taped' | 'packed' | 'judged', Cost[]> = {
    plain: [],
    taped: [],
    packed: [],
    judged: [],
  };
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'certconform-bench-'));
    try {
      const plain = async (): Promise<unknown> => costs.plain.push(await run(folder));
      const taped = async (): Promise<unknown> => costs.taped.push(await run(folder, new TapeWriter(folder)));
      for (const one of round % 2 === 0 ? [taped, plain] : [plain, taped]) await one();
      costs.packed.push(await costOf(() => packTape(folder)));
      bytes = statSync(join(folder, TAPE_FILE)).size;
      costs.judged.push(
        await costOf(async () => {
          const read = readTape<TapedRun>(folder);
          await judgeTape(read, await contractOfTape(read));
        }),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const [plain, taped, packed, judged] = [costs.plain, costs.taped, costs.packed, costs.judged].map(leastOf);
  if (plain === undefined || taped === undefined || packed === undefined || judged === undefined) return '';
  const more = (key: keyof Cost): string => `${((100 * (taped[key] + packed[key])) / plain[key] - 100).toFixed(1)} %`;
  return [
    `  without a tape       ${ms(plain)}`,
    `  with a tape          ${ms(taped)}`,
    `  packing              ${ms(packed)}   in all ${more('wall')} (processor ${more('processor')}) more`,
    `  judging it again     ${ms(judged)}   ${(judged.wall / plain.wall).toFixed(2)} of the run`,
    `  size                 ${(bytes / (1 << 20)).toFixed(1)} MiB`,
  ].join('\n');
}

async function run(runDirectory: string, tape?: TapeWriter): Promise<Cost> {
  const server = await startServer();
  try {
    const profile = { data: server.profile, set: [] };
    const engine = await engineOf({ ...INPUT, profile, runDirectory, replayCommand: '' });
    const target = tape === undefined ? engine.target : recorded(engine.target, tape);
    if (tape !== undefined) await writeHead(tape, profile, engine.target);
    const onGroup = (group: string): void => tape?.write({ type: 'group', group });
    const groups = catalogue(engine.contract);
    const cost = await costOf(() => runGroups({ ...engine, target, onGroup }, groups, () => undefined));
    await target.close();
    return cost;
  } finally {
    server.stop();
  }
}

async function writeHead(
  tape: TapeWriter,
  source: { readonly data: object; readonly set: readonly string[] },
  target: Pick<Target, 'facts' | 'fixtures'>,
): Promise<void> {
  const profile = profileOf({ profile: source });
  const about: TapedRun = {
    ...INPUT,
    tool: 'bench',
    toolVersion: '',
    contract: '',
    found: [],
    dialect: await saveDialect(profile),
    profile: saveProfile(profile),
  };
  const urls = {
    admin: profile.admin?.url ?? '',
    legacy: profile.legacy?.url ?? '',
    plain: profile.legacy?.plainUrl ?? '',
  };
  tape.write({ type: 'tape', format: TAPE_FORMAT, facts: target.facts, fixtures: target.fixtures(), urls, about });
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [wall, processor] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(processor);
  return { wall: performance.now() - wall, processor: (user + system) / 1000 };
}

function leastOf(costs: readonly Cost[]): Cost | undefined {
  const least = (key: keyof Cost): number => Math.min(...costs.map((cost) => cost[key]));
  return costs.length === 0 ? undefined : { wall: least('wall'), processor: least('processor') };
}

function ms({ wall, processor }: Cost): string {
  return `${Math.round(wall)} ms`.padStart(9) + `${Math.round(processor)} ms`.padStart(13);
}
