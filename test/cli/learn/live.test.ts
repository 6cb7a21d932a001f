/** `certconform learn` as a process of its own, on the emulator in its alternate dialect, which nobody told it of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Emulator, startEmulator } from '../../../emulator/index.ts';
import { loadContract } from '../../../spec/load.ts';
import { certconform, temporaryFolder, writeProfile } from '../support.ts';
import { untold } from './untold.ts';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ contract: await loadContract({ validate: false, dialect: 'alternate' }) });
});

beforeEach(() => emulator.reset());

afterAll(() => emulator.close());

interface Suggested {
  readonly dialect?: { readonly base?: string };
  readonly examples?: Readonly<Record<string, { readonly body: unknown }>>;
  readonly fixtures?: Readonly<Record<string, readonly { readonly ids: object; readonly traits?: object }[]>>;
}

/** Has the emulator looked at, and reads what is suggested. */
async function learn(profile: object, ...options: readonly string[]) {
  const folder = temporaryFolder();
  const file = writeProfile(folder, profile);
  const out = join(folder, 'suggested.yaml');
  const finished = await certconform(['learn', '--target', file, '--out', out, ...options]);
  const text = finished.code === 2 ? '' : readFileSync(out, 'utf8');
  return { ...finished, file, text, suggested: parse(text) as Suggested };
}

test('a profile that may only look is looked around by: nothing is written to the target', async () => {
  const before = JSON.stringify(emulator.dump());
  const { code, stderr, suggested, text } = await learn({ ...untold(emulator), effects: 'observe' });
  expect(code, stderr).toBe(0);
  const writes = emulator.log.filter(({ method, url }) => method !== 'GET' && !url.includes('getPostPaymentStatus'));
  expect(writes).toEqual([]);
  expect(JSON.stringify(emulator.dump())).toBe(before);
  expect(suggested.dialect).toEqual({ base: 'alternate' });
  expect(suggested.examples).toBeUndefined();
  const traits = suggested.fixtures?.['endpoint']?.map((one) => one.traits) ?? [];
  expect(traits).toContainEqual({ mode: 'global', type: 'SSL_WEB_FORM' });
  expect(suggested.fixtures?.['order']).toContainEqual({
    ids: { orderNumber: '710001' },
    traits: { order: 'single', domains: 's710001.example.test', ev: false },
  });
  expect(text).not.toContain(emulator.credentials.bearer);
});

test('a server that fits no dialect is asked until it accepts, and only what may be used up is asked', async () => {
  const profile = { ...untold(emulator), dialect: { base: 'default' } };
  const { code, stderr, suggested, text } = await learn(profile);
  expect(code, stderr).toBe(0);
  expect(stderr).toBe('');
  expect(suggested.dialect).toBeUndefined();
  expect(Object.keys(suggested.examples ?? {})).toEqual(expect.arrayContaining(['account.update', 'bucket.update']));
  const spent = new Set(idsOf(profile, 'destroy'));
  const writes = emulator.log.filter(({ method }) => method === 'PUT' || method === 'DELETE');
  expect(writes.length).toBeGreaterThan(0);
  const kept = idsOf(profile, 'modify', 'observe').filter((id) => !spent.has(id));
  for (const { url } of writes)
    expect(
      kept.filter((id) => url.endsWith(`/${id}`)),
      url,
    ).toEqual([]);
  for (const address of text.match(/[\w.-]+@[\w.-]+/g) ?? []) expect(address).toBe('conformance@example.test');
});

/** The last identifier of each fixture that allows this. */
function idsOf(profile: Record<string, unknown>, ...allow: readonly string[]): string[] {
  const all = Object.values(profile['fixtures'] as Record<string, readonly { ids: object; allow: string }[]>).flat();
  return all.filter((one) => allow.includes(one.allow)).map(({ ids }) => String(Object.values(ids).at(-1)));
}

test('what is learned is merged when somebody says so, and not before', async () => {
  const profile = { ...untold(emulator), effects: 'observe' };
  const asked = await learn(profile, '--apply');
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('give --yes');
  const merged = await learn(profile, '--apply', '--yes');
  expect(merged.code, merged.stderr).toBe(0);
  expect(merged.stdout).toMatch(/^\+ {3}base: alternate$/m);
  const text = readFileSync(merged.file, 'utf8');
  expect(parse(text)).toMatchObject({ effects: 'observe', dialect: { base: 'alternate' } });
  const again = await certconform([
    'learn',
    '--target',
    merged.file,
    '--from',
    merged.file.replace('target', 'suggested'),
    '--apply',
    '--yes',
  ]);
  expect(again.stdout).toContain('states all of it already');
  expect(readFileSync(merged.file, 'utf8')).toBe(text);
});

test('a run against another target teaches nothing', async () => {
  const { code, stderr } = await learn(untold(emulator), '--run', temporaryFolder());
  expect(code).toBe(2);
  expect(stderr).toContain('There is no tape');
});
