import { describe, expect, test } from 'vitest';
import { tampered } from '../../target/client/alterations.ts';
import { UnsendableRequest } from '../../target/index.ts';
import { packageVersion } from '../../target/package.ts';
import { serve, serveBytes } from './support/servers.ts';
import { get, TOKEN, targetOf } from './support/targets.ts';

/** A server that answers every request on a connection of its own with what it received. */
async function recorder(): Promise<{ url: string; heads: string[] }> {
  const heads: string[] = [];
  const url = await serveBytes((socket, head) => {
    heads.push(head);
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
  });
  return { url, heads };
}

/** The bytes of a text, one character each: how a request line looks on the wire. */
const wire = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

test.each([
  ['an exclamation mark', '/products/!getPostPaymentStatus'],
  ['dot segments', '/api/../admin/./v1/%2e%2e/%2E%2E/1'],
  ['plus and percent-encoded space', '/api/ssl/v2?commonName=a+b%20c'],
  ['invalid percent escapes', '/api/ssl/v2?commonName=%zz&x=%&y=%4'],
  ['text beyond ASCII', '/api/ssl/v2?commonName=é€😀'],
  ['characters that URLs reserve', '/a{b}|"<>\\^`~[]?x=#frag'],
  ['doubled slashes', '//other.example//x'],
  ['repeated parameters and empty values', '/api/ssl/v2?size=1&size=2&x=&y'],
])('sends %s to the byte', async (_, path) => {
  const { url, heads } = await recorder();
  const target = await targetOf(`${url}/base`);
  const exchange = await target.send(get(path));
  expect(heads[0]?.split('\r\n')[0]).toBe(`GET ${wire(`/base${path}`)} HTTP/1.1`);
  expect(exchange.request.url).toBe(`${url}/base${path}`);
  expect(target.url(get(path))).toBe(`${url}/base${path}`);
});

test.each([
  ['a space in the path', get('/a b')],
  ['a line break in the path', get('/a\nb')],
  ['a path without a slash', get('api')],
  ['a line break in a header', get('/', { headers: [['X', 'a\r\nInjected: b']] })],
  ['a transfer encoding of its own', get('/', { headers: [['Transfer-Encoding', 'chunked']] })],
  [
    'a wrong Content-Length',
    { ...get('/'), method: 'PUT' as const, body: 'abc', headers: [['Content-Length', '7']] as const },
  ],
])('says that it cannot send %s', async (_, request) => {
  const { url, heads } = await recorder();
  const target = await targetOf(url);
  await expect(target.send(request)).rejects.toThrow(UnsendableRequest);
  expect(heads).toEqual([]);
});

test('sends repeated header fields in order, the check and its own name, and records them without the token', async () => {
  const { url, heads } = await recorder();
  const target = await targetOf(url);
  const headers = [
    ['X-Twice', 'a'],
    ['x-twice', 'b'],
    ['X-Twice', 'ü'],
  ] as const;
  const { request } = await target.send(get('/x', { headers, check: 'ssl.list.success' }));
  expect(heads[0]).toContain(`X-Twice: a\r\nx-twice: b\r\nX-Twice: ${wire('ü')}\r\n`);
  expect(heads[0]).toContain('X-Conformance-Check: ssl.list.success\r\n');
  expect(heads[0]).toContain(`User-Agent: certconform/${packageVersion}\r\n`);
  expect(heads[0]).toContain(`Authorization: Bearer ${TOKEN}\r\n`);
  expect(request.headers).toContainEqual(['Authorization', 'Bearer {{bearer}}']);
  expect(JSON.stringify(request)).not.toContain(TOKEN);
});

test.each([
  ['another name', 'X-Trace', /^X-Trace: a\.b\r?$/m],
  ['none', false, undefined],
])('names the check in the header that the profile wants: %s', async (_, checkHeader, wanted) => {
  const { url, heads } = await recorder();
  const target = await targetOf(url, { checkHeader });
  await target.send(get('/', { check: 'a.b' }));
  if (wanted === undefined) expect(heads[0]).not.toContain('a.b');
  else expect(heads[0]).toMatch(wanted);
});

test.each([
  ['none', 'none', undefined],
  ['a raw value', { raw: 'Basic abc' }, 'Basic abc'],
  ['the token under another scheme', { raw: 'Basic {{bearer}}' }, `Basic ${TOKEN}`],
  ['the second administrator', 'second', 'Bearer second-token-9876543210'],
  ['a token that has expired', 'expired', 'Bearer expired-token-9876543210'],
  ['a token of another signer, without a scheme', { raw: '{{forged}}' }, 'forged-token-9876543210'],
] as const)('sends the credential that is asked for: %s', async (_, credential, wanted) => {
  const { url, heads } = await recorder();
  const target = await targetOf(url, {
    admin: {
      url,
      bearer: TOKEN,
      second: { bearer: 'second-token-9876543210' },
      expired: 'expired-token-9876543210',
      forged: 'forged-token-9876543210',
    },
  });
  const exchange = await target.send(get('/', { credential }));
  expect(/^authorization: (.*)\r$/im.exec(heads[0] ?? '')?.[1]).toBe(wanted);
  expect(JSON.stringify(exchange)).not.toMatch(/(primary|second|expired|forged)-token/);
});

