/** Clients that others write live one life of a certificate administrator over HTTPS, each with its own HTTP library. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { begin, certconform, profileData, ROOT, temporaryFolder } from '../cli/support.ts';

const run = promisify(execFile);

/** One fixture of a profile. */
interface Entry {
  readonly ids: Readonly<Record<string, string | number>>;
  readonly traits?: Readonly<Record<string, unknown>>;
  readonly allow: string;
}

const folder = join(ROOT, 'test/emulator/clients');

/** How each is started, and what must be there for it. */
const CLIENTS = [
  { name: 'curl', command: ['sh', join(folder, 'life.sh')], needs: ['curl', '--version'] },
  {
    name: 'Python requests',
    command: ['python3', join(folder, 'life.py')],
    needs: ['python3', '-c', 'import requests'],
  },
  { name: 'Go, standard library', command: ['go', 'run', join(folder, 'life.go')], needs: ['go', 'version'] },
].map((client) => {
  const [program = '', ...args] = client.needs;
  const missing = spawnSync(program, args).status !== 0;
  return { ...client, missing, why: missing ? ` (left out: "${client.needs.join(' ')}" does not work here)` : '' };
});

describe('a life of a certificate administrator', () => {
  for (const { name, command, missing, why } of CLIENTS) {
    it.skipIf(missing)(`${name}${why}`, async ({ onTestFinished }) => {
      const place = temporaryFolder(onTestFinished);
      const [profile, ca] = [join(place, 'profile.yaml'), join(place, 'ca.pem')];
      const running = begin(['emulator', '--profile', profile, '--ca-out', ca], { whenFinished: onTestFinished });
      const said = await running.until('Stop with');
      const value = (label: string): string => new RegExp(`${label} +(\\S+)`).exec(said)?.[1] ?? '';
      const [, clientId, clientSecret] = / client +(\S+) \/ (\S+)/.exec(said) ?? [];
      const { legacy, fixtures } = profileData(profile) as {
        legacy: Record<string, string>;
        fixtures: Record<string, Entry[]>;
      };
      const lastIdOf = (kind: string, allow: string, traits: Record<string, unknown> = {}): string => {
        const fits = (one: Entry): boolean =>
          one.allow === allow && Object.entries(traits).every(([trait, wanted]) => one.traits?.[trait] === wanted);
        return String(Object.values(fixtures[kind]?.find(fits)?.ids ?? {})[0]);
      };
      const env = {
        BASE: value('Admin API \\(TLS\\)'),
        TOKEN_URL: value('Token URL'),
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret,
        CA: ca,
        LEGACY: legacy['url'],
        LOGIN: legacy['loginName'],
        PASSWORD: legacy['loginPassword'],
        PERSON: lastIdOf('person', 'modify'),
        SPARE: lastIdOf('person', 'destroy'),
        ADMIN: lastIdOf('administrator', 'modify', { type: 'STANDARD' }),
        ENDPOINT: lastIdOf('endpoint', 'modify', { mode: 'global' }),
        ORG: lastIdOf('organization', 'observe'),
        DOMAIN: lastIdOf('domain', 'modify', { state: 'active' }),
        ORDER: lastIdOf('order', 'modify', { order: 'single', state: 'pending', wildcard: false, ev: false }),
      };
      const [program = '', ...args] = command;
      const { stdout } = await run(program, args, { env: { ...process.env, ...env }, timeout: 240_000 });
      expect(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.trim()),
      ).toEqual([
        'token 200 Bearer',
        'list 200 2',
        expect.stringMatching(/^count 200 \d+$/),
        'read 200 Kim',
        'update 200',
        'updated 200 Ada',
        'type 200',
        'delegate 201',
        'suspend 200',
        'delete 204',
        'gone 404',
        'dcv 200 errorCode=0',
      ]);
    });
  }
});

