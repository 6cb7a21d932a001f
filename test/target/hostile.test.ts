/** Servers that break the rules: each ends in a truthful error of its kind, in bounded time, and never in a response. */
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { TransportErrorKind } from '../../spec/vocabulary.ts';
import { listen, serve, serveBytes } from './support/servers.ts';
import { get, targetOf } from './support/targets.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
type Answer = Parameters<typeof serveBytes>[0];

/** Goes on until the other end has had enough. */
function every(socket: Socket, milliseconds: number, text: string): void {
  const timer = setInterval(() => socket.write(text), milliseconds);
  socket.on('close', () => clearInterval(timer));
}

const faults: readonly (readonly [name: string, answer: Answer, kind: TransportErrorKind, message: RegExp])[] = [
  ['closes without a word', (socket) => socket.end(), 'reset', /before a response came/],
  ['resets at once', (socket) => socket.resetAndDestroy(), 'reset', /before a response came/],
  [
    'resets in mid-body',
    (socket) =>
      socket.write(`${OK}Content-Length: 100\r\n\r\n{"half":`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    'reset',
    /in the middle of the response after status 200 and 8 bytes/,
  ],
  [
    'ends a chunked body early',
    (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n`),
    'reset',
    /in the middle of the response after status 200 and 5 bytes/,
  ],
  [
    'announces more than it sends',
    (socket) => socket.end(`${OK}Content-Length: 100\r\n\r\n{}`),
    'reset',
    /in the middle of the response after status 200 and 2 bytes/,
  ],
  ['hangs before the header', () => undefined, 'timeout', /no response began/],
  ['hangs in the middle of the header', (socket) => socket.write(OK), 'timeout', /no response began/],
  [
    'hangs in mid-body',
    (socket) => socket.write(`${OK}Content-Length: 100\r\n\r\n{"a`),
    'timeout',
    /body stopped.* after status 200 and 3 bytes/,
  ],
  [
    'drips bytes for ever',
    (socket) => {
      socket.write(`${OK}Content-Length: 100000\r\n\r\n`);
      every(socket, 40, 'x');
    },
    'timeout',
    /did not end within .* status 200/,
  ],
  [
    'drips its header for ever',
    (socket) => {
      socket.write(`${OK}X-Long: `);
      every(socket, 40, 'x');
    },
    'timeout',
    /no response began within/,
  ],
  [
    'has no end of header fields',
    (socket) => {
      socket.write(OK);
      every(socket, 1, `X-Field: ${'x'.repeat(8000)}\r\n`);
    },
    'too-large',
    /header of the response/,
  ],
  [
    'drips its trailer for ever',
    (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`);
      every(socket, 40, 'X-More: x\r\n');
    },
    'timeout',
    /body stopped.* after status 200 and 2 bytes/,
  ],
  [
    'sends empty chunk extensions for ever',
    (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n2;x=`);
      every(socket, 20, 'y'.repeat(100));
    },
    'timeout',
    /body stopped|did not end/,
  ],
  ['answers as HTTP/0.9 would', (socket) => socket.end('<html>hello</html>\n'), 'protocol', /breaks the rules of HTTP/],
  [
    'answers garbage',
    (socket) => socket.end(Buffer.from([0, 255, 13, 10, 1, 2, 3, 13, 10, 13, 10])),
    'protocol',
    /breaks the rules of HTTP/,
  ],
  [
    'gives two different Content-Lengths',
    (socket) => socket.end(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`),
    'protocol',
    /breaks the rules/,
  ],
  [
    'switches protocols unasked',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    'protocol',
    /switched protocols/,
  ],
  [
    'continues unasked',
    (socket) => socket.end(`HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\n{}`),
    'protocol',
    /100 Continue/,
  ],
  [
    'sends a header of a megabyte',
    (socket) => socket.end(`${OK}X-Big: ${'x'.repeat(1024 * 1024)}\r\nContent-Length: 2\r\n\r\n{}`),
    'too-large',
    /header of the response/,
  ],
  [
    'sends interim responses for ever, in no time',
    (socket) => every(socket, 1, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)),
    'timeout',
    /more than 100 interim responses \(1xx\) and no final one/,
  ],
  [
    'sends interim responses for ever, now and then',
    (socket) => every(socket, 50, 'HTTP/1.1 102 Processing\r\n\r\n'),
    'timeout',
    /no final response began within 0\.3 s, but \d interim ones \(1xx\)/,
  ],
];

describe('a server that', () => {
  test.each(faults)('%s', async (_, answer, kind, message) => {
    const target = await targetOf(await serveBytes(answer), {
      limits: { timeout: { connect: '500ms', headers: '300ms', body: '300ms', total: '700ms' } },
    });
    const exchange = await target.send({ service: 'admin', method: 'PUT', target: '/api/x', body: '{}' });
    expect(exchange.error).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(exchange.response).toBeUndefined();
  });

  test('refuses connections', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const target = await targetOf(`http://127.0.0.1:${port}`);
    const { error } = await target.send(get('/'));
    expect(error).toEqual({
      kind: 'refused',
      message: `Nothing accepts connections at 127.0.0.1:${port} (ECONNREFUSED).`,
    });
  });

  test('has a name that does not exist', async () => {
    const target = await targetOf('http://no-such-host.invalid');
    expect((await target.send(get('/'))).error?.kind).toBe('dns');
  });
});

test('a body that stops is given up after the time for a body, not that for a header', async () => {
  const url = await serveBytes((socket) => socket.write(`${OK}Content-Length: 100\r\n\r\n{"a`));
  const target = await targetOf(url, { limits: { timeout: { headers: '9s', body: '200ms', total: '3s' } } });
  const { error } = await target.send(get('/'));
  expect(error?.message).toMatch(/the body stopped for 0\.2 s after status 200 and 3 bytes/);
});

describe('a body beyond the limit', () => {
  const limits = { maxBodyBytes: 4096 };

  test('is cut, marked and an error, though the server would go on for ever', async () => {
    const url = await serveBytes((socket) => {
      socket.write(`${OK}Content-Length: 1000000000000\r\n\r\n`);
      const more = (): void => {
        while (!socket.destroyed && socket.write('a'.repeat(65_536)));
      };
      socket.on('drain', more);
      more();
    });
    const target = await targetOf(url, { limits });
    const { response, error } = await target.send(get('/'));
    expect(error?.kind).toBe('too-large');
    expect(response).toMatchObject({ status: 200, truncated: true, body: 'a'.repeat(4096) });
  });

  test('counts after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(3_000_000, 'b'));
    expect(bomb.length).toBeLessThan(limits.maxBodyBytes);
    const url = await serve((_, response) => response.setHeader('Content-Encoding', 'gzip').end(bomb));
    const target = await targetOf(url, { limits });
    const { response, error } = await target.send(get('/'));
    expect(error?.kind).toBe('too-large');
    expect(response).toMatchObject({ truncated: true, body: 'b'.repeat(4096), bytes: bomb.length });
  });

  test('counts after each of several compressions', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(3_000_000, 'b')));
    const url = await serve((_, response) => response.setHeader('Content-Encoding', 'gzip, gzip').end(bomb));
    const target = await targetOf(url, { limits });
    const { response, error } = await target.send(get('/'));
    expect(error?.kind).toBe('too-large');
    expect(response).toMatchObject({ truncated: true, body: 'b'.repeat(4096), bytes: bomb.length });
  });

  test('is also one that is nested too deep, whatever stands in its strings', async () => {
    const url = await serve((request, response) => {
      const [, sort = '', levels = ''] = (request.url ?? '').split('/');
      const depth = Number(levels);
      const texts: Readonly<Record<string, string>> = {
        lists: '['.repeat(depth) + ']'.repeat(depth),
        objects: '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
        text: JSON.stringify([`\\" ${'['.repeat(depth)}`]),
        wide: `[${'[],{},'.repeat(depth)}1]`,
        page: '<p>' + '['.repeat(depth),
      };
      response.end(texts[sort]);
    });
    const target = await targetOf(url);
    const read = async (path: string): Promise<string | undefined> => (await target.send(get(path))).error?.message;
    for (const path of ['/lists/500', '/objects/500', '/text/900', '/wide/900', '/page/900'])
      expect(await read(path), path).toBeUndefined();
    for (const path of ['/lists/501', '/objects/200000'])
      expect(await read(path), path).toMatch(/^The JSON from \S+ is nested more than 500 levels deep/);
  });

  test('a body of just the limit is whole', async () => {
    const url = await serve((_, response) => response.end('c'.repeat(4096)));
    const target = await targetOf(url, { limits });
    const exchange = await target.send(get('/'));
    expect(exchange.error).toBeUndefined();
    expect(exchange.response).toMatchObject({ body: 'c'.repeat(4096), bytes: 4096 });
    expect(exchange.response?.truncated).toBeUndefined();
  });
});

