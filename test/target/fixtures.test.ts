import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadProvisioner } from '../../target/fixtures/provision.ts';
import type { FixtureNeed } from '../../target/types.ts';
import { fixture, poolOf, take, whyNot } from './support/pools.ts';
import { temporaryFolder } from './support/targets.ts';

describe('a lease', () => {
  test('takes the fixture with the least permission that will do, in the order of the profile', async () => {
    const pool = poolOf([fixture(1, 'destroy'), fixture(2, 'modify'), fixture(3, 'observe'), fixture(4, 'observe')]);
    const ids = [];
    for (const effect of ['observe', 'modify', 'destroy'] as const)
      ids.push((await take(pool, { effect })).fixture.ids);
    expect(ids).toEqual([{ id: 3 }, { id: 2 }, { id: 1 }]);
  });

  test('to observe is shared, to modify is not', async () => {
    const pool = poolOf([fixture(1, 'modify')]);
    const [one, two] = [await take(pool, {}), await take(pool, {})];
    expect(await whyNot(pool, { effect: 'modify' })).toMatch(/was in use and none became free within 0\.15 s/);
    await one.release();
    await two.release();
    const writer = await take(pool, { effect: 'modify' });
    expect(await whyNot(pool, {})).toMatch(/may be observed was in use/);
    await writer.release();
    await take(pool, {});
  });

  test('is waited for', async () => {
    const pool = poolOf([fixture(1, 'modify')], { waitMs: 5000 });
    const first = await take(pool, { effect: 'modify' });
    const second = take(pool, { effect: 'modify' });
    await first.release();
    expect((await second).fixture.ids).toEqual({ id: 1 });
  });

  test('given back twice is given back once', async () => {
    const pool = poolOf([fixture(1, 'modify')]);
    const [one] = [await take(pool, {}), await take(pool, {})];
    await one?.release();
    await one?.release();
    expect(await whyNot(pool, { effect: 'modify' })).toMatch(/in use/);
  });

  test('matches traits and the condition', async () => {
    const pool = poolOf([fixture(1, 'observe', { type: 'API' }), fixture(2, 'observe', { type: 'IDP', age: 3 })]);
    expect((await take(pool, { traits: { type: 'IDP' } })).fixture.ids).toEqual({ id: 2 });
    expect((await take(pool, { where: ({ ids }) => ids['id'] !== 1 })).fixture.ids).toEqual({ id: 2 });
  });

  test('of a used-up fixture is never had again', async () => {
    const pool = poolOf([fixture(1, 'destroy'), fixture(2, 'destroy')]);
    for (const id of [1, 2]) {
      const lease = await take(pool, { effect: 'destroy' });
      expect(lease.fixture.ids).toEqual({ id });
      await lease.consume();
      await lease.release();
    }
    expect(await whyNot(pool, { effect: 'destroy' })).toBe(
      'All 2 fixtures of kind administrator that may be destroyed are used up; at least 3 are needed: add one under fixtures.administrator with allow: destroy.',
    );
    expect(await whyNot(pool, {})).toMatch(/used up/);
  });

  test('of what was learnt from the target is only ever to observe', async () => {
    const pool = poolOf([]);
    pool.learn({ kind: 'administrator', ids: { id: 7 }, traits: {} });
    pool.learn({ kind: 'administrator', ids: { id: 7 }, traits: {} });
    expect(pool.list()).toEqual([{ ...fixture(7, 'observe'), found: true }]);
    expect(await whyNot(pool, { effect: 'modify' })).toMatch(
      /^The profile has no fixture of kind administrator, though the target shows some \(7\); add one under fixtures.administrator/,
    );
  });
});

test.each([
  [
    'none of the kind',
    { kind: 'person' },
    'No fixture of kind person is known; add one under fixtures.person with allow: observe.',
  ],
  [
    'none that may be changed so',
    { effect: 'destroy' },
    'None of the 2 fixtures of kind administrator may be destroyed; set allow: destroy on it, or add one under fixtures.administrator with allow: destroy.',
  ],
  [
    'none with the traits',
    { effect: 'modify', traits: { type: 'SAS' } },
    'The only fixture of kind administrator that may be modified is not as needed (type: SAS); add one under fixtures.administrator with traits: { type: SAS }, with allow: modify.',
  ],
  [
    'none of which the asker can make use',
    { where: (): boolean => false, as: 'whose id no other fixture has' },
    'None of the 2 fixtures of kind administrator that may be observed is one whose id no other fixture has; add such a one under fixtures.administrator with allow: observe.',
  ],
  [
    'none of the kind, and what it must be',
    { kind: 'person', where: (): boolean => false, as: 'whose id no other fixture has' },
    'No fixture of kind person is known; add one whose id no other fixture has under fixtures.person with allow: observe.',
  ],
] as const)('a shortage says what to add to the profile: %s', async (_, need, reason) => {
  expect(
    await whyNot(poolOf([fixture(1, 'observe'), fixture(2, 'modify', { type: 'API' })]), need as Partial<FixtureNeed>),
  ).toBe(reason);
});

