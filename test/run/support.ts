/** Helpers for tests that see the whole: real processes of the command line, and the engine over real targets. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { Result } from '../../reports/model.ts';
import { verdictOf } from '../../reports/outcome.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { selection } from '../../suites/runner/sources.ts';
import { createTarget, profileFrom } from '../../target/index.ts';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a finished process left behind. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a process of its own, in the repository or another folder. */
export function certconform(args: readonly string[], cwd: string = ROOT): Promise<Finished> {
  return finished(process.execPath, [join(ROOT, 'cli/main.ts'), ...args], cwd);
}

/** Runs a program to its end. */
export function finished(program: string, args: readonly string[], cwd: string, shell = false): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(program, [...args], { cwd, shell, maxBuffer: 64 << 20, env: CLEAN }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr });
    });
  });
}

/** The environment without what this test runner tells its own children, and without colours. */
export const CLEAN: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|npm_|FORCE_COLOR|TEST)/.test(name)),
  ),
  NO_COLOR: '1',
};

/** A folder that is there until `remove` is called. */
export function temporaryFolder(name: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `certconform-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes a profile as YAML and returns the file's path. */
export function writeProfile(folder: string, profile: object, name = 'target.yaml'): string {
  const file = join(folder, name);
  writeFileSync(file, stringify(profile), { mode: 0o600 });
  return file;
}

/** An emulator in a process of its own. */
export interface OtherProcess {
  /** Path of the profile that it wrote. */
  readonly profile: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the emulator in another process and waits until its profile is written. */
export async function emulatorProcess(folder: string, options: readonly string[] = []): Promise<OtherProcess> {
  const profile = join(folder, 'emulator.yaml');
  const script = `import { emulatorCommand } from ${JSON.stringify(new URL('../../emulator/index.ts', import.meta.url).href)};
    process.exitCode = await emulatorCommand(JSON.parse(process.argv[1]));`;
  const settings = JSON.stringify({ profile, ...(options.length === 0 ? {} : { fault: options }) });
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, settings], {
    cwd: ROOT,
    env: CLEAN,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString();
    });
    child.stdout.on('data', (data: Buffer) => {
      if (data.toString().includes('is running')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The emulator ended with ${code}: ${said}`)));
  });
  return {
    profile,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export interface JudgeOptions {
  readonly profile: object;
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly depth?: Depth;
  /** Loaded from the profile's dialect when left out. */
  readonly contract?: Contract;
}

/** Runs the checks of the catalogue over a target in this process, without Vitest between, and returns all results. */
export async function judge({
  profile: data,
  only = [],
  seed = 1,
  depth = 'quick',
  ...rest
}: JudgeOptions): Promise<Result[]> {
  const profile = profileFrom(data, {});
  const contract =
    rest.contract ??
    (await loadContract({ validate: false, ...(profile.dialect === undefined ? {} : { dialect: profile.dialect }) }));
  const folder = temporaryFolder('judge');
  const target = await createTarget(profile, { runDirectory: folder.path, seed });
  const results: Result[] = [];
  const wanted = selection(contract, only);
  try {
    const groups = catalogue(contract).filter(
      ({ checks }) => wanted === undefined || checks.some(({ requirements }) => requirements.some(wanted)),
    );
    await runGroups(
      {
        contract,
        target,
        seed,
        depth,
        replay: (check) => `certconform replay ${check} --seed ${seed} --depth ${depth}`,
        ...(wanted === undefined ? {} : { only: wanted }),
      },
      groups,
      (result) => results.push(result),
    );
  } finally {
    await target.close();
    folder.remove();
  }
  return wanted === undefined ? results : results.filter(({ requirement }) => wanted(requirement));
}

/** One line per result with one of these verdicts, for an assertion that shows what is wrong. */
export function linesOf(results: readonly Result[], ...verdicts: readonly Result['verdict'][]): string[] {
  return results
    .filter((result) => verdicts.includes(verdictOf(result)))
    .map(
      ({ requirement, failure, reason, ...result }) =>
        `${verdictOf(result)} ${requirement}: ${failure === undefined ? (reason ?? '') : `${failure.caseLabel}: ${failure.expected} / ${failure.actual}`}`,
    );
}
