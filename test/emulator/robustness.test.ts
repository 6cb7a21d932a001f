import { createConnection } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/index.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import { ask, contractIn, emulatorIn, fixtures } from './support.ts';

let contract: Contract;
let emulators: readonly Emulator[];
beforeAll(async () => {
  contract = await contractIn('default');
  emulators = [await emulatorIn('default', { rateLimit: false }), await emulatorIn('alternate', { rateLimit: false })];
});
afterAll(() => Promise.all(emulators.map((one) => one.close())));

/** Sends bytes as they are and returns the status of the first answer. Rejects when the connection ends without one. */
function raw(emulator: Emulator, bytes: string | Buffer): Promise<number> {
  const { hostname, port } = new URL(emulator.adminUrl);
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    let text = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer in time')));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n/.exec(text)?.[1];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new Error(`closed without an answer: ${JSON.stringify(bytes.toString().slice(0, 80))}`)),
    );
  });
}

const nasty: readonly string[] = [
  '%00',
  '%0A%0D',
  '%FF%FE',
  '%C0%80',
  '%ED%A0%80',
  '%',
  '%2',
  '%zz',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '..%2F..',
  '%25',
  '+',
  "'--",
  '<x>',
  '[]',
  '{}',
  'a'.repeat(8192),
  '%41'.repeat(8192),
  '9'.repeat(400),
  '-',
  '1e400',
  'NaN',
  'null',
  '\u00ff\u00fe',
  '__proto__',
  'constructor',
];
const value = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary' }).map(encode), fc.integer().map(String));

/** Lone surrogates cannot be percent-encoded; they are taken out. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function pathOf(operation: Operation, good: boolean, odd: string): string {
  const fixture = fixtures(emulators[0] as Emulator, operation.entity ?? '')[0];
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (good ? String(fixture?.ids[name]) : odd));
}

/** Text for the request line: control characters and spaces cannot stand there. */
function printable(text: string): string {
  return [...text].filter((character) => character > ' ' && character < '\u007f').join('');
}

test('whatever the input, the answer is below 500', async () => {
  const body = fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc.constantFrom(
      '',
      '{',
      'null',
      '"\\ud800"',
      '{"__proto__":{"x":1},"name":null}',
      `${'['.repeat(10_000)}`,
      `{"a":`.repeat(10_000),
      '\u0000',
      '1e999',
    ),
    fc
      .dictionary(
        fc.constantFrom('name', 'details', 'type', 'sslId', 'comments', '__proto__', 'certBucketId', 'time'),
        fc.jsonValue(),
      )
      .map((one) => JSON.stringify(one)),
    fc.string({ unit: 'binary' }),
  );
  const type = fc.constantFrom(
    'application/json',
    'application/xml',
    'text/plain',
    'application/json; charset=utf-16',
    ';;',
    'application/x-www-form-urlencoded',
  );
  const requests = fc.record({
    index: fc.nat(contract.operations.length - 1),
    good: fc.boolean(),
    odd: value,
    query: fc.array(fc.tuple(fc.nat(40), value), { maxLength: 6 }),
    body,
    type,
    which: fc.nat(1),
    token: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(requests, async (one) => {
      const operation = contract.operations[one.index] as Operation;
      const emulator = emulators[one.which] as Emulator;
      const names = operation.parameters.map((parameter) => parameter.name);
      const query = one.query.map(([at, text]) => `${names[at] ?? `x${at}`}=${text}`).join('&');
      const target = printable(`${pathOf(operation, one.good, one.odd)}${query === '' ? '' : `?${query}`}`);
      const content = operation.method === 'GET' ? Buffer.alloc(0) : Buffer.from(one.body, 'utf8');
      const head = [
        `${operation.method} ${target} HTTP/1.1`,
        'Host: localhost',
        ...(one.token ? [`Authorization: Bearer ${emulator.credentials.bearer}`] : []),
        `Content-Type: ${one.type}`,
        `Content-Length: ${content.length}`,
      ];
      const status = await raw(
        emulator,
        Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), content]),
      );
      expect(status, `${operation.id} ${target.slice(0, 200)}`).toBeLessThan(500);
    }),
    { numRuns: 1500, seed: 7 },
  );
});

test('hundreds of parameters, long values, large headers and bodies', async () => {
  for (const emulator of emulators) {
    const many = Array.from({ length: 800 }, (_, i) => `p${i}=${i}`).join('&');
    const repeated = Array.from({ length: 500 }, () => 'size=1').join('&');
    for (const query of [many, repeated, `commonName=${'%F0%9F%98%80'.repeat(8192)}`, `${'n'.repeat(60_000)}=1`]) {
      expect((await ask(emulator, 'GET', `/api/ssl/v2?${query}`)).status).toBeLessThan(500);
    }
    expect((await ask(emulator, 'GET', '/api/ssl/v2', { headers: { 'x-big': 'v'.repeat(100_000) } })).status).toBe(200);
    const huge = JSON.stringify({ firstName: 'x'.repeat(9_000_000) });
    expect((await ask(emulator, 'PUT', '/api/person/v2/4011', { body: huge })).status).toBe(413);
  }
});

test('what is not HTTP as it should be is answered and not dropped', async () => {
  const [emulator] = emulators as [Emulator];
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    'GET /api/ssl/v2 HTTP/1.1\r\nBad Header\r\n\r\n',
    'GET /api/ssl/v2?a=\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
    'BREW /api/ssl/v2 HTTP/1.1\r\nHost: x\r\n\r\n',
    'CONNECT host:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/ssl/v2 HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
    'GET /api/ssl/v2 HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/ssl/v2 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    `GET /${'a'.repeat(2_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]) {
    const status = await raw(emulator, bytes);
    expect(status, bytes.slice(0, 60)).toBeGreaterThanOrEqual(400);
    expect(status, bytes.slice(0, 60)).toBeLessThan(500);
  }
});

test('the absolute form of a target names the same operation', async () => {
  const [emulator] = emulators as [Emulator];
  expect(await raw(emulator, 'GET http://other/api/ssl/v2 HTTP/1.1\r\nHost: x\r\n\r\n')).toBe(401);
});

test('a client that goes away in mid-body leaves the emulator well', async () => {
  const [emulator] = emulators as [Emulator];
  const { hostname, port } = new URL(emulator.adminUrl);
  await new Promise<void>((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) }, () => {
      socket.write('PUT /api/person/v2/4011 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"a"', () =>
        socket.destroy(),
      );
    });
    socket.on('close', () => resolve());
  });
  expect((await ask(emulator, 'GET', '/api/person/v2/4011')).status).toBe(200);
});
