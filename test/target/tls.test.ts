import { createSecureServer } from 'node:http2';
import { createServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { beforeAll, expect, test } from 'vitest';
import { createTarget, profileFrom } from '../../target/index.ts';
import { type Identity, identity, pem } from './support/certificates.ts';
import { listen, serve } from './support/servers.ts';
import { get, targetOf, temporaryFolder } from './support/targets.ts';

let authority: Identity;
let server: Identity;

beforeAll(async () => {
  authority = await identity({ names: ['test authority'], authority: true });
  server = await identity({ by: authority });
});

/** An HTTPS server that answers with the subject of the client's certificate. Returns its port. */
function serveTls(options: ServerOptions): Promise<number> {
  return listen(
    createServer(options, (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      response.end(`client ${subject?.CN ?? 'none'}`);
    }),
  );
}

test('an authority of the profile is trusted', async () => {
  const folder = temporaryFolder();
  const target = await targetOf(`https://127.0.0.1:${await serveTls(server)}`, {
    tls: { ca: pem(folder, 'ca.pem', authority.cert) },
  });
  expect((await target.send(get('/'))).response?.body).toBe('client none');
});

test.each([
  [
    'an authority that nobody named',
    async () => server,
    /authority of its certificate is not known; name the authority's file in tls\.ca/,
  ],
  [
    'a self-signed certificate',
    () => identity(),
    /self-signed; name it in tls\.ca, or on this machine set tls\.selfSigned: true/,
  ],
])('is refused with a remedy: %s', async (_, make, message) => {
  const target = await targetOf(`https://127.0.0.1:${await serveTls(await make())}`);
  const { error, response } = await target.send(get('/'));
  expect(error).toMatchObject({ kind: 'tls', message: expect.stringMatching(message) });
  expect(response).toBeUndefined();
});

test.each([
  ['an expired certificate', { notAfter: new Date(Date.now() - 3_600_000) }, /has expired/],
  ['a certificate of another host', { names: ['other.test'] }, /is for another host name; see tls\.servername/],
])('is refused though its authority is trusted: %s', async (_, wish, message) => {
  const folder = temporaryFolder();
  const port = await serveTls(await identity({ ...wish, by: authority }));
  const target = await targetOf(`https://127.0.0.1:${port}`, { tls: { ca: pem(folder, 'ca.pem', authority.cert) } });
  expect((await target.send(get('/'))).error).toMatchObject({ kind: 'tls', message: expect.stringMatching(message) });
});

test('selfSigned accepts any certificate of this machine', async () => {
  const target = await targetOf(`https://localhost:${await serveTls(await identity())}`, { tls: { selfSigned: true } });
  expect((await target.send(get('/'))).response?.status).toBe(200);
});

test('a server name of the profile is asked for and checked', async () => {
  const folder = temporaryFolder();
  const port = await serveTls(await identity({ names: ['admin.internal.test'], by: authority }));
  const tls = { ca: pem(folder, 'ca.pem', authority.cert), servername: 'admin.internal.test' };
  expect((await (await targetOf(`https://127.0.0.1:${port}`, { tls })).send(get('/'))).response?.status).toBe(200);
  const wrong = await targetOf(`https://127.0.0.1:${port}`, { tls: { ...tls, servername: 'else.test' } });
  expect((await wrong.send(get('/'))).error?.kind).toBe('tls');
});

test('a client certificate is shown to the target', async () => {
  const folder = temporaryFolder();
  const client = await identity({ names: ['qa-client'], by: authority });
  const port = await serveTls({ ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
  const ca = pem(folder, 'ca.pem', authority.cert);
  const tls = { ca, cert: pem(folder, 'client.pem', client.cert), key: pem(folder, 'client.key', client.key) };
  const target = await targetOf(`https://127.0.0.1:${port}`, { tls });
  expect((await target.send(get('/'))).response?.body).toBe('client qa-client');
  expect(target.redactor.finds(`oops ${client.key.split('\n')[1]}`)).toBe(true);
  const without = await targetOf(`https://127.0.0.1:${port}`, { tls: { ca } });
  expect((await without.send(get('/'))).response).toBeUndefined();
});

test('a port that does not speak TLS is told so', async () => {
  const url = await serve((_, response) => response.end());
  const target = await targetOf(url.replace('http:', 'https:'));
  expect((await target.send(get('/'))).error?.kind).toBe('tls');
});

test('a port that never finishes the TLS handshake is given up', async () => {
  const port = await listen(createTcpServer());
  const target = await targetOf(`https://127.0.0.1:${port}`, {
    limits: { timeout: { connect: '200ms', total: '3s' } },
  });
  const { error } = await target.send(get('/'));
  expect(error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('no connection came about') });
});

test.each([
  ['is preferred where the profile says so', true, '2.0'],
  ['is left alone where the profile says so', false, '1.1'],
])('HTTP/2 %s', async (_, http2, version) => {
  const folder = temporaryFolder();
  const secure = createSecureServer({ ...server, allowHTTP1: true }, (request, response) => {
    response.setHeader('X-Total-Count', '7');
    response.end(`${request.httpVersion} ${request.url} ${request.headers.authorization}`);
  });
  const target = await targetOf(`https://127.0.0.1:${await listen(secure)}/base`, {
    http2,
    tls: { ca: pem(folder, 'ca.pem', authority.cert) },
  });
  const exchanges = await Promise.all(Array.from({ length: 20 }, () => target.send(get('/!x/%2e%2e?a=b+c'))));
  for (const { response } of exchanges) {
    expect(response?.body).toBe(`${version} /base/!x/%2e%2e?a=b+c Bearer [redacted]`);
    expect(response?.headers.find(([name]) => name.toLowerCase() === 'x-total-count')?.[1]).toBe('7');
  }
});

test('a server that speaks nothing but HTTP/2 is understood by default', async () => {
  const folder = temporaryFolder();
  const port = await listen(createSecureServer(server, (_, response) => response.end('two')));
  const target = await targetOf(`https://127.0.0.1:${port}`, { tls: { ca: pem(folder, 'ca.pem', authority.cert) } });
  expect((await target.send(get('/'))).response?.body).toBe('two');
});

test.each([
  [
    'a missing file',
    (folder: string) => ({ ca: `${folder}/none.pem` }),
    /^tls\.ca: .*none\.pem cannot be read \(ENOENT\); name a PEM file\.$/,
  ],
  [
    'a file that is no PEM',
    (folder: string) => ({ cert: pem(folder, 'a', 'no'), key: pem(folder, 'b', 'no') }),
    /do not fit together/,
  ],
])('says what is wrong with the files: %s', async (_, make, message) => {
  const folder = temporaryFolder();
  const profile = profileFrom({ admin: { url: 'https://localhost:1' }, tls: make(folder) }, { env: {} });
  await expect(createTarget(profile, { runDirectory: folder })).rejects.toThrow(message);
});
