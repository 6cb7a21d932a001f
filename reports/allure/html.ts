/** Makes the Allure HTML report by running the `allure` package as a program of its own. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { RunRecord } from '../model.ts';
import { allureConfig } from './files.ts';

export interface HtmlOptions {
  /** Title of the report. */
  readonly name?: string;
  /** Earlier runs, one a line, as Allure keeps its history. */
  readonly history?: string;
  /** The run, whose facts the report shows. */
  readonly run?: RunRecord;
  /** Time allowed, in milliseconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 120_000;

const PAGE = 'index.html';

const BESIDE = ['summary.json', 'test-results.json'];

/**
 * Makes a report of one file, by interface, area and operation.
 * @param resultsDir Folder with Allure results.
 * @param outDir Folder for the report; an earlier report in it is replaced.
 * @returns Path of the HTML file.
 * @throws Error with one clear sentence when there are no results, the program is missing, fails or takes too long.
 */
export async function generateHtml(resultsDir: string, outDir: string, options: HtmlOptions = {}): Promise<string> {
  const results = resolve(resultsDir);
  if (!existsSync(results) || !readdirSync(results).some((name) => name.endsWith('-result.json'))) {
    throw new Error(`No Allure report was made: there are no Allure results in ${results}.`);
  }
  const out = resolve(outDir);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  rmSync(join(out, PAGE), { force: true });
  const scratch = mkdtempSync(join(tmpdir(), 'certconform-allure-'));
  try {
    const config = join(scratch, 'allurerc.json');
    const name = options.name ?? `Conformance of ${options.run?.target.name ?? 'the target'}`;
    const past = options.history === undefined || options.history === '' ? undefined : join(scratch, 'history.jsonl');
    if (past !== undefined) writeFileSync(past, options.history ?? '');
    writeFileSync(config, JSON.stringify(allureConfig(name, past)));
    await execute(['generate', results, '--output', out, '--config', config], scratch, options.timeoutMs ?? TIMEOUT_MS);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const html = join(out, PAGE);
  if (!existsSync(html)) throw new Error(`No Allure report was made: the generator ended without writing ${html}.`);
  // Beside the page the generator leaves what its server would read; all of it stands in the page.
  for (const name of BESIDE) rmSync(join(out, name), { force: true });
  chmodSync(html, 0o600);
  return html;
}

/** Path of the `allure` package's program. */
function allureProgram(): string {
  const require = createRequire(import.meta.url);
  let folder: string;
  try {
    folder = dirname(require.resolve('allure'));
  } catch {
    throw new Error('No Allure report was made: the package "allure" is not installed.');
  }
  // The package does not export its package.json, so it is looked for upwards from its entry.
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  return join(folder, typeof bin === 'string' ? bin : (bin['allure'] ?? 'cli.js'));
}

/** Works in an empty folder, so that no configuration of the user's project joins in. */
async function execute(args: readonly string[], cwd: string, timeoutMs: number): Promise<void> {
  const child = spawn(process.execPath, [allureProgram(), ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-2000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  }).finally(() => clearTimeout(timer));
  if (late) throw new Error(`No Allure report was made: the generator took longer than ${timeoutMs / 1000} s.`);
  if (code !== 0) {
    const said = output.trim().split('\n').slice(-3).join(' ').trim();
    throw new Error(
      `No Allure report was made: the generator ended with code ${code}${said === '' ? '.' : `: ${said}`}`,
    );
  }
}
