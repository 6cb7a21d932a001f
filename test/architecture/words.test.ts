/** The vocabulary of CONTRIBUTING: words that were given up do not come back, neither as names nor in prose. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Each word that was given up, and what is said in its place. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ...alike('fixture', 'lent', 'lend', 'lends', 'lending'),
  ...alike('unavailable, or missing', 'lack', 'lacks', 'lacked', 'lacking'),
  ...alike('observer', 'eye', 'eyes'),
  ...alike('reply, or observed state', 'sighting', 'sightings'),
  ...alike('small or large change', 'gentle', 'gently', 'boldly'),
  ...alike('distinguishing, or discriminator', 'telling', 'telltale', 'telltales'),
  ...alike('requester', 'voice', 'voices'),
  ...alike('measurement', 'bench'),
]);

/** Where such a word is a public name, or the word of somebody else. */
const ALLOWED: readonly RegExp[] = [
  // Named in package.json, and a folder of the tests.
  /\bnpm run bench\b|\btest\/bench\b/g,
];

/** What is read: the house, its tests and what people read of it. This file names the words. */
const READ = ['spec', 'generators', 'target', 'reports', 'emulator', 'suites', 'cli', 'test', 'scripts', 'docs', '.'];
const PASSED_OVER = /^test\/(bench|architecture\/words\.test\.ts)|node_modules|^scripts\/site\/src\/|^reports\/out\//;

function alike(instead: string, ...words: readonly string[]): [string, string][] {
  return words.map((word) => [word, instead]);
}

/** The files of a folder, of all folders below it except for the root's. */
function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .map((name) => relative(root, join(root, folder, name)))
    .filter((path) => /\.(ts|mjs)$/.test(path) || (/\.md$/.test(path) && !path.startsWith('spec/')))
    .filter((path) => !PASSED_OVER.test(path) && statSync(join(root, path)).isFile());
}

/** Words that were given up, with the line of each and what is said instead. */
function given(text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const rest = ALLOWED.reduce((left, allowed) => left.replace(allowed, ' '), line);
    // Parts of a name are words, too: findLent, FEW_LENT.
    const words = rest.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    return words.flatMap((word) => {
      const instead = INSTEAD.get(word.toLowerCase());
      return instead === undefined ? [] : [`${at + 1}: ${word} (say ${instead})`];
    });
  });
}

test.each([
  ['const findLent = lendTo(one);', ['1: Lent (say fixture)', '1: lend (say fixture)']],
  ['\nFEW_LENT', ['2: LENT (say fixture)']],
  ['silent, plenty, excellent, invoice, judgeSilentStatus', []],
  ['npm run bench -- --lengths', []],
])('%j', (text, expected) => {
  expect(given(text)).toEqual(expected);
});

describe('words that were given up stand nowhere', () => {
  test.each(READ)('in %s', (folder) => {
    const files = filesOf(folder);
    expect(files).not.toEqual([]);
    const found = files.flatMap((path) => given(readFileSync(join(root, path), 'utf8')).map((one) => `${path}:${one}`));
    expect(found).toEqual([]);
  });
});

/** A folder of the house; what else takes space or seconds has a name of its own. */
test('a room is nothing that a name of the house stands for', () => {
  const rooms = READ.slice(0, READ.indexOf('test')).flatMap(filesOf);
  const named = rooms.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && /(?<![a-z])[rR]ooms?(?![a-z])/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(named).toEqual([]);
});
