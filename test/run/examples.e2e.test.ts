/** The examples of docs/library: taken out of the pages, type-checked and run against the installed package. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inFolder, install, packAndInstall } from './installed.ts';
import { finished, ROOT, temporaryFolder } from './support.ts';

/** An example begins with its file name. */
const EXAMPLE = /^```(?:ts|js)\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;

const pages = join(ROOT, 'docs/library');
const examples = readdirSync(pages).flatMap((page) =>
  [...readFileSync(join(pages, page), 'utf8').matchAll(EXAMPLE)].map(([, name = '', code = '']) => ({ name, code })),
);
const named = (ending: string): string[] => examples.map(({ name }) => name).filter((name) => name.endsWith(ending));

const folder = temporaryFolder('examples');
const run = (...words: string[]) => inFolder(words, folder.path);
const typed = examples.map(({ name }) => name).filter((name) => name.endsWith('.ts'));

beforeAll(async () => {
  await packAndInstall(folder.path);
  const { devDependencies: versions } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const brought = ['vitest', '@types/node'].map((name) => `${name}@${versions[name]}`);
  await install(folder.path, 'fast-check', 'jest@30', ...brought);
  for (const { name, code } of examples) writeFileSync(join(folder.path, name), code);
}, 400_000);
afterAll(() => folder.remove());

test('each block of code is an example with a name', () => {
  const blocks = readdirSync(pages).flatMap((page) => [
    ...readFileSync(join(pages, page), 'utf8').matchAll(/^```(ts|js)$/gm),
  ]);
  expect(blocks.length).toBe(examples.length);
  expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
  expect(examples.length).toBeGreaterThan(5);
});

test('they are right under strict', async () => {
  const { code, stdout } = await finished(
    join(ROOT, 'node_modules/.bin/tsc'),
    [
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--types',
      'node',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      ...typed,
    ],
    folder.path,
  );
  expect(stdout).toBe('');
  expect(code).toBe(0);
});

test('the script says what was planted', async () => {
  const { code, stdout, stderr } = await run('node', 'look.ts');
  expect(code, stderr).toBe(0);
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'non-conformant 1 failed',
    expect.stringMatching(/^mark\.read\.success\.status .*201/),
  ]);
});

describe('runners', () => {
  test.each(named('.node.ts'))('node --test %s', async (name) => {
    const { code, stdout, stderr } = await run('node', '--test', name);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^. pass [1-9]/m);
  });

  test.each(named('.test.ts'))('vitest run %s', async (name) => {
    const { code, stdout, stderr } = await run('npx', 'vitest', 'run', name);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/Tests +[1-9]\d* passed/);
  });

  test.each(named('.jest.test.mjs'))('jest %s', async (name) => {
    const jest = 'node_modules/jest/bin/jest.js';
    const match = ['--testMatch', `**/${name}`, '--transform', '{}'];
    const { code, stderr } = await run('node', '--experimental-vm-modules', jest, ...match);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Tests: +[1-9]\d* passed/);
  });
});
