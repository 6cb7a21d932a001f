/** What stands in the way of a whole run is one sentence, judges nothing, and is found by the doctor as well. */
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { certconform, type Finished, temporaryFolder, writeProfile } from './support.ts';

/** Starts a server and returns its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answer =
  (
    status: number,
    body: string,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
  ): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** The list refuses or is not there; persons are. */
const onlyPersons =
  (status: number): RequestListener =>
  (request, response) => {
    const known = request.url === '/api/person/v2/7';
    response.writeHead(known ? 200 : status, { 'Content-Type': 'application/json' }).end(known ? '{"id":7}' : '{}');
  };

/** A run and an examination by one profile. */
async function both(profile: object): Promise<{ run: Finished; doctor: Finished; judged: boolean }> {
  const folder = temporaryFolder();
  const file = writeProfile(folder, profile);
  const out = join(folder, 'out');
  const narrow = ['--only', 'person.read', '--depth', 'quick', '--no-html'];
  const run = await certconform(['run', '--target', file, '--out', out, ...narrow]);
  const doctor = await certconform(['doctor', '--target', file]);
  return { run, doctor, judged: existsSync(join(out, 'results.ndjson')) };
}

const admin = (url: string, more: object = {}): object => ({ admin: { url, bearer: 'any.token.will' }, ...more });
const PERSON = { fixtures: { person: [7] } };

test.each<[string, () => Promise<object>, said: RegExp, found?: RegExp]>([
  [
    'a list that is not found',
    async () => admin(await serve(answer(404, '{}'))),
    /answers GET \/api\/ssl\/v2 with 404: is admin\.url right\?/,
  ],
  [
    'a page of HTML for a list',
    async () =>
      admin(await serve(answer(200, '<!doctype html><title>Welcome</title>', { 'Content-Type': 'text/html' }))),
    /ssl\/v2 with 200 and a page of HTML: is admin\.url right\?/,
  ],
  [
    'nothing but answers without end',
    async () => {
      const long = answer(200, 'x'.repeat(5000));
      return admin(await serve(long), { ...PERSON, limits: { maxBodyBytes: 1024 } });
    },
    /gives no answer: The body from \S+ is longer than the 1024 bytes that limits\.maxBodyBytes allows/,
    /✗ admin\.url +\S+ gives no answer: The body from/,
  ],
  [
    'a list that is moved to a login page',
    async () => admin(await serve(answer(302, '', { Location: 'https://login.example.test/' })), PERSON),
    /ssl\/v2 with 302 \(to https:\/\/login\.example\.test\/\): is admin\.url right\?/,
  ],
  [
    'a bearer refused everywhere',
    async () => admin(await serve(answer(401, '{}')), PERSON),
    /\(401\).*admin\.bearer/,
    /✗ admin\.bearer .*401/,
  ],
  [
    'a bearer forbidden everything',
    async () => admin(await serve(answer(403, '{}')), PERSON),
    /\(403\).*admin\.bearer/,
  ],
  [
    'HTTPS spoken to a plain port',
    async () => admin((await serve(answer(200, '[]'))).replace('http:', 'https:')),
    /what answers there speaks plain HTTP; write http:\/\//,
  ],
  ['no credential', async () => ({ admin: { url: await serve(answer(401, '{}')) } }), /admin\.bearer/],
  [
    'legacy actions at a plain port',
    async () => ({
      legacy: { url: (await serve(answer(200, '{}'))).replace('http:', 'https:'), loginName: 'a', loginPassword: 'b' },
    }),
    /what answers there speaks plain HTTP.*|legacy\.url/,
  ],
])('%s', async (_, make, said, found) => {
  const { run, doctor, judged } = await both(await make());
  expect(run.stderr).toMatch(said);
  expect(run.stderr).toMatch(/^certconform: The target [^\n]+\n$/);
  expect([run.code, run.stdout, judged]).toEqual([2, '', false]);
  expect(doctor.stdout).toMatch(/NOT WELL|NOT REACHED/);
  expect(doctor.stdout).toMatch(found ?? said);
});

test('an authority’s file without a certificate', async () => {
  const folder = temporaryFolder();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, 'to be filled in');
  const { run, doctor, judged } = await both({ ...admin('https://127.0.0.1:1'), tls: { ca } });
  for (const { code, stderr } of [run, doctor]) {
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^certconform: tls\.ca: .*ca\.pem holds no certificate; [^\n]+\n$/),
    ]);
  }
  expect(judged).toBe(false);
});

test.each([
  ['refuses the bearer', 401],
  ['is not found', 404],
])('where the list %s and others answer, the checks judge', async (_, status) => {
  const { run, judged } = await both(admin(await serve(onlyPersons(status)), PERSON));
  expect(judged).toBe(true);
  expect(run.code, run.stderr).not.toBe(2);
});

test('an area that is not claimed is not asked', async () => {
  const { run, judged } = await both({ ...admin(await serve(onlyPersons(404)), PERSON), claims: ['person'] });
  expect(judged).toBe(true);
  expect(run.code, run.stderr).not.toBe(2);
});
