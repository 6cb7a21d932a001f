/** Where a file is expected, a pipe, a device or a folder is refused at once, in one sentence and with exit code 2. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../index.ts';
import { begin, certconform } from '../cli/support.ts';

/** Long for a refusal, short for what would wait for ever. A process of its own: a pipe that is opened holds up all of it. */
const PATIENCE_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'certconform-no-files-'));
const pipe = join(folder, 'pipe');
const good = join(folder, 'run');

beforeAll(async () => {
  execFileSync('mkfifo', [pipe]);
  await run({ only: ['mark.read.success.status'], depth: 'quick', out: good });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let copies = 0;

/** A run in which a link lies in the place of one file. */
function runWith(name: string, leadsTo: string): string {
  const copy = join(folder, `run-${copies++}`);
  cpSync(good, copy, { recursive: true });
  rmSync(join(copy, name), { force: true });
  symlinkSync(leadsTo, join(copy, name));
  return copy;
}

/** A profile of a target that is never asked. */
function profileWith(text: string): string {
  const file = join(folder, `profile-${copies++}.yaml`);
  writeFileSync(file, `name: nobody\nadmin: { url: 'https://127.0.0.1:1', bearer: secret }\n${text}\n`);
  return file;
}

/** Command lines by what they are handed. */
const IN_A_RUN: readonly (readonly [file: string, words: (run: string) => readonly string[]])[] = [
  ['results.ndjson', (copy) => ['verify', copy]],
  ['tape.ndjson.gz', (copy) => ['verify', copy]],
  ['statement.json', (copy) => ['verify', copy]],
  ['junit.xml', (copy) => ['verify', copy]],
  ['statement.json', (copy) => ['compare', good, join(copy, 'statement.json')]],
  ['results.ndjson', (copy) => ['compare', good, copy]],
  ['results.ndjson', (copy) => ['baseline', copy]],
  ['results.ndjson', (copy) => ['run', '--rerun-failed', copy, '--out', join(copy, 'again')]],
  ['results.ndjson', (copy) => ['sign', copy, '--key', join(copy, 'key.pem')]],
  ['tape.ndjson.gz', (copy) => ['replay', 'mark.read.success.status', '--tape', copy]],
  ['tape.ndjson.gz', (copy) => ['export', 'har', copy]],
  ['tape.ndjson.gz', (copy) => ['merge', copy, copy, '--out', join(copy, 'merged')]],
];

const BY_NAME: readonly (readonly [what: string, words: (file: string) => readonly string[]])[] = [
  ['a profile', (file) => ['plan', '--target', file]],
  ['a dialect', (file) => ['plan', '--target', profileWith(`dialect: ${file}`)]],
  ['the base of a dialect', (file) => ['plan', '--target', profileWith(`dialect: { base: ${file} }`)]],
  ['an overlay', (file) => ['plan', '--target', profileWith(`dialect: { overlay: ${file} }`)]],
  [
    'an overlay of the legacy actions',
    (file) => ['plan', '--target', profileWith(`dialect: { legacyOverlay: ${file} }`)],
  ],
  ["a vendor's document", (file) => ['plan', '--target', profileWith(`dialect: { openapi: ${file} }`)]],
  ['answers', (file) => ['plan', '--target', profileWith(`dialect: { answers: ${file} }`)]],
  ['known failures', (file) => ['run', '--known', file, '--only', 'mark.read', '--out', join(folder, 'known')]],
  [
    'a secret',
    (file) => [
      'doctor',
      '--target',
      profileWith(`legacy: { url: 'https://127.0.0.1:1', loginName: a, loginPassword: { file: ${file} } }`),
    ],
  ],
  ['an authority', (file) => ['doctor', '--target', profileWith(`tls: { ca: ${file} }`)]],
  ['a key', (file) => ['sign', good, '--key', file]],
  ['suggestions', (file) => ['learn', '--apply', '--yes', '--from', file, '--target', profileWith('')]],
  ["the emulator's certificate", (file) => ['emulator', '--cert', file, '--key', file]],
];

const CASES = [
  ...IN_A_RUN.map(([file, words]) => ({
    what: `${file} of a run`,
    sort: 'a pipe',
    words: () => words(runWith(file, pipe)),
  })),
  ...BY_NAME.map(([what, words]) => ({ what, sort: 'a pipe', words: () => words(pipe) })),
  // There is one door, so a few places are enough for what is neither.
  ...IN_A_RUN.slice(0, 3).map(([file, words]) => ({
    what: `${file} of a run`,
    sort: 'a device',
    words: () => words(runWith(file, '/dev/zero')),
  })),
  ...BY_NAME.slice(0, 2).map(([what, words]) => ({ what, sort: 'a device', words: () => words('/dev/zero') })),
  ...BY_NAME.slice(0, 1).map(([what, words]) => ({ what, sort: 'a folder', words: () => words(folder) })),
];

describe.concurrent('in place of', { timeout: PATIENCE_MS }, () => {
  test.each(CASES)('$what: $sort', async ({ sort, words }) => {
    const command = words();
    const { finished, child } = begin(command, { whenFinished: () => undefined });
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS / 2);
    const { code, signal, stderr } = await finished;
    clearTimeout(timer);
    expect({ signal, code }, `${command.join(' ')}: ${stderr}`).toEqual({ signal: null, code: 2 });
    expect(stderr).toContain(`${sort}, no regular file`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

test('a pipe in place of the history holds up no run', { timeout: PATIENCE_MS }, async () => {
  const out = join(folder, 'elsewhere', 'out');
  mkdirSync(out, { recursive: true });
  execFileSync('mkfifo', [join(folder, 'elsewhere', 'history.jsonl')]);
  const only = ['--only', 'mark.read.success.status', '--depth', 'quick', '--no-html'];
  const { code, stderr } = await certconform(['run', ...only, '--out', out]);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/was not added to .*history\.jsonl \(ENXIO\)/);
});
