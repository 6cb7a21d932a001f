import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../cli/doctor/finding.ts';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';
import { LOGIN, startUnlike } from '../suites/legacy/unlike.ts';
import { certconform, temporaryFolder, writeProfile } from './support.ts';

let emulator: Emulator;
let whole: Record<string, unknown>;

beforeAll(async () => {
  emulator = await startEmulator({ contract: await loadContract({ validate: false }) });
  whole = emulator.profile();
});

afterAll(() => emulator.close());

interface Seen {
  readonly code: number | null;
  readonly findings: readonly Finding[];
  of(subject: string): Pick<Finding, 'state' | 'text' | 'hint'> | undefined;
}

/** Has a target examined and reads the findings. */
async function examine(profile: object): Promise<Seen> {
  const { code, stdout, stderr } = await certconform([
    'doctor',
    ...['--target', writeProfile(temporaryFolder(), profile), '--json'],
  ]);
  if (stdout === '') throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return { code, findings, of: (subject) => findings.find((finding) => finding.subject === subject) };
}

test('the emulator with its own profile is well, and was only read', async () => {
  emulator.reset();
  const before = JSON.stringify(emulator.dump());
  const { code, findings } = await examine(whole);
  expect(findings.filter(({ state }) => state === 'wrong' || state === 'doubt')).toEqual([]);
  expect(code).toBe(0);
  expect(JSON.stringify(emulator.dump())).toBe(before);
  expect(emulator.log.filter(({ method, url }) => method !== 'GET' && !url.includes('getPostPaymentStatus'))).toEqual(
    [],
  );
  expect(emulator.log.filter(({ url }) => url.includes('getPostPaymentStatus'))).toHaveLength(1);
});

