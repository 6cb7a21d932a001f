import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, MARK, scan } from '../../target/index.ts';
import { temporaryFolder } from './support/targets.ts';

const b64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const upperHex = (text: string): string => text.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase());
const lowerHex = (text: string): string => text.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toLowerCase());

/** How the world writes a secret down, made by other means than the redactor's own. */
const encodings: readonly (readonly [name: string, encode: (secret: string) => string])[] = [
  ['plain', (s) => s],
  ['URL-encoded', encodeURIComponent],
  ['URL-encoded in lower-case hex', (s) => lowerHex(encodeURIComponent(s))],
  ['URL-encoded in upper-case hex', (s) => upperHex(encodeURIComponent(s))],
  ['form-encoded', (s) => new URLSearchParams({ s }).toString().slice(2)],
  [
    'set as a query by the URL class',
    (s) => Object.assign(new URL('http://h/'), { search: `?${encodeURIComponent(s)}` }).search.slice(1),
  ],
  [
    'every byte percent-encoded',
    (s) => [...Buffer.from(s)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  ],
  ['in JSON', (s) => JSON.stringify(s).slice(1, -1)],
  ['in JSON within JSON', (s) => JSON.stringify(JSON.stringify(s).slice(1, -1)).slice(1, -1)],
  ['in JSON with escaped slashes', (s) => JSON.stringify(s).slice(1, -1).replaceAll('/', '\\/')],
  [
    'as unicode escapes',
    (s) =>
      s
        .split('')
        .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
  ],
  [
    'in HTML',
    (s) => s.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? '&#39;'),
  ],
  ['in a shell line', (s) => s.replaceAll("'", "'\\''")],
  ['as the bytes of UTF-8 read as Latin-1', (s) => Buffer.from(s, 'utf8').toString('latin1')],
];

/** Secrets as people have them: long enough to be told from other text, with awkward characters. */
const secrets = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...'abcXYZ0189-_.~ +/%&=?"\'\\<>:@é€😀'),
      fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }),
    ),
    minLength: 8,
    maxLength: 40,
  })
  .filter((s) => s.trim() === s && /[A-Za-z0-9].*[A-Za-z0-9].*[A-Za-z0-9]/.test(s));

describe('a secret is taken out of text', () => {
  test.each(encodings)('%s', (_, encode) => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const encoded = encode(secret);
        const clean = createRedactor([secret]).redact(`${before} ${encoded} ${after}`);
        expect(clean).toContain(MARK);
        expect(clean.toLowerCase()).not.toContain(` ${encoded.toLowerCase()} `);
      }),
    );
  });

  test('within base64, wherever it begins in what was encoded', () => {
    const prefixes = ['', 'a', 'ab', 'user:', 'a longer user name:', '{"token":"'];
    fc.assert(
      fc.property(secrets, fc.constantFrom(...prefixes), fc.string(), (secret, prefix, suffix) => {
        const redactor = createRedactor([secret]);
        for (const encoded of [
          b64(prefix + secret + suffix),
          Buffer.from(prefix + secret + suffix).toString('base64url'),
        ]) {
          const clean = redactor.redact(`Basic ${encoded}`);
          expect(clean).toContain(MARK);
          // What is left of the base64 does not hold the secret any more.
          const left = clean
            .slice(6)
            .split(MARK)
            .map((part) => Buffer.from(part, 'base64').toString('utf8'));
          expect(left.some((part) => part.includes(secret))).toBe(false);
        }
      }),
    );
  });
});

test.each(['', 'a', 'ab', 'abc'])(
  'what looks like a short secret inside base64 behind "%s" is none unless it stands there',
  (before) => {
    const redactor = createRedactor(['Read-1']);
    // Of "R" and "b" the bits that stand in the middle of base64 are the same, as are those of "1" and "0".
    const [other, own] = [b64(`${before}bead-0a13-45f9`), b64(`${before}Read-1, and more`)];
    for (const text of [other, `"originalFileName":"${other}"`]) {
      expect(redactor.finds(text)).toBe(false);
      expect(redactor.redact(text)).toBe(text);
    }
    expect(redactor.finds(`${other} ${own}`)).toBe(true);
    expect(redactor.redact(`${other} ${own}`)).toMatch(
      new RegExp(`^${other.replaceAll('+', '.')} .*${MARK.replace(/[[\]]/g, '.')}`),
    );
    expect(redactor.locate(`${other} ${own}`)).toBeGreaterThan(other.length);
  },
);

test('text without a secret is the same string', () => {
  const redactor = createRedactor(['a-secret-of-length']);
  const text = '{"code":-16,"description":"Unknown user"}';
  expect(redactor.redact(text)).toBe(text);
  expect(redactor.finds(text)).toBe(false);
});

test('a secret that becomes known later is redacted from then on', () => {
  const redactor = createRedactor([]);
  expect(redactor.redact('token later-token-1')).toBe('token later-token-1');
  redactor.add('later-token-1');
  expect(redactor.redact('token later-token-1')).toBe(`token ${MARK}`);
});

test('short secrets are only found as whole words, very short ones not at all', () => {
  const redactor = createRedactor(['admin', 'abc']);
  expect(redactor.redact('/api/administrator admin "admin" abc')).toBe(`/api/administrator ${MARK} "${MARK}" abc`);
});

test('a secret that is an ordinary word leaves the names of members alone', () => {
  const redactor = createRedactor(['Password']);
  expect(redactor.redact('{"lastPasswordChange":1,"password": "password","x":"a password"}')).toBe(
    `{"lastPasswordChange":1,"password": "${MARK}","x":"a ${MARK}"}`,
  );
});

test('a secret of digits leaves JSON readable', () => {
  const clean = createRedactor(['12345678']).redact('{"pin":12345678,"text":"12345678","list":[12345678]}');
  expect(JSON.parse(clean)).toEqual({ pin: 99999999, text: MARK, list: [99999999] });
});

test('a private key is found by any of its lines', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const line = key.split('\n')[7] ?? '';
  expect(createRedactor([key]).redact(`x ${line} y`)).toBe(`x ${MARK} y`);
  expect(createRedactor([key]).redact(JSON.stringify({ key }))).not.toContain(line);
});

describe('a scan of a folder', () => {
  const secret = 'canary/secret+123 "x"';

  test('finds a secret in any file, of any size, also across the borders of what is read at once', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
    const mebibyte = 1024 * 1024;
    writeFileSync(join(folder, 'clean.json'), '{"token":"[redacted]"}');
    writeFileSync(join(folder, 'deep', 'plain.txt'), `x${secret}`);
    writeFileSync(
      join(folder, 'deep', 'er', 'border.bin'),
      Buffer.concat([Buffer.alloc(mebibyte - 7, 0xff), Buffer.from(b64(secret)), Buffer.alloc(mebibyte)]),
    );
    writeFileSync(join(folder, 'packed.gz'), gzipSync(`data ${encodeURIComponent(secret)}`));
    const leaks = await scan(folder, createRedactor([secret]));
    expect(leaks.map(({ file, offset }) => [file.slice(folder.length + 1), offset]).sort()).toEqual([
      [join('deep', 'er', 'border.bin'), mebibyte - 7],
      [join('deep', 'plain.txt'), 1],
      ['packed.gz', 5],
    ]);
  });

  test('finds nothing in clean files, nor in broken archives', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.txt'), 'nothing here');
    writeFileSync(join(folder, 'b.gz'), 'no archive');
    expect(await scan(folder, createRedactor([secret]))).toEqual([]);
  });
});
