/** What others wrote (answers, profiles, dialects, tapes, results) is read, or refused in one sentence; nothing else comes of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { usablePattern } from '../../spec/dialects/openapi/patterns.ts';
import { parseProfile, readTape } from '../../target/index.ts';
import { fuzzReaders } from './readers.ts';

const folder = mkdtempSync(join(tmpdir(), 'certconform-readers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('files with something wrong', async () => {
  expect(await fuzzReaders(250, 21)).toEqual([]);
});

const profile = (text: string): unknown => parseProfile(text, 'p.yaml', folder, { env: {} });

test.each([
  [
    'aliases that grow without bound',
    `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'.replaceAll(
      /./g,
      (at) =>
        `${at}: &${at} [${Array(9)
          .fill(`*${String.fromCharCode(at.charCodeAt(0) - 1)}`)
          .join(',')}]\n`,
    )}`,
  ],
  ['an alias of itself', 'name: &a [*a]\n'],
  ['an alias of nothing', 'name: *a\n'],
  ['a nest without end', `name: ${'['.repeat(20_000)}\n`],
  [
    'a nest without end that the parser itself cannot follow',
    `a:\n  b: [${'{ c: 1'.repeat(3000)} } }]\nd:\n  e: { f: /g }\n`,
  ],
])('a profile with %s is refused', (_, text) => {
  const begun = performance.now();
  expect(() => profile(text)).toThrow(expect.objectContaining({ name: 'ProfileError' }) as Error);
  expect(performance.now() - begun).toBeLessThan(3_000);
});

test('a tape that unpacks to more than a text can hold is refused, and takes no such room', () => {
  const part = gzipSync(Buffer.alloc(50e6));
  writeFileSync(join(folder, 'tape.ndjson.gz'), Buffer.concat(Array<Buffer>(40).fill(part)));
  const before = process.memoryUsage().rss;
  expect(() => readTape(folder)).toThrow(/cannot be read/);
  expect(process.memoryUsage().rss - before).toBeLessThan(1_200e6);
});

test.each(['^(a+)+$', '^(\\w+\\s?)*$', '^(a|aa)+$', '^(?:[a-z0-9]+[.-]?)*$', '^(.*)*x$'])(
  'the pattern %s, for which a short text takes for ever, is not used',
  (pattern) => {
    const begun = performance.now();
    expect(usablePattern(pattern)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(3_000);
  },
);

test.each([
  '^[a-z0-9]+([.-][a-z0-9]+)*$',
  '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
  '^[^@\\s]+@[^@\\s]+\\.[a-z]+$',
  '^.{1,64}$',
  '^$|^\\S(.*\\S)?$',
])('the pattern %s is', (pattern) => expect(usablePattern(pattern)).toBe(pattern));
