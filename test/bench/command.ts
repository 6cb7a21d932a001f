/** What the program costs a user, who has it built: the time till it asks its first question, all of the time, memory, and what it leaves on the disk. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from './suite.ts';
import type { Row } from './table.ts';

const PROGRAM = fileURLToPath(new URL('../hostile/measured-cli.ts', import.meta.url));
const BUILD = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
const BUILT = new URL('../../dist/cli/main.js', import.meta.url).href;

/** Bytes of a disk that hold one file at least. */
const BLOCK = 4096;

const TAPE = 'tape.ndjson.gz';

/** One standard run of the command line against the emulator in a process of its own, with all reports. */
export async function wholeCommand(): Promise<Row[]> {
  execFileSync(process.execPath, [BUILD], { stdio: 'inherit' });
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), 'certconform-bench-'));
  try {
    const profile = join(folder, 'profile.json');
    writeFileSync(profile, JSON.stringify(server.profile));
    const out = join(folder, 'out');
    const measured = join(folder, 'measured.json');
    const begun = Date.now();
    const code = await run(['run', '-t', profile, '--effects', 'destroy', '--quiet', '--out', out], measured, folder);
    const milliseconds = Date.now() - begun;
    const first = await server.firstRequest();
    const { peakBytes } = JSON.parse(readFileSync(measured, 'utf8')) as { readonly peakBytes: number };
    const page = takenBy(join(out, 'allure'));
    const tape = takenBy(join(out, TAPE));
    return [
      ['start to first request', `${((first - begun) / 1000).toFixed(2)} s`],
      ['the whole command, with all reports', `${(milliseconds / 1000).toFixed(1)} s, exit code ${code}`],
      ['peak memory of the command', megabytes(peakBytes)],
      ['on the disk, without the tape', megabytes(takenBy(out) - tape)],
      ['of this, the Allure page', megabytes(page)],
      ['the tape', megabytes(tape)],
    ];
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command line, which at its end writes to a file what it took, and resolves to its exit code. */
async function run(args: readonly string[], measured: string, folder: string): Promise<number | null> {
  const own = {
    XDG_STATE_HOME: join(folder, 'state'),
    CERTCONFORM_TEST_USAGE: measured,
    CERTCONFORM_TEST_PROGRAM: BUILT,
  };
  const env = { ...process.env, ...own };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
}

/** Bytes of the disk that a file takes, or all files below a folder. */
function takenBy(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return BLOCK * Math.ceil(found.size / BLOCK);
  return readdirSync(path).reduce((sum, name) => sum + takenBy(join(path, name)), BLOCK);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