describe('a body', () => {
  test.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    // Many servers have sent it so, though RFC 9110 (8.4.1.2) wants it wrapped.
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
    ['deflate, gzip', (text: string) => gzipSync(deflateSync(text))],
  ] as const)('that came compressed is read as what it means: %s', async (coding, pack) => {
    const url = await serve((_, response) => response.setHeader('Content-Encoding', coding).end(pack('{"a":1}')));
    const { response } = await (await targetOf(url)).send(get('/'));
    expect(response).toMatchObject({ body: '{"a":1}', encoding: 'utf8' });
  });

  test.each([
    ['gzip', '{"a":1}'],
    ['deflate', '{"a":1}'],
    ['of our own', '{"a":1}'],
    ['gzip, gzip', gzipSync('{"a":1}')],
    ['gzip', gzipSync('{"a":1}').subarray(0, 20)],
  ] as const)('that does not unpack is kept as it came: %s', async (coding, body) => {
    const url = await serve((_, response) => response.setHeader('Content-Encoding', coding).end(body));
    const { response } = await (await targetOf(url)).send(get('/'));
    const text = typeof body === 'string' ? body : body.toString('base64');
    expect(response).toMatchObject({ body: text, encoding: typeof body === 'string' ? 'utf8' : 'base64' });
  });

  test('that is not UTF-8 is kept as base64', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    const url = await serve((_, response) => response.end(bytes));
    const { response } = await (await targetOf(url)).send(get('/'));
    expect(response).toMatchObject({ body: bytes.toString('base64'), encoding: 'base64', bytes: 4 });
  });

  test('may be empty', async () => {
    const url = await serve((_, response) => response.writeHead(204).end());
    const { response } = await (await targetOf(url)).send(get('/'));
    expect(response).toMatchObject({ status: 204, body: '', bytes: 0 });
  });
});

