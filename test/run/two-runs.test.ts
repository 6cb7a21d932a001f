/** Two runs held against each other, and what failed in one judged again. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readResults } from '../../reports/reader.ts';
import { certconform, temporaryFolder } from './support.ts';

const folder = temporaryFolder('two-runs');
afterAll(() => folder.remove());

const FAULT = 'person.update.body.firstName.maxLength.ignored';
const small = (out: string): string[] => {
  return [
    'run',
    '--out',
    join(folder.path, out),
    '--depth',
    'quick',
    '--no-html',
    '--seed',
    '3',
    '--only',
    'person.update',
  ];
};

test('a later run is compared with an earlier one, and what failed is judged again as it was', async () => {
  const [good, bad] = await Promise.all([certconform(small('good')), certconform([...small('bad'), '--fault', FAULT])]);
  expect([good.code, bad.code]).toEqual([0, 1]);
  const [first, second] = [join(folder.path, 'good'), join(folder.path, 'bad')];
  const worse = await certconform(['compare', first, second]);
  expect(worse.stdout).toMatch(/^\nWORSE\n[\s\S]*\nNewly failing: \d+\n {2}person\.update\.[^\n]*: pass, now fail\. /);
  expect(worse.code, worse.stderr).toBe(1);
  const better = await certconform(['compare', join(second, 'statement.json'), first, '--format', 'json']);
  const { worse: isWorse, fixed, failing } = JSON.parse(better.stdout) as Record<string, unknown[]>;
  expect([better.code, isWorse, failing]).toEqual([0, false, []]);
  const failed = readResults(second).results.filter(({ verdict }) => verdict === 'fail');
  expect(fixed?.length).toBe(new Set(failed.map(({ requirement }) => requirement)).size);
  const markdown = await certconform(['compare', first, second, '--format', 'markdown']);
  expect(markdown.stdout).toMatch(/^## Comparison: worse\n\n### /);

  // Into the same folder, by a server that is mended meanwhile.
  const again = await certconform(['run', '--rerun-failed', second, '--out', second, '--no-html']);
  expect(again.code, again.stdout + again.stderr).toBe(0);
  const rerun = readResults(second);
  expect([rerun.run.seed, rerun.run.depth]).toEqual([3, 'quick']);
  expect(new Set(rerun.results.map(({ requirement }) => requirement))).toEqual(
    new Set(failed.map(({ requirement }) => requirement)),
  );
  const nothing = await certconform(['run', '--rerun-failed', first]);
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('nothing failed or was left open')]);
  const neither = await certconform(['compare', first, folder.path]);
  expect([neither.code, neither.stderr]).toEqual([2, expect.stringMatching(/^certconform: compare [^\n]*\n$/)]);
});
