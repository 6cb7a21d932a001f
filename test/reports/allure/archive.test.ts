import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { allureResultsOf, copyAllureResults, packAllureResults } from '../../../reports/allure/archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'certconform-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sizes around a block, and bytes that are no text. */
const FILES = new Map([
  ['0f-result.json', Buffer.from('{"name":"ä"}')],
  ['0a-attachment.txt', Buffer.alloc(512, 0xff)],
  ['1a-attachment.txt', Buffer.alloc(513, 0)],
  ['environment.properties', Buffer.alloc(0)],
]);

test('an archive holds what the folder held, for tar as for us, and the folder goes', () => {
  const results = join(folder, 'allure-results');
  mkdirSync(results);
  for (const [name, content] of FILES) writeFileSync(join(results, name), content);
  expect(allureResultsOf(folder)).toEqual(FILES);
  const archive = packAllureResults(folder);
  expect(existsSync(results)).toBe(false);
  expect([...allureResultsOf(folder)].toSorted()).toEqual([...FILES].toSorted());
  const tar = spawnSync('tar', ['-xzf', archive ?? '', '-C', folder], { encoding: 'utf8' });
  expect(tar.stderr).toBe('');
  for (const [name, content] of FILES) expect(readFileSync(join(results, name)), name).toEqual(content);
});

test('a copy joins what is there, and a run without results adds nothing', () => {
  const all = join(folder, 'all');
  mkdirSync(all);
  writeFileSync(join(all, 'there.txt'), 'x');
  copyAllureResults(folder, all);
  copyAllureResults(join(folder, 'nowhere'), all);
  expect(new Set(allureResultsOf(folder).keys())).toEqual(new Set(FILES.keys()));
  for (const [name, content] of FILES) expect(readFileSync(join(all, name))).toEqual(content);
  expect(packAllureResults(join(folder, 'nowhere'))).toBeUndefined();
});
