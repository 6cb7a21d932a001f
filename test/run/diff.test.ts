/** Two targets asked the same: alike they are told to be alike, and a planted fault is one difference. */
import { expect, test } from 'vitest';
import type { Differences } from '../../reports/diff/differences.ts';
import { certconform, emulatorProcess, profileData, temporaryFolder, writeProfile } from '../cli/support.ts';
import { type Passing, proxyTo } from '../suites/proxy.ts';

const FAULT = ['--fault', 'person.update.body.firstName.maxLength.ignored'];

test('the emulator beside itself, with a fault, and in its other dialect', async () => {
  const [plain, again, faulty, other] = await Promise.all(
    [[], [], FAULT, ['--dialect', 'alternate']].map(
      async (options) => (await emulatorProcess(temporaryFolder(), options)).profile,
    ),
  );
  const compared = async (first = '', second = ''): Promise<[number | null, Differences]> => {
    const { code, stdout, stderr } = await certconform([
      ...['diff', '--target', first, '--target', second, '--effects', 'destroy', '--depth', 'quick'],
      ...['--format', 'json', '--only', 'person', 'domain', 'ssl.location.update'],
    ]);
    if (stdout === '') throw new Error(stderr);
    return [code, JSON.parse(stdout) as Differences];
  };
  const [alike, same] = await compared(plain, again);
  expect([alike, same.groups]).toEqual([0, []]);
  expect(same.compared).toBeGreaterThan(500);
  expect(same.onlyFirst).toBe(0);
  const [unlike, fault] = await compared(again, faulty);
  const expected = { kind: 'status', change: '400, other 200', operations: [{ operation: 'person.update' }] };
  expect([unlike, fault.groups]).toMatchObject([1, [expected]]);
  const [, dialects] = await compared(plain, other);
  const kinds = new Set(dialects.groups.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(['status', 'media type', 'shape']));
  // The dialects answer otherwise on every operation; people read of the causes.
  expect(dialects.groups.length).toBeLessThan(60);
  // No verdict differs: both conform.
  expect(dialects.groups.filter(({ kind }) => kind === 'meaning')).toEqual([]);
});

test('both are sent the same, byte for byte', async ({ onTestFinished }) => {
  const sides = await Promise.all(
    [0, 1].map(async () => {
      const folder = temporaryFolder();
      const data = profileData((await emulatorProcess(folder)).profile) as { admin: { url: string } };
      const sent: string[] = [];
      const proxy = await proxyTo(data.admin.url, ({ method, target, sent: body }: Passing) => {
        sent.push(`${method} ${target} ${body}`);
      });
      onTestFinished(() => proxy.close());
      return { sent, profile: writeProfile(folder, { ...data, admin: { ...data.admin, url: proxy.url } }) };
    }),
  );
  const targets = sides.flatMap(({ profile }) => ['--target', profile]);
  const only = ['--depth', 'quick', '--only', 'person.update.body', 'person.update.success'];
  const { code, stdout, stderr } = await certconform(['diff', ...targets, '--effects', 'modify', ...only]);
  expect(code, stdout + stderr).toBe(0);
  const [ours, theirs] = sides.map(({ sent }) => sent.toSorted());
  expect(ours?.filter((one) => one.startsWith('PUT')).length).toBeGreaterThan(50);
  expect(theirs).toEqual(ours);
});

test('one target, or two that are no profiles, are told in one sentence', async () => {
  const one = await certconform(['diff', '--target', 'a.yaml']);
  expect([one.code, one.stderr]).toEqual([2, 'certconform: diff compares two targets: give --target A --target B.\n']);
  const none = await certconform(['diff', '--target', 'a.yaml', '--target', 'b.yaml']);
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringMatching(/^certconform: .*a\.yaml: there is no such file[^\n]*\n$/),
  ]);
});
