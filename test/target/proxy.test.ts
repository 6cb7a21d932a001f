import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { identity, pem } from './support/certificates.ts';
import { listen, serve } from './support/servers.ts';
import { get, TOKEN, targetOf, temporaryFolder } from './support/targets.ts';

interface Seen {
  readonly line: string;
  readonly authorization: string | undefined;
}

/** A proxy that forwards and tunnels. With `password` it wants user `me` and that password. */
async function startProxy(password?: string): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const wanted = password === undefined ? undefined : `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const authorization = request.headers['proxy-authorization'];
    seen.push({ line: `${request.method} ${request.url}`, authorization });
    if (wanted !== undefined && authorization !== wanted) return response.writeHead(407).end();
    return response.end(JSON.stringify(request.rawHeaders));
  });
  server.on('connect', (request, socket, head) => {
    const authorization = request.headers['proxy-authorization'];
    seen.push({ line: `CONNECT ${request.url}`, authorization });
    socket.on('error', () => undefined);
    if (wanted !== undefined && authorization !== wanted)
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    return undefined;
  });
  return { url: `127.0.0.1:${await listen(server)}`, seen };
}

test('requests over plain HTTP are forwarded, to the byte and with repeated fields', async () => {
  const proxy = await startProxy();
  const target = await targetOf('http://target.invalid:8080/base', { proxy: `http://${proxy.url}` });
  const headers = [
    ['X-Twice', 'a'],
    ['X-Twice', 'b'],
  ] as const;
  const { response } = await target.send(get('/!x/%2e%2e?a=b+c', { headers }));
  expect(proxy.seen[0]?.line).toBe('GET http://target.invalid:8080/base/!x/%2e%2e?a=b+c');
  expect(response?.body).toContain('"X-Twice","a","X-Twice","b"');
});

test('TLS goes through a tunnel, in which the proxy sees neither token nor path', async () => {
  const folder = temporaryFolder();
  const own = await identity();
  const port = await listen(
    createTlsServer(own, (request, response) =>
      response.end(`${request.url} ${request.headers.authorization === `Bearer ${TOKEN}`}`),
    ),
  );
  const proxy = await startProxy('pass:word/1');
  const target = await targetOf(`https://127.0.0.1:${port}`, {
    proxy: `http://me:${encodeURIComponent('pass:word/1')}@${proxy.url}`,
    tls: { ca: pem(folder, 'ca.pem', own.cert) },
  });
  const exchange = await target.send(get('/secret-path'));
  expect(exchange.response?.body).toBe('/secret-path true');
  expect(proxy.seen.map(({ line }) => line)).toEqual([`CONNECT 127.0.0.1:${port}`]);
  expect(proxy.seen[0]?.authorization).toBe(`Basic ${Buffer.from('me:pass:word/1').toString('base64')}`);
  expect(target.redactor.finds(`Basic ${Buffer.from('me:pass:word/1').toString('base64')}`)).toBe(true);
});

test.each([
  ['forwarding', 'http://target.invalid'],
  ['tunnelling', 'https://target.invalid'],
])('a proxy that wants a password is told apart from the target: %s', async (_, url) => {
  const proxy = await startProxy('needed');
  const target = await targetOf(url, { proxy: `http://${proxy.url}` });
  const { error, response } = await target.send(get('/'));
  expect(error).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/^The proxy did not pass the request on to target\.invalid: .*407/),
  });
  expect(response).toBeUndefined();
});

test('a proxy that is not there is an error, not a detour', async () => {
  let direct = 0;
  const url = await serve((_, response) => {
    direct += 1;
    response.end();
  });
  const target = await targetOf(url, { proxy: 'http://127.0.0.1:9' });
  expect((await target.send(get('/'))).error?.kind).toBe('refused');
  expect(direct).toBe(0);
});