describe('what the contract does not know', () => {
  it('is marked, wants a credential, and is off with --strict', async ({ onTestFinished }) => {
    const [open, strict] = await Promise.all(
      [[], ['--strict']].map(async (words) => {
        const profile = join(temporaryFolder(onTestFinished), 'profile.yaml');
        const running = begin(['emulator', '--profile', profile, ...words], { whenFinished: onTestFinished });
        await running.until('Stop with');
        return profileData(profile)['admin'] as { url: string; bearer: string };
      }),
    );
    const get = (target: typeof open, path: string, headers: Record<string, string>): Promise<Response> =>
      fetch(`${target?.url}${path}`, { headers });
    const known = { Authorization: `Bearer ${open?.bearer}` };
    for (const path of ['/api/person/v2', '/api/admin/v1', '/api/organization/v1', '/api/domain/v1']) {
      const listed = await get(open, `${path}?size=3&position=1`, known);
      expect([listed.status, listed.headers.get('x-beyond-contract')], path).toEqual([200, 'true']);
      expect(((await listed.json()) as unknown[]).length).toBe(3);
      expect(Number(listed.headers.get('x-total-count'))).toBeGreaterThan(3);
      const headed = await fetch(`${open?.url}${path}`, { method: 'HEAD', headers: known });
      expect([headed.status, headed.headers.get('x-total-count'), await headed.text()], path).toEqual([
        200,
        listed.headers.get('x-total-count'),
        '',
      ]);
      expect((await get(open, path, {})).status, path).toBe(401);
      expect((await get(strict, path, known)).status, path).toBe(404);
    }
    const token = '/auth/realms/apiclients/protocol/openid-connect/token';
    expect((await fetch(`${strict?.url}${token}`, { method: 'POST' })).status).toBe(404);
    expect((await get(open, '/api/ssl/v2?size=1', known)).headers.get('x-beyond-contract')).toBeNull();
  });

  it('gives tokens that expire, and says by the book why it gives none', async ({ onTestFinished }) => {
    const profile = join(temporaryFolder(onTestFinished), 'profile.yaml');
    const running = begin(['emulator', '--profile', profile, '--token-lifetime', '1'], {
      whenFinished: onTestFinished,
    });
    const said = await running.until('Stop with');
    const { url } = profileData(profile)['admin'] as { url: string };
    const [, id = '', secret = ''] = / client +(\S+) \/ (\S+)/.exec(said) ?? [];
    const ask = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
      const address = `${url}/auth/realms/apiclients/protocol/openid-connect/token`;
      const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form), headers });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const grant = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const basic = { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
    expect(await ask({ ...grant, client_secret: 'wrong' })).toEqual({ status: 401, body: { error: 'invalid_client' } });
    expect(await ask({ ...grant, grant_type: 'password' })).toEqual({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    });
    expect((await ask({ client_id: id, client_secret: secret })).body).toEqual({ error: 'invalid_request' });
    expect((await ask({ grant_type: 'client_credentials' }, basic)).status).toBe(200);
    const { body } = await ask(grant);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 1 });
    const headers = { Authorization: `Bearer ${String(body['access_token'])}` };
    let status = 200;
    // As long as it lasts on a busy machine; the test's own time limit bounds the wait.
    while (status === 200) status = (await fetch(`${url}/api/ssl/v2?size=1`, { headers })).status;
    expect(status).toBe(401);
  });

  it('refuses files that are no certificate and key', async ({ onTestFinished }) => {
    const place = temporaryFolder(onTestFinished);
    const readme = join(ROOT, 'README.md');
    for (const [words, sentence] of [
      [['--cert', readme], /--cert and --key belong together/],
      [['--cert', readme, '--key', join(place, 'none.pem')], /none\.pem cannot be read \(ENOENT\)/],
      [['--cert', readme, '--key', readme], /no certificate and private key/],
      [['--token-lifetime', '0'], /number of seconds of at least 1/],
    ] as const) {
      const { code, stderr } = await certconform(['emulator', ...words]);
      expect(code).toBe(2);
      expect(stderr).toMatch(sentence);
    }
  });
});

describe('requests of clients', () => {
  it('may hold null for what they leave out, unless the dialect says otherwise', async ({ onTestFinished }) => {
    const place = temporaryFolder(onTestFinished);
    const own = join(place, 'own.yaml');
    writeFileSync(own, 'base: default\nclaimed: true\nanswers: { request.null-members: refused }\n');
    for (const [dialect, optional] of [
      ['default', 200],
      [own, 400],
    ] as const) {
      const profile = join(temporaryFolder(onTestFinished), 'profile.yaml');
      const running = begin(['emulator', '--profile', profile, '--dialect', dialect], { whenFinished: onTestFinished });
      await running.until('Stop with');
      const { admin, fixtures } = profileData(profile) as {
        admin: { url: string; bearer: string };
        fixtures: Record<string, Entry[]>;
      };
      const bucket = fixtures['bucket']?.find(({ allow }) => allow === 'modify')?.ids['bucketId'];
      const put = async (body: object): Promise<number> => {
        const headers = { Authorization: `Bearer ${admin.bearer}`, 'Content-Type': 'application/json' };
        const address = `${admin.url}/api/discovery/v1/bucket/${bucket}`;
        return (await fetch(address, { method: 'PUT', body: JSON.stringify(body), headers })).status;
      };
      expect(await put({ name: 'Example' })).toBe(200);
      expect(await put({ name: 'Example', assignmentRules: null }), dialect).toBe(optional);
      expect(await put({ name: null }), dialect).toBe(400);
    }
  });

  it('holds members or a text in an XML element, never both', async ({ onTestFinished }) => {
    const profile = join(temporaryFolder(onTestFinished), 'profile.yaml');
    const running = begin(['emulator', '--profile', profile], { whenFinished: onTestFinished });
    await running.until('Stop with');
    const { admin, fixtures } = profileData(profile) as {
      admin: { url: string; bearer: string };
      fixtures: Record<string, Entry[]>;
    };
    const id = fixtures['organization']?.find(({ allow }) => allow === 'modify')?.ids['id'];
    const put = async (body: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${admin.bearer}`, 'Content-Type': 'application/xml' };
      return (await fetch(`${admin.url}/api/organization/v1/${id}`, { method: 'PUT', body, headers })).status;
    };
    const element = (inner: string): string => `<UpdateOrganizationRequest>${inner}</UpdateOrganizationRequest>`;
    expect(await put(element('\n  <city>Vienna</city>\n'))).toBe(200);
    expect(await put(element('Graz<city>Vienna</city>'))).toBe(400);
  });
});
