/** What others wrote (answers, profiles, dialects, tapes, results) is read, or refused in one sentence; nothing else comes of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { usablePattern } from '../../spec/dialects/openapi/patterns.ts';
import { loadContract } from '../../spec/load.ts';
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

const HEAD = 'overlay: 1.0.0\ninfo: { title: a, version: "1" }\n';
const SCHEMA = '$.components.schemas.SSLIdentity';
const VENDOR = 'openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: { "/api/person/v2/{id}": { get: { responses: ';
const nest = (levels: number): string => `${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}`;

test.each([
  ['a dialect that holds itself', 'dialect', 'base: none\nanswers: &a { ssl.list.identity: *a }\n'],
  ['answers that hold themselves', 'answers', 'ssl.list.identity: &a { b: *a }\n'],
  ['an overlay that holds itself', 'overlay', `${HEAD}actions: [{ target: ${SCHEMA}, update: &a { not: *a } }]\n`],
  ['an overlay without end', 'overlay', `${HEAD}actions: [{ target: ${SCHEMA}, update: ${nest(20_000)} }]\n`],
  ['an overlay that is deep', 'overlay', `${HEAD}actions: [{ target: ${SCHEMA}, update: ${nest(500)} }]\n`],
  [
    'an overlay in JSON without end',
    'overlay',
    `{"overlay":"1.0.0","info":{},"actions":[{"target":"${SCHEMA}","update":${nest(20_000)}}]}`,
  ],
  [
    "a vendor's document that holds itself",
    'openapi',
    `${VENDOR}{ 200: { description: a, content: { application/json: { schema: &a { not: *a } } } } } } } }\n`,
  ],
  [
    "a vendor's document in JSON without end",
    'openapi',
    `{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{"/api/person/v2/{id}":${nest(20_000)}}}`,
  ],
])('%s is refused', async (_, member, text) => {
  const file = join(folder, `${member}.yaml`);
  writeFileSync(file, text);
  const dialect = member === 'dialect' ? file : { base: 'none', [member]: file };
  const refused: unknown = await loadContract({ dialect, directory: folder }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'DialectError', file });
  expect(String(refused)).toMatch(/cannot be read: .*(?:holds itself|call stack)/);
});

test('a tape that unpacks to more than a text can hold is refused, and takes no such room', () => {
  const part = gzipSync(Buffer.alloc(50e6));
  writeFileSync(join(folder, 'tape.ndjson.gz'), Buffer.concat(Array<Buffer>(40).fill(part)));
  const before = process.memoryUsage().rss;
  expect(() => readTape(folder)).toThrow(/of so many requests that it cannot be judged again/);
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
