/** The same seed sends the same requests (order aside), another seed sends others; a replay repeats exactly the case that failed. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../emulator/index.ts';
import { readResults } from '../../reports/reader.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import { emulatorProcess } from '../cli/support.ts';
import { certconform, temporaryFolder } from './support.ts';

/** The emulator's entities are as old at every start, and what they show of that may be written back to them. */
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

let contract: Contract;

beforeAll(async () => {
  contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
});

describe('the seed', () => {
  const folder = temporaryFolder('seed');
  afterAll(() => folder.remove());

  test('twice the same gives the same requests of all checks, another gives others', async () => {
    /** What each check of a whole run sent to a fresh emulator, as a sorted list; checks run side by side as they do by default. */
    const sent = async (seed: number): Promise<Map<string, string[]>> => {
      const emulator = await emulatorProcess(folder.path);
      const out = join(folder.path, 'out');
      const options = ['--seed', String(seed), '--depth', 'quick', '--no-html', '--out', out];
      const { code, stderr } = await certconform(['run', '--target', emulator.profile, ...options]);
      expect(code, stderr).toBe(0);
      const byCheck = new Map<string, string[]>();
      for (const { check = '', method, url, body } of await emulator.log()) {
        byCheck.set(check, [
          ...(byCheck.get(check) ?? []),
          `${method} ${url} ${body ?? ''}`.replaceAll('\0', '').replaceAll(MOMENT, 'then'),
        ]);
      }
      emulator.running.child.kill('SIGTERM');
      await emulator.running.finished;
      for (const list of byCheck.values()) list.sort();
      return byCheck;
    };
    const [first, second, other] = [await sent(7), await sent(7), await sent(8)];
    expect(first.size).toBeGreaterThan(300);
    expect([...first.keys()]).toEqual(expect.arrayContaining(['lifecycle.person', 'person.update.afterwards']));
    expect([...second.keys()].sort()).toEqual([...first.keys()].sort());
    for (const [check, requests] of first) expect(second.get(check), check).toEqual(requests);
    const differing = [...first].filter(
      ([check, requests]) => JSON.stringify(other.get(check)) !== JSON.stringify(requests),
    );
    expect(differing.length).toBeGreaterThan(20);
  });
});

describe('replay', () => {
  const out = temporaryFolder('replay');
  afterAll(() => out.remove());

  test.each([
    'ssl.list.vendor.maxLength.lenient',
    'ssl.list.status.enum.Declined.refused',
    'person.update.success.body-added',
  ])('of %s repeats exactly the failing case', async (fault) => {
    expect(catalogue(contract).some(({ id }) => id === fault)).toBe(true);
    const options = ['--fault', fault, '--seed', '11', '--depth', 'quick'];
    const operation = fault.startsWith('person') ? 'person.update' : 'ssl.list';
    const ran = await certconform(['run', ...options, '--only', operation, '--no-html', '--out', out.path]);
    expect(ran.code).toBe(1);
    const failure = readResults(out.path).results.find(({ verdict }) => verdict === 'fail')?.failure;
    if (failure === undefined) throw new Error(ran.stdout);
    const [node, program, ...words] = failure.replay.split(' ');
    expect([node, program]).toEqual(['node', 'cli/main.ts']);
    expect(words).toEqual(expect.arrayContaining(['replay', '--seed', '11', `--fault=${fault}`]));
    const again = await certconform(words);
    expect(again.code, again.stdout + again.stderr).toBe(1);
    expect(again.stdout).toContain(failure.actual);
    const target = new URL(failure.exchange?.request.url ?? '');
    expect(again.stdout).toContain(`${target.pathname}${target.search}`);
  });
});
