/** Servers that break the rules: each ends in a truthful error of its kind, in bounded time, and never in a response. */
import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { TransportErrorKind } from '../../spec/vocabulary.ts';
import { listen, serveBytes } from './support/servers.ts';
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