test('many interim responses are passed over, as long as the final one comes in its time', async () => {
  const url = await serveBytes((socket) =>
    socket.end(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)}${OK}Content-Length: 2\r\n\r\n{}`),
  );
  const { response } = await (await targetOf(url)).send(get('/'));
  expect(response).toMatchObject({ status: 200, body: '{}' });
});

test('a few interim responses are passed over', async () => {
  const url = await serveBytes((socket) =>
    socket.end(
      `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${OK}Content-Length: 2\r\n\r\n{}`,
    ),
  );
  const { response } = await (await targetOf(url)).send(get('/'));
  expect(response).toMatchObject({ status: 200, body: '{}' });
});

test('a caller can cancel', async () => {
  const url = await serveBytes(() => undefined);
  const target = await targetOf(url);
  const controller = new AbortController();
  const sent = target.send(get('/'), { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  expect((await sent).error?.kind).toBe('cancelled');
  expect((await target.send(get('/'), { signal: controller.signal })).error?.kind).toBe('cancelled');
});

test('closing ends what is under way and what waits, and nothing is sent afterwards', async () => {
  let arrived = 0;
  const url = await serveBytes(() => {
    arrived += 1;
  });
  const target = await targetOf(url, { limits: { concurrency: 1 } });
  const sent = [target.send(get('/')), target.send(get('/'))];
  await expect.poll(() => arrived).toBe(1);
  await target.close();
  const kinds = (await Promise.all([...sent, target.send(get('/'))])).map(({ error }) => error?.kind);
  expect(kinds).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(arrived).toBe(1);
});

test('a stopped run sends nothing any more but what puts things back', async () => {
  const arrived: string[] = [];
  let answer = (): void => undefined;
  const url = await serve((request, response) => {
    request.resume();
    arrived.push(`${request.method} ${request.url}`);
    if (request.url === '/slow') answer = () => response.end('done');
    else if (request.url !== '/hangs') response.end('ok');
  });
  const stop = new AbortController();
  const target = await targetOf(url, { limits: { concurrency: 2 } }, { stop: stop.signal });
  const change = target.send({ service: 'admin', method: 'PUT', target: '/slow', body: '{}' });
  const read = target.send(get('/hangs'));
  const queued = target.send(get('/queued'));
  await expect.poll(() => arrived.length).toBe(2);
  stop.abort();
  expect((await read).error?.kind).toBe('cancelled');
  expect((await queued).error?.kind).toBe('cancelled');
  expect((await target.send({ service: 'admin', method: 'PUT', target: '/late' })).error?.kind).toBe('cancelled');
  answer();
  expect((await change).response?.body).toBe('done');
  expect((await target.send(get('/back'), { restoring: true })).response?.body).toBe('ok');
  expect(arrived.sort()).toEqual(['GET /back', 'GET /hangs', 'PUT /slow']);
});

test('a target that never answers does not hold up every request: only probes are sent, until it is back', async () => {
  let alive = false;
  let arrived = 0;
  const url = await serveBytes((socket) => {
    arrived += 1;
    if (alive) socket.end(`${OK}Content-Length: 2\r\nConnection: close\r\n\r\n{}`);
  });
  const target = await targetOf(url, { limits: { concurrency: 4, timeout: { headers: '100ms', total: '150ms' } } });
  const request = { service: 'admin', method: 'PUT', target: '/' } as const;
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => target.send(request)));
  expect(outcomes.every((exchange) => exchange.error?.kind === 'timeout')).toBe(true);
  expect(arrived).toBeLessThan(25);
  expect(outcomes.at(-1)?.error?.message).toMatch(/^Not sent: the last \d+ requests got no answer/);
  alive = true;
  await expect.poll(async () => (await target.send(request)).response?.status).toBe(200);
  const after = await Promise.all(Array.from({ length: 8 }, () => target.send(request)));
  expect(after.every((exchange) => exchange.response?.status === 200)).toBe(true);
});
