/** The suite as one call: what it returns, what it refuses, and that it leaves nothing behind and says nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { type Result, run, startEmulator } from '../../index.ts';
import { temporaryFolder } from './support.ts';

const SMALL = { only: ['mark.read'], depth: 'quick' } as const;
const BROKEN = 'mark.read.success.status-201';

let said: readonly MockInstance[];
const scratch = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('certconform-run-'));
let before: readonly string[];

beforeEach(() => {
  before = scratch();
  said = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
});

afterEach(() => {
  const texts = said.flatMap(({ mock }) => mock.calls.map(([text]) => String(text)));
  vi.restoreAllMocks();
  expect(texts.filter((text) => /certconform|CONFORMANT|verdicts/.test(text))).toEqual([]);
  expect(scratch().filter((name) => !before.includes(name))).toEqual([]);
});

test('it returns results and outcome, and the same once more for the same seed', async () => {
  const heard: Result[] = [];
  const first = await run({ ...SMALL, seed: 7, onResult: (result) => heard.push(result) });
  expect(first).toMatchObject({ outcome: 'conformant', exitCode: 0, reports: {} });
  expect(first.results.length).toBeGreaterThan(20);
  expect(first.counts.pass + first.counts.observed).toBe(first.results.length);
  expect(heard).toEqual(first.results);
  expect(first.statement).toMatchObject({ outcome: 'conformant' });
  const second = await run({ ...SMALL, seed: 7 });
  const shown = (results: readonly Result[]) =>
    results.map(({ check, requirement, verdict, cases }) => [check, requirement, verdict, cases]);
  expect(shown(second.results).toSorted()).toEqual(shown(first.results).toSorted());
});

test('a planted fault is found, and the failure tells how to repeat it', async () => {
  const { outcome, exitCode, reason, results } = await run({ ...SMALL, faults: [BROKEN] });
  expect([outcome, exitCode, reason]).toEqual(['non-conformant', 1, '1 MUST failed']);
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ requirement }) => requirement)).toEqual(['mark.read.success.status']);
  expect(failed[0]?.failure?.replay).toContain(`certconform replay --fault=${BROKEN}`);
});

test('a target is given as data, and the reports lie in the folder that was named', async () => {
  await using emulator = await startEmulator({ dialect: 'alternate', faults: [BROKEN] });
  const folder = temporaryFolder('library');
  const out = join(folder.path, 'out');
  const { outcome, reports, statement, results } = await run({ target: emulator.profile(), ...SMALL, out });
  expect(outcome).toBe('non-conformant');
  expect(results.find(({ verdict }) => verdict === 'fail')?.failure?.replay).toContain('--target PROFILE');
  expect(Object.keys(reports)).toEqual(expect.arrayContaining(['Statement', 'JUnit', 'Results', 'Tape']));
  for (const path of Object.values(reports)) expect(existsSync(path), path).toBe(true);
  expect(JSON.parse(readFileSync(join(out, 'statement.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(statement)));
  expect(emulator.log.some(({ url }) => url.includes('mark'))).toBe(true);
  folder.remove();
});

test('a signal ends it early, and it says so', async () => {
  const controller = new AbortController();
  const ended = await run({
    only: ['person'],
    depth: 'quick',
    signal: controller.signal,
    onResult: () => controller.abort(),
  });
  expect(ended.outcome).toBe('aborted');
  expect(ended.exitCode).toBe(2);
  expect(ended.results.filter(({ cause }) => cause === 'interrupted').length).toBeGreaterThan(5);
});

test('so does a limit of failures, which is no abortion', async () => {
  const only = ['mark.read', 'person'];
  const { outcome, results } = await run({ only, depth: 'quick', faults: [BROKEN], maxFailures: 1 });
  expect(outcome).toBe('non-conformant');
  expect(results.filter(({ cause }) => cause === 'interrupted').length).toBeGreaterThan(5);
});

test.each([
  [{ only: ['nothing'] }, 'UserError', '--only nothing names no area'],
  [{ faults: ['nothing'] }, 'UserError', 'has no fault "nothing"'],
  [{ dialect: 'nothing' }, 'UserError', 'has no dialect "nothing"'],
  [{ target: {} }, 'ProfileError', 'name'],
  [{ target: 'missing.yaml' }, 'ProfileError', 'missing.yaml'],
  [{ target: { name: 'x' }, faults: [BROKEN] }, 'UserError', 'dialect and faults are of the embedded emulator'],
])('%j is refused with one sentence', async (options, name, sentence) => {
  const refused: unknown = await run(options).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name });
  expect(String(refused)).toContain(sentence);
  expect(String(refused)).not.toContain('\n');
});

test('the emulator is refused what it does not know', async () => {
  await expect(startEmulator({ faults: ['nothing'] })).rejects.toThrow('has no fault "nothing"');
  await expect(startEmulator({ otherwise: ['nothing'] })).rejects.toThrow('no other reading of the silence "nothing"');
  await expect(startEmulator({ dialect: 'missing.yaml' })).rejects.toMatchObject({ name: 'DialectError' });
});
