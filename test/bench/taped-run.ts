/**
 * One standard run in a process of its own, for `tape.ts`: `node test/bench/taped-run.ts [FOLDER]`. With a folder it leaves its tape
 * there, packed. Prints what the run cost this process as JSON; the emulator is another process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import { profileOf } from '../../suites/runner/sources.ts';
import { saveDialect, saveProfile, type TapedRun } from '../../suites/runner/tape.ts';
import { packTape, recorded, TAPE_FORMAT, TapeWriter, type Target } from '../../target/index.ts';
import { type Cost, costOf } from './cost.ts';
import { startServer } from './suite.ts';

const INPUT = { seed: 1, depth: 'standard', only: [] } as const;

/** What a run cost until its last request was judged; of this the writing of the tape, in milliseconds of the processor; and the packing after it. */
export interface RunCost {
  readonly run: Cost;
  readonly writing?: number;
  readonly packing?: Cost;
}

/** A writer that knows what of the thread's processor time was spent in it. */
class MeasuredWriter extends TapeWriter {
  milliseconds = 0;

  override note(...of: Parameters<TapeWriter['note']>): void {
    this.#measured(() => super.note(...of));
  }

  override flush(): void {
    this.#measured(() => super.flush());
  }

  #measured(work: () => void): void {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    this.milliseconds += (user + system) / 1000;
  }
}

const [folder] = process.argv.slice(2);
const server = await startServer();
const runDirectory = folder ?? mkdtempSync(join(tmpdir(), 'certconform-bench-'));
try {
  const profile = { data: server.profile, set: [] };
  const engine = await engineOf({ ...INPUT, profile, runDirectory, replayCommand: '' });
  const tape = folder === undefined ? undefined : new MeasuredWriter(folder);
  const target = tape === undefined ? engine.target : recorded(engine.target, tape);
  if (tape !== undefined) await writeHead(tape, profile, engine.target);
  const onGroup = (group: string): void => tape?.write({ type: 'group', group });
  const groups = catalogue(engine.contract);
  const run = await costOf(() => runGroups({ ...engine, target, onGroup }, groups, () => undefined));
  await target.close();
  const taped =
    tape === undefined ? {} : { writing: tape.milliseconds, packing: await costOf(() => packTape(runDirectory)) };
  process.stdout.write(JSON.stringify({ run, ...taped } satisfies RunCost));
} finally {
  server.stop();
  if (folder === undefined) rmSync(runDirectory, { recursive: true, force: true });
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
