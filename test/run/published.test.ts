/** What a run writes is for others: it says what was judged, and nothing of the machine that judged it. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../reports/reader.ts';
import { certconform, emulatorProcess, profileData, ROOT, temporaryFolder, writeProfile } from '../cli/support.ts';
import { unpacked } from '../unpacked.ts';

const IMPLEMENTATION = {
  organization: 'Example Corp',
  product: 'Gateway',
  version: '2.1',
  commit: '4f2a9c1',
  url: 'https://example.test/gateway',
  contact: 'ada@example.test',
  environment: 'staging',
};

/** All files below a folder, unpacked. */
function contents(folder: string): [name: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): [string, string][] => {
    const file = join(folder, name);
    if (!statSync(file).isFile()) return [];
    const bytes = readFileSync(file);
    return [[name, unpacked(name, bytes).toString('latin1')]];
  });
}

/** Kept by a run for itself, as long as it lasts. */
const OWN = /^(leases|state|wrong-logins|in-use)(\/|$)/;

test('every report names the implementation and none a place on this machine', async () => {
  const folder = temporaryFolder();
  const { profile } = await emulatorProcess(folder, ['--fault', 'person.update.body.firstName.maxLength.ignored']);
  writeFileSync(
    join(folder, 'own.yaml'),
    'overlay: 1.0.0\ninfo: { title: own, version: 1.0.0 }\nactions: [{ target: $.info, update: { x-note: own } }]\n',
  );
  const data = profileData(profile);
  const target = writeProfile(folder, { ...data, implementation: IMPLEMENTATION });
  const out = join(folder, 'run');
  const only = ['--only', 'person.update', 'person.read'];
  const told = await certconform([
    ...['run', '--target', target, '--depth', 'quick', '--out', out, ...only],
    ...['--set', `dialect.overlay=${join(folder, 'own.yaml')}`],
  ]);
  expect(told.code, told.stdout + told.stderr).toBe(1);
  expect(told.stdout).toContain(
    'Example Corp Gateway 2.1 (4f2a9c1, staging), https://example.test/gateway, ada@example.test',
  );
  expect(readResults(out).run.implementation).toEqual(IMPLEMENTATION);
  const files = contents(out);
  expect(files.filter(([name]) => OWN.test(name))).toEqual([]);
  for (const name of ['statement.md', 'statement.json', 'results.ndjson', 'allure-results.tar.gz']) {
    expect(files.find(([one]) => one === name)?.[1], name).toContain('Example Corp');
  }
  for (const place of [folder, ROOT.replace(/\/$/, ''), homedir()]) {
    const named = files.filter(([, text]) => text.includes(place)).map(([name]) => name);
    expect(named, place).toEqual([]);
  }
  expect(readFileSync(join(out, 'statement.md'), 'utf8')).toMatch(
    /^- repeat: `*node cli\/main\.ts replay --target target\.yaml/m,
  );
});
