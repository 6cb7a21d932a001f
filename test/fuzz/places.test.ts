/** Nothing is written but where a run was told to write: not through links that lie there, not by names that others chose. */
import { generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signCommand } from '../../cli/sign.ts';
import { run } from '../../index.ts';
import { copyAllureResults, packAllureResults } from '../../reports/allure/archive.ts';
import { ROOT } from '../run/support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certconform-places-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('links in the folder of a run, and beside it, lead a run nowhere', async () => {
  const victim = join(folder, 'victim');
  mkdirSync(join(victim, 'kept'), { recursive: true });
  const out = join(folder, 'place', 'out');
  mkdirSync(out, { recursive: true });
  const files = ['results.ndjson', 'tape.ndjson', 'tape.ndjson.gz', 'statement.json', 'junit.xml', 'coverage.html'];
  const beside = join(folder, 'place', 'history.jsonl');
  for (const name of [...files, 'history.jsonl']) writeFileSync(join(victim, name), 'kept');
  for (const name of files) symlinkSync(join(victim, name), join(out, name));
  symlinkSync(join(victim, 'history.jsonl'), beside);
  for (const name of ['allure', 'allure-results']) symlinkSync(join(victim, 'kept'), join(out, name));
  writeFileSync(join(victim, 'kept', 'file'), 'kept');
  const notices: string[] = [];
  const { outcome } = await run({ only: ['mark.read'], depth: 'quick', out, onNotice: (text) => notices.push(text) });
  expect(outcome).toBe('conformant');
  for (const name of [...files, 'history.jsonl']) expect(readFileSync(join(victim, name), 'utf8'), name).toBe('kept');
  expect(readdirSync(join(victim, 'kept'))).toEqual(['file']);
  expect(readFileSync(join(out, 'results.ndjson'), 'utf8')).toContain('"type":"run"');
  expect(notices.join()).toMatch(/was not added to .*history\.jsonl \(ELOOP\)/);
});

test('a signature is not written through a link in the folder that is signed', async () => {
  const out = join(folder, 'out');
  await run({ only: ['mark.read.success.status'], depth: 'quick', out });
  const [victim, key] = [join(folder, 'victim'), join(folder, 'key.pem')];
  writeFileSync(victim, 'kept');
  writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  symlinkSync(victim, join(out, 'statement.dsse.json'));
  for (let times = 0; times < 2; times += 1) expect(await signCommand(out, { key })).toBe(0);
  expect(readFileSync(victim, 'utf8')).toBe('kept');
  expect(readFileSync(join(out, 'statement.dsse.json'), 'utf8')).toContain('"signatures"');
});

test('an archive of others puts files into the one folder, whatever it calls them', () => {
  const packed = join(folder, 'run');
  mkdirSync(join(packed, 'allure-results'), { recursive: true });
  writeFileSync(join(packed, 'allure-results', 'AAAAAAAAAAAAAAAAAAAA-result.json'), '{}');
  const archive = packAllureResults(packed) ?? '';
  const evil = Buffer.from(gunzipSync(readFileSync(archive)));
  const name = '../../../outside.json';
  evil.fill(0, 0, 100);
  evil.write(name, 0);
  writeFileSync(archive, gzipSync(evil));
  copyAllureResults(packed, join(folder, 'a', 'b', 'c'));
  expect(readdirSync(join(folder, 'a', 'b', 'c'))).toEqual(['outside.json']);
  expect(existsSync(join(folder, 'outside.json'))).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['a', 'run']);
});

test('a folder of somebody else is no place for a run', async () => {
  writeFileSync(join(folder, 'thesis.txt'), 'kept');
  const refused: unknown = await run({ only: ['mark.read'], depth: 'quick', out: folder }).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ name: 'UserError' });
  expect(String(refused)).toContain('thesis.txt');
  expect(readdirSync(folder)).toEqual(['thesis.txt']);
});

test('each test that the page about security names is there', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const named = [...page.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