test('each thing that is wrong is told by itself, with what it leaves unproven', async () => {
  const profile = {
    ...whole,
    admin: { url: emulator.adminUrl, bearer: emulator.credentials.bearer, second: { bearer: 'a.b.c', role: 'RAO' } },
    legacy: { url: emulator.legacyUrl, loginName: emulator.credentials.loginName, loginPassword: 'wrong-canary' },
    fixtures: {
      person: [4011, 99_999],
      administrator: [
        { ids: 411, traits: { type: 'API' } },
        { ids: 412, traits: {} },
      ],
      'ssl-certificate': [1001, 5],
      domain: [601],
    },
  };
  const { code, of } = await examine(profile);
  expect(code).toBe(1);
  expect(of('admin.bearer')?.state).toBe('good');
  expect(of('admin.second')).toMatchObject({ state: 'wrong', text: expect.stringContaining('401') });
  expect(of('legacy.loginName')).toMatchObject({ state: 'wrong', text: expect.stringContaining('refused') });
  expect(of('fixtures.person 4011')?.state).toBe('good');
  expect(of('fixtures.person 99999')).toMatchObject({ state: 'wrong', text: expect.stringContaining('404') });
  expect(of('fixtures.administrator 411')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('says type: API, but it is STANDARD'),
  });
  expect(of('fixtures.administrator 412')?.hint).toEqual({
    kind: 'profile',
    profile: { fixtures: { administrator: [{ ids: { id: 412 }, traits: { type: 'STANDARD' }, allow: 'observe' }] } },
  });
  expect(of('fixtures.ssl-certificate 5')?.state).toBe('wrong');
  expect(of('fixtures.domain 601')?.state).toBe('unseen');
  const text = await certconform(['doctor', '--target', writeProfile(temporaryFolder(), profile)]);
  expect(text.code).toBe(1);
  expect(text.stdout).toMatch(/fixtures: \{ person: .*allow: modify.*\n +Persons \d+/);
  expect(text.stdout).toMatch(/legacy: \{ loginName: .*\n +Order status \d+, DCV update \d+/);
  expect(text.stdout).not.toContain('wrong-canary');
  expect(text.stdout).toMatch(/Left unproven: at least \d+ of \d+ requirements/);
  expect(text.stdout).toContain('What the target refuses although it is documented can leave others unproven.');
});

test('a target that answers open points otherwise looks doubtful, and wrong only where the profile claims the dialect', async () => {
  const other = await startEmulator({
    contract: await loadContract({ validate: false, dialect: { base: 'alternate', claimed: true } }),
  });
  onTestFinished(() => other.close());
  const profile = { admin: { url: other.adminUrl, bearer: other.credentials.bearer }, effects: 'observe' };
  const assumed = await examine(profile);
  expect(assumed.of('list element')?.state).toBe('doubt');
  expect(assumed.of('404 body')?.state).toBe('doubt');
  expect(assumed.code).toBe(0);
  const claimed = await examine({ ...profile, dialect: { base: 'default', claimed: true } });
  expect(claimed.of('list element')?.state).toBe('wrong');
  expect(claimed.of('404 body')?.state).toBe('wrong');
  expect(claimed.code).toBe(1);
  const right = await examine({ ...profile, dialect: { base: 'alternate', claimed: true } });
  expect(right.of('list element')?.state).toBe('good');
  expect(right.of('404 body')?.state).toBe('good');
});

test('the login is tried at the path that is served, and nothing but a wrong claim about the paths is found fault with', async () => {
  const heading = '/products/download/!getPostPaymentStatus';
  const sample = '/products/!getPostPaymentStatus';
  const server = await startUnlike({ served: ['heading'] });
  onTestFinished(() => server.close());
  const profile = (served?: readonly string[], url = server.url): object => ({
    legacy: { url, ...LOGIN },
    fixtures: { order: ['1'] },
    ...(served === undefined ? {} : { dialect: { base: 'default', answers: { 'legacy.status.paths': served } } }),
  });
  for (const told of [undefined, [heading]]) {
    const { code, of } = await examine(profile(told));
    expect([code, of('legacy.loginName')?.state, of('fixtures.order 1')?.state]).toEqual([0, 'good', 'good']);
    expect(of('legacy.status.paths')).toBeUndefined();
  }
  const both = await examine(profile([sample, heading]));
  expect([both.code, both.of('legacy.loginName')?.state]).toEqual([1, 'good']);
  expect(both.of('legacy.status.paths')).toMatchObject({ state: 'wrong', text: expect.stringContaining(sample) });
  const elsewhere = await examine(profile(undefined, `${server.url}/elsewhere`));
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.of('legacy.status.paths')).toMatchObject({ state: 'wrong', text: expect.stringContaining('404') });
});

test('a clock that is an hour ahead and a missing credential check are seen', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('Date', new Date(Date.now() + 3_600_000).toUTCString());
    response.setHeader('Content-Type', 'application/json').end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, of } = await examine({ admin: { url, bearer: 'any' }, effects: 'observe' });
  expect(code).toBe(1);
  expect(of('Date header')).toMatchObject({ state: 'wrong', text: expect.stringContaining('ahead') });
  expect(of('no credential')?.state).toBe('doubt');
  expect(of('list element')?.state).toBe('unseen');
});

test('a refused token is something to mend, an unreachable target means that nothing could be examined', async () => {
  const refused = await examine({ admin: { url: emulator.adminUrl, bearer: 'a.b.c' }, effects: 'observe' });
  expect(refused.code).toBe(1);
  expect(refused.of('admin.bearer')?.state).toBe('wrong');
  const dead = await examine({ admin: { url: 'http://127.0.0.1:1', bearer: 'a.b.c' } });
  expect(dead.code).toBe(2);
  expect(dead.of('admin.url')).toMatchObject({ state: 'wrong', text: expect.stringContaining('ECONNREFUSED') });
});

test('a certificate that nobody trusts is told from a target that is not there', async () => {
  const { code, of } = await examine({
    admin: { url: emulator.adminTlsUrl, bearer: emulator.credentials.bearer },
    effects: 'observe',
  });
  expect(code).toBe(2);
  expect(of('admin.url')).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/certificate|signed|authority/i),
  });
  expect(of('admin.url TLS')).toMatchObject({ state: 'good', text: expect.stringContaining('good until') });
});
