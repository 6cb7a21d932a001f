import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadContract } from '../../spec/load.ts';
import { parseProfile } from '../../target/index.ts';
import { KINDS } from '../../target/profile/kinds.ts';
import { certconform, emulatorProcess, profileData, ROOT, temporaryFolder, writeProfile } from './support.ts';

const guide = readFileSync(join(ROOT, 'docs/profile.md'), 'utf8');
const snippets = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');

test('every snippet of the guide is a valid part of a profile', () => {
  const env = { CERTCONFORM_TOKEN: 'a', CERTCONFORM_SECOND_TOKEN: 'b', CERTCONFORM_LEGACY_PASSWORD: 'c' };
  const local = { admin: { url: 'http://127.0.0.1:1' } };
  expect(snippets.length).toBeGreaterThan(7);
  for (const text of snippets) {
    const part = (parse(text) ?? {}) as { admin?: object; effects?: string; allowHosts?: unknown };
    const { allowHosts, ...rest } = part;
    const whole = part.admin === undefined ? { ...local, ...rest } : part;
    expect(() => parseProfile(JSON.stringify(whole), text, ROOT, { env })).not.toThrow();
    if (allowHosts !== undefined) {
      expect(() => parseProfile(JSON.stringify({ ...local, allowHosts }), text, ROOT, { env })).toThrow('allowHosts');
    }
  }
});

test('the silences, operations and kinds that it names exist', async () => {
  const contract = await loadContract({ validate: false });
  const parts = snippets.map((text) => (parse(text) ?? {}) as Record<string, Record<string, unknown>>);
  const answers = parts.flatMap(({ dialect }) => Object.keys((dialect?.['answers'] ?? {}) as object));
  expect(answers.length).toBeGreaterThan(2);
  for (const silence of answers) expect(contract.silences.map(({ id }) => id)).toContain(silence);
  for (const operation of parts.flatMap(({ examples }) => Object.keys(examples ?? {}))) contract.operation(operation);
  for (const kind of KINDS) expect(guide).toContain(`\`${kind}\``);
});

test('the provisioning example lets a three-line profile show what needs entities', async () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'docs/examples/provision-emulator.ts'), join(folder, 'provision.ts'));
  const { profile, running } = await emulatorProcess(folder);
  const control = /Control +(\S+)/.exec(await running.until('Stop with'))?.[1] ?? '';
  const { admin, dialect } = profileData(profile) as { admin: object; dialect: object };
  const args = [
    '--only',
    'person.read',
    'person.update',
    'person.delete.success',
    'bucket.read',
    '--depth',
    'quick',
    '--no-html',
  ];
  const run = (name: string, data: object): ReturnType<typeof certconform> =>
    certconform(['run', '--target', writeProfile(folder, data, `${name}.yaml`), '--out', join(folder, name), ...args], {
      env: { CONTROL_URL: control },
    });
  const without = await run('without', { admin, dialect });
  expect(without.code).toBe(3);
  expect(without.stdout).toContain('PARTIAL');
  const provided = await run('with', { admin, dialect, provision: './provision.ts' });
  expect(provided.stdout).toContain('CONFORMANT');
  expect(provided.code).toBe(0);
});
