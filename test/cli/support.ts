/** Real processes of the command line, for tests that see what a user sees. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The environment without what the test runner tells its own children. */
const CLEAN = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_OPTIONS|npm_|FORCE_COLOR|TEST|CERTCONFORM)/.test(name),
  ),
);

/** What a finished process left behind. */
export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that still runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves with all output so far once it holds the text. Rejects when the process ends without. */
  until(text: string): Promise<string>;
}

/** Where a helper leaves what is to be cleaned up when the test ends. */
type WhenFinished = (clean: () => void | Promise<void>) => void;

/** How a command is started. */
export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** The hook of the test's own context: the global one belongs to whichever of several concurrent tests came last. */
  readonly whenFinished?: WhenFinished;
}

/** Starts a command; it is killed when the test ends, if it still runs. */
export function begin(args: readonly string[], options: Surroundings = {}): Running {
  const child = spawn(process.execPath, [join(ROOT, 'cli/main.ts'), ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...CLEAN, NO_COLOR: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  const wake = new Set<() => void>();
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    for (const look of wake) look();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
    for (const look of wake) look();
  });
  const finished = new Promise<Finished>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const until = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!`${stdout}${stderr}`.includes(text)) return;
        wake.delete(look);
        resolve(`${stdout}${stderr}`);
      };
      wake.add(look);
      look();
      void finished.then(({ code }) => reject(new Error(`It ended with ${code}:\n${stdout}${stderr}`)));
    });
  (options.whenFinished ?? onTestFinished)(async () => {
    child.kill('SIGKILL');
    await finished;
  });
  return { child, finished, until };
}

/** Runs a command to its end. */
export function certconform(args: readonly string[], options: Surroundings = {}): Promise<Finished> {
  return begin(args, options).finished;
}

/** A folder that is gone when the test ends; concurrent tests hand in the hook of their own context. */
export function temporaryFolder(whenFinished: WhenFinished = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'certconform-cli-'));
  whenFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface EmulatorProcess {
  /** Path of the profile that it wrote. */
  readonly profile: string;
  readonly running: Running;
  /** The whole state of the service. */
  state(): Promise<Record<string, unknown>>;
  /** Requests so far. */
  log(): Promise<readonly { method: string; url: string; check?: string; status: number; body?: string }[]>;
}

/** An emulator in a process of its own, with its control interface. */
export async function emulatorProcess(folder: string, options: readonly string[] = []): Promise<EmulatorProcess> {
  const profile = join(folder, 'emulator.yaml');
  const running = begin(['emulator', '--control-port', '0', '--profile', profile, ...options]);
  const said = await running.until('Stop with');
  const control = /Control +(\S+)/.exec(said)?.[1] ?? '';
  const get = async (path: string): Promise<unknown> => (await fetch(`${control}${path}`)).json();
  return {
    profile,
    running,
    state: async () => (await get('/state')) as Record<string, unknown>,
    log: async () => (await get('/log')) as Awaited<ReturnType<EmulatorProcess['log']>>,
  };
}

/** The data of a profile file. */
export function profileData(file: string): Record<string, unknown> {
  return parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

/** Writes a profile as YAML and returns the file's path. */
export function writeProfile(folder: string, data: object, name = 'target.yaml'): string {
  const file = join(folder, name);
  writeFileSync(file, stringify(data), { mode: 0o600 });
  return file;
}

/** Resolves once the condition holds; the test's own time limit bounds the wait. */
export async function eventually(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}
