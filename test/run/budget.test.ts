/** A run that may spend little: it keeps to that, shows something of every operation, and claims nothing that it did not show. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { longWait } from '../../cli/budget.ts';
import { readResults } from '../../reports/reader.ts';
import { loadContract } from '../../spec/load.ts';
import { loadProfile, readTape } from '../../target/index.ts';
import { emulatorProcess, profileData, writeProfile } from '../cli/support.ts';
import { certconform, temporaryFolder } from './support.ts';

const folder = temporaryFolder('budget');
afterAll(() => folder.remove());

const sentIn = (out: string): number => readTape(out).exchanges.length;

test('--max-requests spends them on something of every operation, and the rest stays open', async () => {
  const out = join(folder.path, 'requests');
  const told = await certconform(['run', '--max-requests', '800', '--no-html', '--out', out]);
  expect(told.code, told.stdout + told.stderr).toBe(3);
  const { run, results, plan } = readResults(out);
  expect(run.budget).toBe(800);
  expect(sentIn(out)).toBeLessThanOrEqual(800);
  expect(new Set(results.map(({ requirement }) => requirement))).toEqual(new Set(plan?.requirements));
  const open = results.filter(({ verdict }) => verdict === 'inconclusive');
  expect(open.filter(({ cause }) => cause !== 'budget').length).toBeLessThan(open.length / 100);
  const judged = new Set(results.filter(({ verdict }) => verdict === 'pass').map(({ operation }) => operation));
  const all = new Set(results.map(({ operation }) => operation));
  expect(all.size).toBeGreaterThan(45);
  expect([...all].filter((operation) => !judged.has(operation))).toEqual([]);
  expect(told.stdout).toContain('the budget of the run did not suffice');
  expect((await certconform(['verify', out])).code).toBe(0);
}, 300_000);

test('--max-time is spent on what it suffices for at the rate of the target', async () => {
  const { profile } = await emulatorProcess(folder.path);
  const target = writeProfile(folder.path, { ...profileData(profile), limits: { rate: '40/s' } });
  const out = join(folder.path, 'time');
  const only = ['--only', 'person', 'admin', 'organization'];
  const begun = Date.now();
  const told = await certconform(['run', '--target', target, '--max-time', '20s', '--no-html', ...only, '--out', out]);
  expect(told.code, told.stdout + told.stderr).toBe(3);
  const { run, results } = readResults(out);
  // 20 s less what it takes to begin, 40 a second.
  expect(run.budget).toBe(680);
  expect(sentIn(out)).toBeLessThanOrEqual(680);
  expect(results.filter(({ cause }) => cause === 'budget').length).toBeGreaterThan(0);
  expect(results.filter(({ cause }) => cause === 'interrupted')).toEqual([]);
  expect(results.at(-1)?.startedAt).toBeLessThan(begun + 40_000);
  expect((await certconform(['verify', out])).code).toBe(0);
}, 300_000);

test('a run that a rate makes long says so, and which budget is shorter', async () => {
  const { profile } = await emulatorProcess(folder.path);
  const target = writeProfile(folder.path, { ...profileData(profile), limits: { rate: '600/m' } });
  const out = join(folder.path, 'long');
  const told = await certconform([
    'run',
    '--target',
    target,
    '--no-html',
    '--out',
    out,
    '--max-failures',
    '1',
    '--only',
    'person.read',
  ]);
  expect(told.stderr).not.toContain('limits.rate');
  const contract = await loadContract({ validate: false });
  const loaded = loadProfile(target, { set: [] });
  const outlook = { contract, profile: loaded, only: [], roundTrip: 1 };
  expect(await longWait({}, outlook)).toMatch(
    /^About [\d,]+ requests at limits\.rate take \d+ minutes; --max-requests \d+ takes \d+ minutes and finds about \d+ % of what/,
  );
  expect(await longWait({ maxRequests: 100 }, outlook)).toBeUndefined();
}, 300_000);

test.each([
  ['--max-requests', '0', 'whole number'],
  ['--max-time', '5', '90s, 15m or 2h'],
])('%s %s is refused', async (option, value, why) => {
  const told = await certconform(['run', option, value]);
  expect(told.code).toBe(2);
  expect(told.stderr).toContain(why);
});
