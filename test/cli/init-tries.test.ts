/** `init` against a real server: each answer is tried when it is given. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../target/index.ts';
import { begin, certconform, profileData, ROOT, temporaryFolder } from './support.ts';

interface Server {
  readonly cwd: string;
  readonly http: string;
  readonly https: string;
  readonly env: Record<string, string>;
  /** How many logins were tried so far. */
  logins(): Promise<number>;
}

/** The emulator with a certificate of its own, in a folder that holds it as `ca.pem`. */
async function server(): Promise<Server> {
  const cwd = temporaryFolder();
  const options = ['--profile', 'emulator.yaml', '--ca-out', 'ca.pem', '--control-port', '0'];
  const said = await begin(['emulator', ...options], { cwd }).until('Stop with');
  const { admin, legacy } = profileData(join(cwd, 'emulator.yaml')) as {
    admin: { url: string; bearer: string; forged: string; second: { bearer: string } };
    legacy: { url: string; loginPassword: string };
  };
  const control = /Control +(\S+)/.exec(said)?.[1] ?? '';
  return {
    cwd,
    http: admin.url,
    https: legacy.url,
    env: {
      GOOD_TOKEN: admin.bearer,
      BAD_TOKEN: admin.forged,
      SECOND_TOKEN: admin.second.bearer,
      GOOD_PASSWORD: legacy.loginPassword,
      BAD_PASSWORD: 'not this one',
    },
    logins: async () => {
      const log = (await (await fetch(`${control}/log`)).json()) as { url: string }[];
      return log.filter(({ url }) => url.includes('/products/')).length;
    },
  };
}

const terminal = spawnSync('script', ['--version']).status === 0;

/** What `init` says in a terminal to these lines, typed ahead. */
function typed({ cwd, env }: Pick<Server, 'cwd' | 'env'>, lines: readonly string[]): string {
  const command = `${process.execPath} ${join(ROOT, 'cli/main.ts')} init`;
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd,
    input: `${lines.join('\n')}\n`,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return stdout.replaceAll('\r', '');
}

test.skipIf(!terminal)('in a terminal, what is wrong with an answer is told at once and asked again', async () => {
  const place = await server();
  writeFileSync(join(place.cwd, 'certconform.yaml'), 'precious');
  writeFileSync(join(place.cwd, 'no.pem'), 'no certificate');
  const said = typed(place, [
    ...['certconform.yaml', 'mine.yaml'],
    // No URL, then one whose authority nobody trusts, then the same with its certificate.
    ...['admin.example.test', place.https, 'lost.pem', 'no.pem', '', '', place.https, 'ca.pem', ''],
    ...['BAD_TOKEN', 'GOOD_TOKEN', '', 'SECOND_TOKEN', 'RAO_SSL'],
    ...[place.https, 'sample-partner', 'BAD_PASSWORD', 'GOOD_PASSWORD'],
    ...['Gateway', 'Example Corp', '2.1', '', 'nowhere', 'https://example.test', '', 'staging'],
  ]);
  for (const complaint of [
    'certconform.yaml exists already and is left as it is.',
    'certconform.yaml exists, too.',
    'lost.pem cannot be read (ENOENT).',
    'no.pem holds no certificate in PEM.',
    `${place.https} gives no answer: `,
    `The server at ${place.https} refuses the bearer credential (401)`,
    'One login was tried, and refused',
    'It must be a URL',
  ]) {
    expect(said).toContain(`  ! ${complaint}`);
  }
  expect(readFileSync(join(place.cwd, 'certconform.yaml'), 'utf8')).toBe('precious');
  for (const name of ['GOOD_TOKEN', 'SECOND_TOKEN', 'GOOD_PASSWORD']) expect(said).toContain(`export ${name}=`);
  for (const secret of Object.values(place.env)) expect(said).not.toContain(secret);
  expect(await place.logins()).toBeLessThanOrEqual(5);
  const profile = loadProfile(join(place.cwd, 'mine.yaml'), { env: place.env });
  expect(profile).toMatchObject({
    admin: { url: place.https, role: 'MRAO', second: { role: 'RAO_SSL' } },
    legacy: { url: place.https, loginName: 'sample-partner' },
    tls: { ca: [join(place.cwd, 'ca.pem')] },
    implementation: { product: 'Gateway', organization: 'Example Corp', version: '2.1', environment: 'staging' },
  });
  // What was accepted answer by answer is a profile that works.
  const { stdout } = await certconform(['doctor', '--target', 'mine.yaml'], { cwd: place.cwd, env: place.env });
  expect(stdout).toContain('Accepted (role MRAO by the profile).');
});

test.skipIf(!terminal)('what is doubtful is kept when nothing is typed, and what is not set is said', () => {
  const cwd = temporaryFolder();
  const said = typed({ cwd, env: {} }, ['http://127.0.0.1:1', '', '', '', '', '', '']);
  expect(said).toContain('http://127.0.0.1:1 gives no answer: ');
  expect(said).toContain('Enter keeps it all the same.');
  expect(said).toContain('CERTCONFORM_TOKEN is not set here');
  expect(profileData(join(cwd, 'certconform.yaml'))).toMatchObject({ admin: { url: 'http://127.0.0.1:1' } });
});

test('options are tried, too; what the server says to them is told, and the profile written', async () => {
  const { cwd, http, https, env } = await server();
  const init = (...options: string[]) =>
    certconform(['init', ...options, '--force', '--out', 'sub/a.yaml'], { cwd, env });
  const bad = await init('--url', http, '--bearer-env', 'BAD_TOKEN');
  expect(bad.code).toBe(0);
  expect(bad.stderr).toMatch(/refuses the bearer credential \(401\).* The profile is written all the same\.\n$/);
  expect((await init('--url', https, '--bearer-env', 'GOOD_TOKEN')).stderr).toContain('gives no answer');
  const good = await init('--url', https, '--bearer-env', 'GOOD_TOKEN', '--ca', 'ca.pem');
  expect([good.code, good.stderr]).toEqual([0, '']);
  expect(profileData(join(cwd, 'sub/a.yaml'))).toMatchObject({ tls: { ca: '../ca.pem' } });
});

test.each([
  ['a file that is not there', ['--ca', 'lost.pem'], /^certconform: --ca: lost\.pem cannot be read \(ENOENT\)\.\n$/],
  ['half of a client certificate', ['--client-key', 'lost.pem'], /^certconform: --client-key needs --client-cert/],
])('%s: one sentence, and no file', async (_, options, said) => {
  const cwd = temporaryFolder();
  const { code, stderr } = await certconform(['init', '--url', 'https://admin.example.test', ...options], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(said);
  expect(existsSync(join(cwd, 'certconform.yaml'))).toBe(false);
});
