/** The same seed sends the same requests (order aside), another seed sends others; a replay repeats exactly the case that failed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue, type Emulator, startEmulator } from '../../emulator/index.ts';
import { readResults } from '../../reports/reader.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import { certconform, judge, temporaryFolder } from './support.ts';

const AREAS = ['ssl', 'person', 'endpoint', 'organization', 'domain'];
let contract: Contract;
let emulator: Emulator;

beforeAll(async () => {
  contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  emulator = await startEmulator({ contract, logLimit: 100_000, rateLimit: false });
});
afterAll(() => emulator.close());

/** What each check sent, as a sorted list. */
async function sent(seed: number): Promise<Map<string, string[]>> {
  emulator.reset();
  await judge({
    profile: { ...emulator.profile(), limits: { concurrency: 1 } },
    contract,
    only: AREAS,
    seed,
    depth: 'standard',
  });
  const byCheck = new Map<string, string[]>();
  for (const { check = '', method, url, body } of emulator.log) {
    byCheck.set(check, [...(byCheck.get(check) ?? []), `${method} ${url} ${body ?? ''}`]);
  }
  for (const list of byCheck.values()) list.sort();
  return byCheck;
}

describe('the seed', () => {
  test('twice the same gives the same requests, another gives others', async () => {
    const [first, second, other] = [await sent(7), await sent(7), await sent(8)];
    expect(first.size).toBeGreaterThan(100);
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
    const [program, ...words] = failure.replay.split(' ');
    expect(program).toBe('certconform');
    expect(words).toEqual(expect.arrayContaining(['replay', '--seed', '11', `--fault=${fault}`]));
    const again = await certconform(words);
    expect(again.code, again.stdout + again.stderr).toBe(1);
    expect(again.stdout).toContain(failure.actual);
    const target = new URL(failure.exchange?.request.url ?? '');
    expect(again.stdout).toContain(`${target.pathname}${target.search}`);
  });
});
