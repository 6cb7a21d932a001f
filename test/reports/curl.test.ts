import { execFile } from 'node:child_process';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCurl } from '../../reports/curl.ts';
import { quote, quoteBytes } from '../../reports/shell.ts';
import type { SentRequest } from '../../spec/vocabulary.ts';

const run = promisify(execFile);

interface Seen {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let server: Server;
let base: string;
let seen: Seen | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Runs the printed command in bash and returns what the server got. */
async function paste(request: SentRequest, env: Record<string, string> = {}): Promise<Seen> {
  seen = undefined;
  await run('bash', ['-c', toCurl(request)], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  if (seen === undefined) throw new Error('the server saw nothing');
  return seen;
}

describe('toCurl', () => {
  it('repeats method, target, fields and body to the byte', async () => {
    const request: SentRequest = {
      method: 'PUT',
      url: `${base}/api/a/../b/{x}?q=%00&r=it's+[1]&!history`,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Note', `"double" 'single' $HOME \`ls\``],
        ['X-Empty', ''],
      ],
      body: '{"name":"O\'Neil\\n $PATH !! \u202e\u200b é 😀"}\n',
    };
    const got = await paste(request);
    expect(got.method).toBe('PUT');
    expect(got.target).toBe("/api/a/../b/{x}?q=%00&r=it's+[1]&!history");
    expect(got.headers['content-type']).toBe('application/json');
    expect(got.headers['x-note']).toBe(`"double" 'single' $HOME \`ls\``);
    expect(got.headers['x-empty']).toBe('');
    expect(got.body.toString()).toBe(request.body);
  });

  it('repeats bodies that no shell word can hold', async () => {
    for (const bytes of [[0], [0x25, 0, 0x27, 0x5c, 0xff, 0x0a], [0x2d, 0x2d, 0], [0x40, 0xfe, 0x31, 0x0d, 0x0a]]) {
      const body = Buffer.from(bytes).toString('base64');
      const got = await paste({ method: 'POST', url: `${base}/`, headers: [], body, encoding: 'base64' });
      expect([...got.body]).toEqual(bytes);
      expect(got.headers['content-type']).toBeUndefined();
    }
    const got = await paste({
      method: 'PUT',
      url: `${base}/`,
      headers: [['Content-Type', 'text/plain']],
      body: '@/etc',
    });
    expect(got.body.toString()).toBe('@/etc');
  });

  it('quotes any text and any bytes for bash', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 30 }), 300).map((text) => text.replaceAll('\0', ''));
    const bytes = fc.sample(fc.uint8Array({ min: 1, maxLength: 30 }), 300);
    const script = `printf '%s\\0' ${texts.map(quote).join(' ')} ${bytes.map(quoteBytes).join(' ')}`;
    const { stdout } = await run('bash', ['-c', script], { encoding: 'buffer', maxBuffer: 1 << 20 });
    const wanted = [...texts.map((text) => Buffer.from(text)), ...bytes].flatMap((word) => [...word, 0]);
    expect(stdout.equals(Buffer.from(wanted))).toBe(true);
    expect(texts.map(quote).join('')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  });

  it('takes the bearer from the environment and keeps the scheme', async () => {
    const env = { CERTCONFORM_BEARER: 'one', CERTCONFORM_SECOND_BEARER: 'two' };
    for (const [recorded, sent] of [
      ['Bearer {{bearer}}', 'Bearer one'],
      ['bearer {{second}}', 'bearer two'],
      ['Basic {{bearer}}', 'Basic one'],
      ['{{bearer}}', 'one'],
      ['Bearer [redacted]', 'Bearer one'],
      ['Bearer {{bearer}} "$x"', 'Bearer one "$x"'],
      ['Bearer {{bearer|tampered}}', 'Bearer one-altered'],
    ] as const) {
      const got = await paste({ method: 'GET', url: `${base}/`, headers: [['Authorization', recorded]] }, env);
      expect(got.headers.authorization).toBe(sent);
    }
  });

  it('keeps a credential that was made up for the case', async () => {
    for (const value of ['Bearer', 'Bearer garbage', 'Basic Zm9vOmJhcg==']) {
      const got = await paste({ method: 'GET', url: `${base}/`, headers: [['Authorization', value]] });
      expect(got.headers.authorization).toBe(value);
    }
  });

  it('does not print what looks like a real token', () => {
    for (const token of ['eyJhbGciOi.eyJz.c2ln', 'x'.repeat(40)]) {
      const line = toCurl({ method: 'GET', url: `${base}/`, headers: [['Authorization', `Bearer ${token}`]] });
      expect(line).toContain(`"Authorization: Bearer \${CERTCONFORM_SECRET}"`);
      expect(line).not.toContain(token);
    }
  });

  it('takes login and password from the environment and has curl encode them', async () => {
    const request: SentRequest = {
      method: 'POST',
      url: `${base}/products/!AutoUpdateDCV`,
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: 'a=1&loginName=%7B%7BloginName%7D%7D&loginPassword=[redacted]&orderNumber=7&b=%00',
    };
    const got = await paste(request, { CERTCONFORM_LOGIN_NAME: 'me & you', CERTCONFORM_LOGIN_PASSWORD: 'p+w="%"' });
    const fields = new URLSearchParams(got.body.toString());
    expect(fields.get('loginName')).toBe('me & you');
    expect(fields.get('loginPassword')).toBe('p+w="%"');
    expect(got.body.toString()).toMatch(/^a=1&loginName=.*&orderNumber=7&b=%00$/);
  });

  it('shows no cookie, no key and no password of the URL', () => {
    const line = toCurl({
      method: 'GET',
      url: 'https://admin:hunter2@example.org/api?x=@1',
      headers: [
        ['Cookie', 'session=CANARY'],
        ['X-Api-Key', 'CANARY'],
        ['Proxy-Authorization', 'Basic CANARY'],
        ['X-Access-Token', 'CANARY'],
      ],
    });
    expect(line).not.toMatch(/CANARY|hunter2/);
    expect(line).toContain("'https://example.org/api?x=@1'");
  });
});
