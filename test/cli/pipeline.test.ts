/** A run in a pipeline: it stops when enough is known, and tells the pipeline what came of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verdictOf } from '../../reports/outcome.ts';
import { readResults } from '../../reports/reader.ts';
import { certconform, temporaryFolder } from './support.ts';

/** Each fault of these breaks a promise of an area of its own. */
const FAULTS = ['person.read.success.status-201', 'mark.read.success.status-201', 'client.read.success.status-201'];
const RUN = ['run', '--no-html', '--depth', 'quick', '--only', 'person', 'mark', 'client', '--fault', ...FAULTS];

test('stops at the first failure, puts back what was begun, and is no success', async () => {
  const out = join(temporaryFolder(), 'first');
  const { code, stdout } = await certconform([...RUN, '--fail-fast', '--out', out]);
  expect(code).toBe(1);
  expect(stdout).toContain('NON-CONFORMANT');
  const { results, plan } = readResults(out);
  const stopped = results.filter(({ cause }) => cause === 'interrupted');
  expect(stopped.length).toBeGreaterThan(results.length / 4);
  expect(new Set(results.map(({ requirement }) => requirement))).toEqual(new Set(plan?.requirements));
});

test('tells GitHub what is wrong, where it shows it', async () => {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  const summary = join(folder, 'summary.md');
  writeFileSync(summary, 'of an earlier step\n');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const { code, stdout } = await certconform([...RUN, '--out', out], { env });
  expect(code).toBe(1);
  const failed = readResults(out).results.filter((result) => verdictOf(result) === 'fail');
  const told = stdout.split('\n').filter((line) => line.startsWith('::error '));
  expect(told.length).toBe(Math.min(10, failed.length));
  expect(told.join('\n')).toContain('::error title=person.read.success.status (MUST%2C section 4.6)::');
  expect(told.join('\n')).toContain('%0Aactual: status 201%0A');
  const text = readFileSync(summary, 'utf8');
  expect(text).toMatch(/^of an earlier step\n# Conformance statement: NON-CONFORMANT/);
  for (const { requirement } of failed) expect(text).toContain(`### ${requirement}`);
});

test('a summary that cannot be written costs one sentence, and not the run', async () => {
  const out = join(temporaryFolder(), 'unwritable');
  const summary = join(temporaryFolder(), 'nowhere', 'summary.md');
  const { code, stderr } = await certconform(
    ['run', '--no-html', '--depth', 'quick', '--only', 'mark.read', '--out', out],
    { env: { GITHUB_STEP_SUMMARY: summary } },
  );
  expect(code).toBe(0);
  expect(stderr).toContain(`GITHUB_STEP_SUMMARY: ${summary} cannot be written`);
});
