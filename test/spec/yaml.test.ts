/** What the suite reads of its own is parsed once and kept; what was kept never stands in the way (real files, real processes). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const MODULE = new URL('../../spec/yaml.ts', import.meta.url).href;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-yaml-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Reads a file that holds this text, in a process of its own. */
function read(text: string, cache = join(folder, 'cache')): unknown {
  const file = join(folder, 'own.yaml');
  writeFileSync(file, text);
  const code = `import(${JSON.stringify(MODULE)}).then(async ({ readOwnYaml }) => process.stdout.write(JSON.stringify(await readOwnYaml(new URL(${JSON.stringify(pathToFileURL(file).href)})))))`;
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { env, encoding: 'utf8' }));
}

const kept = (): string[] => readdirSync(join(folder, 'cache', 'certconform', 'yaml'));

test('what was read is kept, and read from there the next time', () => {
  expect(read('a: [1, two]\n')).toEqual({ a: [1, 'two'] });
  const [name, ...others] = kept();
  expect(others).toEqual([]);
  const path = join(folder, 'cache', 'certconform', 'yaml', String(name));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: [1, 'two'] });
  writeFileSync(path, '{"from":"the cache"}');
  expect(read('a: [1, two]\n')).toEqual({ from: 'the cache' });
});

test('a file with other content is read anew', () => {
  read('a: 1\n');
  expect(read('a: 2\n')).toEqual({ a: 2 });
  expect(kept()).toHaveLength(2);
});

test('what was kept and is spoilt is made again', () => {
  read('a: 1\n');
  const path = join(folder, 'cache', 'certconform', 'yaml', String(kept()[0]));
  writeFileSync(path, '{"a":');
  expect(read('a: 1\n')).toEqual({ a: 1 });
  expect(readFileSync(path, 'utf8')).toBe('{"a":1}');
});

test('where nothing can be kept it is read all the same', () => {
  mkdirSync(join(folder, 'cache'));
  writeFileSync(join(folder, 'cache', 'certconform'), 'a file where the folder would be');
  expect(read('a: 1\n')).toEqual({ a: 1 });
});
