/** The emulator that answers every open point in the other way: claimed, merely assumed, or unknown, it is never a failure. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { loadContract } from '../../spec/load.ts';
import { certconform, judge, linesOf, temporaryFolder } from './support.ts';

let alternate: Emulator;
let ordinary: Emulator;

beforeAll(async () => {
  const start = async (base: 'default' | 'alternate'): Promise<Emulator> =>
    startEmulator({
      contract: await loadContract({ dialect: { base, claimed: true }, validate: false }),
      logLimit: 0,
      rateLimit: false,
    });
  [alternate, ordinary] = [await start('alternate'), await start('default')];
});
afterAll(async () => {
  await alternate.close();
  await ordinary.close();
});

test('claimed, it is conformant', async () => {
  const results = await judge({ profile: alternate.profile() });
  expect(linesOf(results, 'fail', 'warn', 'broken', 'inconclusive')).toEqual([]);
  expect(outcomeOf(results).outcome).toBe('conformant');
});

test.each([
  ['a default dialect that nobody claims', { dialect: 'default' }],
  ['no dialect named', { dialect: undefined }],
  ['no dialect at all', { dialect: 'none' }],
])('%s gives no failure on it', async (_, { dialect }) => {
  alternate.reset();
  const { dialect: _claimed, ...profile } = alternate.profile();
  const results = await judge({ profile: { ...profile, ...(dialect === undefined ? {} : { dialect }) } });
  expect(linesOf(results, 'fail', 'warn', 'broken')).toEqual([]);
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(500);
});

test('the ordinary emulator gives no failure under no dialect and under the wrong one', async () => {
  const { dialect: _claimed, ...profile } = ordinary.profile();
  for (const dialect of ['none', 'alternate']) {
    ordinary.reset();
    const results = await judge({ profile: { ...profile, dialect } });
    expect(linesOf(results, 'fail', 'warn', 'broken'), dialect).toEqual([]);
  }
});

test('the command line takes it too', async () => {
  const out = temporaryFolder('dialect');
  const { code, stdout } = await certconform([
    'run',
    '--dialect',
    'alternate',
    '--depth',
    'quick',
    '--only',
    'person',
    'mark',
    '--no-html',
    '--out',
    out.path,
  ]);
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('dialect alternate');
  out.remove();
});
