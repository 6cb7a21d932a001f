/** The folder of a run that somebody hands in, and files that one is sent, are read, or refused in one sentence. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKnown } from '../../cli/known.ts';
import { verifyFolder } from '../../cli/verify.ts';
import { allureResultsOf } from '../../reports/allure/archive.ts';
import { digest, type HandedIn, handedIn, readersOf, ustar } from './handed-in.ts';
import { faultsOf } from './readers.ts';

let handed: HandedIn;
beforeAll(async () => {
  handed = await handedIn();
}, 60_000);
afterAll(() => handed[Symbol.dispose]());

test('files with something wrong', async () => {
  const readers = readersOf(handed);
  const quick = readers.filter(({ name }) => !name.startsWith('a run'));
  expect(await faultsOf(quick, 250, 22)).toEqual([]);
  // Each of these is a whole run judged again.
  const slow = readers.filter(({ name }) => name.startsWith('a run'));
  expect(await faultsOf(slow, 40, 22)).toEqual([]);
}, 300_000);

const statement = (changes: object): Record<string, Uint8Array> => {
  const own = JSON.parse(readFileSync(join(handed.folder, 'statement.json'), 'utf8')) as object;
  return { 'statement.json': Buffer.from(JSON.stringify({ ...own, ...changes })) };
};

test('a statement whose shard has shards of its own, without end, is refused', async () => {
  const shard = {
    folder: 'shards/1',
    tape: digest(join(handed.folder, 'tape.ndjson.gz')),
    results: digest(join(handed.folder, 'results.ndjson')),
  };
  const copy = handed.copyWith(statement({ digests: undefined, shards: [shard] }));
  mkdirSync(join(copy, 'shards'));
  // The folder is its own shard.
  symlinkSync(copy, join(copy, 'shards', '1'));
  await expect(verifyFolder(copy)).rejects.toThrow(/shards of its own/);
});

test('a statement whose shards lie elsewhere gets no digest of what lies there', async () => {
  const outside = join(handed.folder, '..', 'outside');
  mkdirSync(outside);
  for (const name of ['tape.ndjson.gz', 'results.ndjson']) writeFileSync(join(outside, name), `secret ${name}`);
  const shards = [{ folder: '../../outside', tape: 'x', results: 'y' }];
  const found = await verifyFolder(handed.copyWith(statement({ digests: undefined, shards }))).catch(String);
  expect(JSON.stringify(found)).toContain('no statement of a run');
  expect(JSON.stringify(found)).not.toContain(digest(join(outside, 'tape.ndjson.gz')));
});

test.each(['null', '[]', '5', '{"digests":5}', '{"shards":{}}', '{"shards":[null]}', '{"digests":{"tape":{}}}'])(
  'the statement %s is refused',
  async (text) => {
    const copy = handed.copyWith({ 'statement.json': Buffer.from(text) });
    const found = await verifyFolder(copy).catch((error: Error) => error.name);
    if (typeof found === 'string') expect(found).toBe('UserError');
    else expect(found.findings.length).toBeGreaterThan(0);
  },
);

test.each(['-0000001000', '77777777777', '0000000000x', 'eeeeeeeeeee'])(
  "a member of Allure's archive that claims %s bytes is refused, in time",
  (size) => {
    const folder = join(handed.folder, '..', `archive-${size}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'allure-results.tar.gz'), gzipSync(ustar('allure-results/a.json', '{}', size)));
    expect(() => allureResultsOf(folder)).toThrow(/archive of Allure's results is damaged/);
  },
);

test("an archive of Allure's that unpacks without end is refused", () => {
  const folder = join(handed.folder, '..', 'bomb');
  mkdirSync(folder);
  const part = gzipSync(Buffer.alloc(64 * 2 ** 20));
  writeFileSync(join(folder, 'allure-results.tar.gz'), Buffer.concat(Array<Buffer>(17).fill(part)));
  expect(() => allureResultsOf(folder)).toThrow(/archive of Allure's results/);
});

test.each([
  ['aliases that grow', `${bomb()}- requirement: *i\n  seen: a\n  reason: b\n`],
  ['a nest without end', `- requirement: ${'['.repeat(20_000)}\n`],
  ['an alias of nothing', '- requirement: *nothing\n  seen: a\n  reason: b\n'],
  ['a merge of itself', '- &a\n  requirement: x\n  seen: a\n  reason: *a\n'],
  ['a member that is every object', '- __proto__: { polluted: 1 }\n  requirement: x\n  seen: a\n  reason: b\n'],
])('known failures with %s are refused', (_, text) => {
  const file = join(handed.folder, '..', 'known.yaml');
  writeFileSync(file, text);
  expect(() => readKnown(file, [{ id: 'x' }])).toThrow(expect.objectContaining({ name: 'UserError' }) as Error);
  expect('polluted' in {}).toBe(false);
});

/** Nine aliases of nine aliases, nine times. */
function bomb(): string {
  const list = (name: string, of: string): string => `- &${name} [${Array<string>(9).fill(of).join(',')}]\n`;
  const names = [...'abcdefghi'];
  return names.map((name, index) => list(name, index === 0 ? 'x' : `*${names[index - 1]}`)).join('');
}