test('what the run may not do is not leased', async () => {
  expect(await whyNot(poolOf([fixture(1, 'destroy')], { effect: 'observe' }), { effect: 'modify' })).toBe(
    'This run may only observe; to modify a fixture of kind administrator, give --effects modify.',
  );
});

test('of many takers never two modify one fixture at a time', async () => {
  const pool = poolOf([fixture(1, 'modify'), fixture(2, 'modify')], { waitMs: 20_000 });
  const busy = new Set<unknown>();
  let clashes = 0;
  const work = Array.from({ length: 20 }, async () => {
    const lease = await take(pool, { effect: 'modify' });
    const id = lease.fixture.ids['id'];
    if (busy.has(id)) clashes += 1;
    busy.add(id);
    await new Promise((resolve) => setTimeout(resolve, 2));
    busy.delete(id);
    await lease.release();
  });
  await Promise.all(work);
  expect(clashes).toBe(0);
});

describe('a provisioning module', () => {
  const write = (text: string): string => {
    const file = join(temporaryFolder(), 'make.ts');
    writeFileSync(file, text);
    return file;
  };
  const COUNTING = `
    let next = 100;
    export const released: unknown[] = [];
    export function provision(kind: string, traits: object) { return kind === 'person' ? undefined : { ids: { id: next++ }, traits: { made: true } }; }
    export async function release(fixture: { ids: unknown }) { released.push(fixture.ids); }
  `;

  test('makes what is missing, and gets it back at the end', async () => {
    const stateDirectory = temporaryFolder();
    const file = write(COUNTING);
    const pool = poolOf([], { stateDirectory, provisioner: await loadProvisioner(file) });
    const lease = await take(pool, { effect: 'destroy', traits: { type: 'API' } });
    expect(lease.fixture).toEqual(fixture(100, 'destroy', { type: 'API', made: true }));
    await lease.consume();
    await lease.release();
    expect((await take(pool, { effect: 'destroy' })).fixture.ids).toEqual({ id: 101 });
    expect(await whyNot(pool, { kind: 'person' })).toMatch(/No fixture of kind person is known/);
    expect(readdirSync(join(stateDirectory, 'provisioned'))).toHaveLength(2);
    expect(await pool.close()).toEqual([]);
    const { released } = (await import(file)) as { released: unknown[] };
    expect(released).toEqual([{ id: 100 }, { id: 101 }]);
    expect(readdirSync(join(stateDirectory, 'provisioned'))).toEqual([]);
  });

  test('is not asked for what the profile has', async () => {
    const pool = poolOf([fixture(1, 'modify')], { provisioner: await loadProvisioner(write(COUNTING)) });
    expect((await take(pool, { effect: 'modify' })).fixture.ids).toEqual({ id: 1 });
  });

  test('gets back what a killed run had made', async () => {
    const stateDirectory = temporaryFolder();
    const file = write(COUNTING);
    const killed = poolOf([], { stateDirectory, provisioner: await loadProvisioner(file) });
    await take(killed, { effect: 'modify' });
    const later = poolOf([], { stateDirectory, provisioner: await loadProvisioner(file) });
    expect(await later.releaseLeftovers()).toEqual([]);
    expect(((await import(file)) as { released: unknown[] }).released).toEqual([{ id: 100 }]);
  });

  test.each([
    [
      'throws',
      `export function provision() { throw new Error('no more seats\\nat line 1'); }`,
      'The provisioning module could not make a fixture of kind administrator: no more seats',
    ],
    [
      'gives other identifiers',
      'export const provision = () => ({ ids: { number: 1 } });',
      'The provisioning module could not make a fixture of kind administrator: The provisioning module gave a fixture of kind administrator without id in its ids.',
    ],
  ])('that %s is the reason of the shortage', async (_, text, reason) => {
    const pool = poolOf([], { provisioner: await loadProvisioner(write(text)) });
    expect(await whyNot(pool, { effect: 'modify' })).toBe(reason);
  });

  test('that cannot take a fixture away is told so', async () => {
    const file = write(
      `export const provision = () => ({ ids: { id: 5 } }); export const release = () => { throw new Error('gone wrong'); };`,
    );
    const pool = poolOf([], { provisioner: await loadProvisioner(file) });
    await take(pool, { effect: 'modify' });
    expect(await pool.close()).toEqual(['The provisioned administrator {"id":5} could not be taken away: gone wrong']);
  });

  test.each([
    ['is not there', '', /^provision: \/no\/such\/module\.ts cannot be loaded/],
    ['exports nothing', 'export const other = 1;', /exports no function provision\(kind, traits\); add it/],
  ])('that %s is a fault of the profile', async (_, text, message) => {
    await expect(loadProvisioner(text === '' ? '/no/such/module.ts' : write(text))).rejects.toThrow(message);
  });
});
