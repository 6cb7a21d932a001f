import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../target/index.ts';
import { certconform, profileData, temporaryFolder } from './support.ts';

/** Everything that YAML and the profile's references could trip over. */
const LOGIN = `o: "partner" $${'{X}'}`;

const EVERYTHING = [
  ...['--url', 'https://admin.example.test/gateway', '--bearer-env', 'STAGING_TOKEN', '--role', 'MRAO'],
  ...['--second-bearer-env', 'OTHER_TOKEN', '--second-role', 'RAO'],
  ...['--legacy-url', 'https://secure.example.test', '--legacy-login', LOGIN],
  ...['--legacy-password-env', 'PARTNER_PASSWORD', '--name', 'staging # 1'],
  ...['--product', 'Gate: way', '--organization', '{Example}', '--product-version', '2.10', '--commit', '1e5'],
  ...['--product-url', 'https://example.test', '--contact', '@ada', '--environment', 'EU'],
];

test('a profile from options is one that the suite accepts, with every answer in its place', async () => {
  const cwd = temporaryFolder();
  const { code, stdout } = await certconform(['init', ...EVERYTHING, '--no-try', '--out', 'new/target.yaml'], { cwd });
  expect(code).toBe(0);
  for (const name of ['STAGING_TOKEN', 'OTHER_TOKEN', 'PARTNER_PASSWORD']) expect(stdout).toContain(`export ${name}=`);
  const file = join(cwd, 'new/target.yaml');
  const env = { STAGING_TOKEN: 'aaa', OTHER_TOKEN: 'bbb', PARTNER_PASSWORD: 'ccc' };
  const profile = loadProfile(file, { env });
  expect(profile).toMatchObject({
    name: 'staging # 1',
    admin: { url: 'https://admin.example.test/gateway', role: 'MRAO', second: { role: 'RAO' } },
    legacy: { url: 'https://secure.example.test', loginName: LOGIN },
    effect: 'observe',
    implementation: {
      product: 'Gate: way',
      organization: '{Example}',
      version: '2.10',
      commit: '1e5',
      url: 'https://example.test',
      contact: '@ada',
      environment: 'EU',
    },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('every example in its comments is valid when it is put in', async () => {
  const cwd = temporaryFolder();
  await certconform(['init', ...EVERYTHING, '--no-try', '--out', 'target.yaml'], { cwd });
  const text = readFileSync(join(cwd, 'target.yaml'), 'utf8');
  // Comments that hold members begin with a small letter or a dash; prose begins with a capital.
  const filledIn = text
    .replace('fixtures: {}\n', 'fixtures:\n')
    .replace(/^( *)# ?( *)(?=[a-z][\w.-]*:|- )/gm, '$1$2')
    .replaceAll('http://…', 'http://secure.example.test')
    .replace(/^(tls|allowHosts|yaml-language-server):.*$/gm, '');
  writeFileSync(join(cwd, 'filled-in.yaml'), filledIn);
  const env = { STAGING_TOKEN: 'aaa', OTHER_TOKEN: 'bbb', PARTNER_PASSWORD: 'ccc' };
  const profile = loadProfile(join(cwd, 'filled-in.yaml'), { env });
  expect(profile.fixtures.map(({ kind }) => kind)).toEqual([
    'person',
    'ssl-location',
    'administrator',
    'endpoint',
    'order',
  ]);
  expect(profile.dialect).toMatchObject({ base: 'default', claimed: true });
  expect(profile.limits.rate).toEqual({ count: 100, spanMs: 60_000 });
});

test('a file that exists is left as it is, unless forced', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'mine.yaml'), 'precious');
  const args = ['init', '--url', 'https://admin.example.test', '--no-try', '--out', 'mine.yaml'];
  const refused = await certconform(args, { cwd });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/^certconform: mine\.yaml exists already .*--force.*\n$/);
  expect(readFileSync(join(cwd, 'mine.yaml'), 'utf8')).toBe('precious');
  expect((await certconform([...args, '--force'], { cwd })).code).toBe(0);
  expect(profileData(join(cwd, 'mine.yaml'))).toMatchObject({ admin: { bearer: { env: 'CERTCONFORM_TOKEN' } } });
});

test('a secret given in place of a variable is neither written nor repeated', async () => {
  const cwd = temporaryFolder();
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
  const { code, stdout, stderr } = await certconform(
    ['init', '--url', 'https://admin.example.test', '--bearer-env', secret, '--out', 'target.yaml'],
    { cwd },
  );
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain(secret);
  expect(stderr).toMatch(/^certconform: --bearer-env takes the name of an environment variable/);
  expect(statSync(join(cwd, 'target.yaml'), { throwIfNoEntry: false })).toBeUndefined();
});

test.each([
  ['nobody to ask', []],
  ['no URL', ['--url', 'admin.example.test']],
  ['credentials in the URL', ['--url', 'https://u:p@admin.example.test']],
  ['unencrypted login', ['--legacy-url', 'http://secure.example.test', '--legacy-login', 'me']],
])('%s: one sentence, and no file', async (_, options) => {
  const cwd = temporaryFolder();
  const { code, stderr } = await certconform(['init', ...options, '--out', 'target.yaml'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^certconform: [^\n]+\n$/);
  expect(statSync(join(cwd, 'target.yaml'), { throwIfNoEntry: false })).toBeUndefined();
});