test('a tampered token has the form of the real one, is another one, and is not recorded either', async () => {
  const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJlLW9mLXRva2Vu';
  const url = await serve((request, response) => response.end(`you sent ${request.headers.authorization}`));
  const target = await targetOf(url, { admin: { url, bearer: jwt } });
  const exchange = await target.send(get('/', { credential: 'tampered' }));
  expect(exchange.response?.body).toBe('you sent Bearer [redacted]');
  expect(exchange.request.headers).toContainEqual(['Authorization', 'Bearer {{bearer|tampered}}']);
  expect(tampered(jwt)).not.toBe(jwt);
  expect(
    tampered(jwt)
      .split('.')
      .map((part) => part.length),
  ).toEqual(jwt.split('.').map((part) => part.length));
  expect(tampered(jwt).split('.').slice(0, 2)).toEqual(jwt.split('.').slice(0, 2));
});

describe('a token made from the real one', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ sub: 'me', role: 'MRAO' });
  const jwt = `${part({ alg: 'HS256' })}.${claims}.c2lnbmF0dXJlLW9mLXRva2Vu`;

  test.each([
    ['extended', `${jwt}conformance`],
    ['shortened', jwt.slice(0, -11)],
    ['lowercase', jwt.replace(/[^.]*$/, (signature) => signature.toLowerCase())],
    ['unsigned', `${part({ alg: 'none' })}.${claims}.`],
  ] as const)('%s goes out, and is written nowhere', async (credential, wanted) => {
    const { url, heads } = await recorder();
    const target = await targetOf(url, { admin: { url, bearer: jwt } });
    const exchange = await target.send(get('/', { credential }));
    expect(/^authorization: (.*)\r$/im.exec(heads[0] ?? '')?.[1]).toBe(`Bearer ${wanted}`);
    expect(exchange.request.headers).toContainEqual(['Authorization', `Bearer {{bearer|${credential}}}`]);
    const echo = await serve((request, response) => {
      const sent = request.headers.authorization ?? '';
      response.end(`${sent} ${Buffer.from(sent).toString('base64')} ${encodeURIComponent(sent)}`);
    });
    const told = await (await targetOf(echo, { admin: { url: echo, bearer: jwt } })).send(get('/', { credential }));
    expect(told.response?.body).toContain('[redacted]');
    const encoded = Buffer.from(`Bearer ${wanted}`).toString('base64');
    for (const piece of [claims, encoded.slice(24, 60)]) expect(JSON.stringify(told)).not.toContain(piece);
  });

  test.each([
    ['lowercase', 'opaque-token-0123456789'],
    ['lowercase', '0F1E2D3C4B5A69788796A5B4C3D2E1F0'],
    ['lowercase', 'Head.Claims.0f1e2d3c4b5a'],
    ['unsigned', 'Opaque-Token-0123456789'],
    ['unsigned', 'three.opaque.parts-0123456789'],
  ] as const)('%s cannot be made of %s', async (credential, bearer) => {
    const { url, heads } = await recorder();
    const target = await targetOf(url, { admin: { url, bearer } });
    await expect(target.send(get('/', { credential }))).rejects.toThrow(UnsendableRequest);
    expect(heads).toEqual([]);
  });
});

test('an Authorization field of the request itself is the only one', async () => {
  const { url, heads } = await recorder();
  const target = await targetOf(url);
  await target.send(get('/', { headers: [['authorization', 'Digest x']] }));
  expect(heads[0]?.match(/^authorization:.*$/gim)).toEqual(['authorization: Digest x']);
});

test('speaks to IPv6 addresses', async ({ skip }) => {
  const { createServer } = await import('node:http');
  const { listen } = await import('./support/servers.ts');
  const server = createServer((_, response) => response.end('six'));
  const port = await listen(server, '::1').catch(() => undefined);
  if (port === undefined) skip('this machine has no IPv6 loopback');
  const target = await targetOf(`http://[::1]:${port}`);
  expect((await target.send(get('/'))).response?.body).toBe('six');
});

test('does not follow redirects, so that no credential goes to another origin', async () => {
  const elsewhere: string[] = [];
  const other = await serve((request, response) => {
    elsewhere.push(request.headers.authorization ?? '');
    response.end();
  });
  const url = await serve((_, response) => response.writeHead(307, { location: `${other}/stolen` }).end());
  const target = await targetOf(url);
  const exchange = await target.send(get('/'));
  expect(exchange.response?.status).toBe(307);
  expect(elsewhere).toEqual([]);
});
