/** Bodies of answers: too large, too deep, packed, cut off, or no text. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serve, serveBytes } from './support/servers.ts';
import { get, targetOf } from './support/targets.ts';

describe('a body beyond the limit', () => {
  const limits = { maxBodyBytes: 4096 };

  test('is cut, marked and an error, though the server would go on for ever', async () => {
    const url = await serveBytes((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n`);
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
    expect(response).not.toHaveProperty('miscoded');
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
    // Of a coding that nobody knows nothing is said.
    expect(response?.miscoded).toBe(coding === 'of our own' ? undefined : true);
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
