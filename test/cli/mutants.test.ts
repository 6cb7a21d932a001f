/** The kill matrix: a sample of all mutants, hunted by the command that hunts them all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certconform, temporaryFolder } from '../run/support.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder('mutants');
});
afterAll(() => folder.remove());

test('every ninetieth mutant is killed, and the matrix names who killed it', async () => {
  const out = join(folder.path, 'matrix.json');
  const { code, stdout } = await certconform(['mutants', '--every', '90', '--out', out]);
  expect(stdout).toMatch(/\n(\d+) of \1 mutants killed, 0 survived/);
  expect(code).toBe(0);
  const { kills } = JSON.parse(readFileSync(out, 'utf8')) as { kills: { fault: string; killers: string[] }[] };
  expect(kills.length).toBeGreaterThan(25);
  for (const { fault, killers } of kills) expect(killers, fault).not.toEqual([]);
});

test.each([[['no-such-family']], [['beginning', 'no-such-family']]])(
  'a family that is not there is named in one sentence: %j',
  async (only) => {
    const { code, stderr } = await certconform(['mutants', '--only', ...only]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^certconform: --only no-such-family names no mutant; .+\n$/);
  },
);
