/** Our history is the one that Allure would have kept itself. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { appendPast, earlierRuns, historyFile, pastOf } from '../../../reports/history.ts';
import { outcomeOf, verdictOf } from '../../../reports/outcome.ts';
import { outcomeTrend } from '../../../reports/outcome-trend.ts';
import type { RunResults } from '../../../reports/reader.ts';
import { readResults } from '../../../reports/reader.ts';
import { certconform } from '../../cli/support.ts';
import { unpacked } from '../../unpacked.ts';
import { finished, RUN, result } from '../made-up.ts';

const folder = mkdtempSync(join(tmpdir(), 'certconform-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Point {
  readonly uuid: string;
  readonly testResults: Readonly<Record<string, { readonly name: string; readonly status: string }>>;
  readonly knownTestCaseIds: readonly string[];
  readonly run: { readonly outcome: string; readonly target: string };
}
const points = (file: string): Point[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Point);
const statuses = ({ testResults }: Point): [string, string, string][] =>
  Object.entries(testResults)
    .map(([id, { name, status }]): [string, string, string] => [id, name, status])
    .sort();

it('has a line for each run, by which the generator knows its tests again', async () => {
  const out = join(folder, 'runs', 'one');
  const run = ['run', '--out', out, '--keep-allure-results', '--depth', 'quick', '--only', 'mark.read', 'person.read'];
  expect((await certconform([...run, '--no-html'])).code).toBe(0);
  const html = await certconform([...run, '--fault', 'person.read.success.status-201']);
  const [first, second, ...others] = points(historyFile(out));
  expect(others).toEqual([]);
  expect(first?.run.outcome).toBe('conformant');
  // The page of the second run holds the first, and says of what failed, or was not shown, that it had passed.
  const name = join(out, 'allure/index.html');
  const page = unpacked(name, readFileSync(name)).toString('utf8');
  expect(page).toContain(`data/history/${first?.uuid}.json`);
  const worse = readResults(out).results.filter((one) => ['fail', 'inconclusive'].includes(verdictOf(one)));
  expect(worse.length).toBeGreaterThan(0);
  expect(page.match(/\\"transition\\":\\"regressed\\"/g)).toHaveLength(worse.length);
  // Its head tells what came of the first, and no chart shows what passed against what failed.
  const head = /<header[\s\S]*<\/header>/.exec(page)?.[0] ?? '';
  expect(
    head.match(
      /<span class="cc-good" role="img" title="[^"]*: conformant, depth quick, only mark\.read, person\.read"/g,
    ),
  ).toHaveLength(1);
  expect(page).toContain('statusTransitions\\"');
  expect(page).not.toContain('statusDynamics\\"');
  // What Allure itself would have kept of the second run.
  const own = join(folder, 'own.jsonl');
  const allure = fileURLToPath(new URL('../../../node_modules/allure/cli.js', import.meta.url));
  const made = spawnSync(
    process.execPath,
    [allure, 'awesome', join(out, 'allure-results'), '--history-path', own, '--output', join(folder, 'page')],
    { cwd: folder, encoding: 'utf8' },
  );
  const [kept] = points(own);
  if (kept === undefined || second === undefined) throw new Error(`${made.stdout}${made.stderr}${html.stderr}`);
  expect(statuses(second)).toEqual(statuses(kept));
  expect([...second.knownTestCaseIds].sort()).toEqual([...kept.knownTestCaseIds].sort());
  expect(readResults(out).results.length).toBe(statuses(kept).length);
});

it('shows the runs against one target, and keeps the last ones', () => {
  const file = join(folder, 'history.jsonl');
  writeFileSync(file, 'not ours\n');
  const run = (name: string): RunResults => {
    const all = finished([result('pass')]);
    return { ...all, run: { ...RUN, target: { ...RUN.target, name } } };
  };
  appendPast(file, run('other'), outcomeOf([]));
  for (let at = 0; at < 31; at++) appendPast(file, run('mine'), outcomeOf([]));
  expect(points(file).length).toBe(30);
  expect(pastOf(file, 'other')).toBe('');
  expect(pastOf(file, 'mine').trim().split('\n')).toEqual(readFileSync(file, 'utf8').trim().split('\n').slice(-6));
  expect(readdirSync(folder).filter((name) => name.startsWith('history.jsonl'))).toEqual(['history.jsonl']);
});

it('tells the earlier runs in a row: what came of each, how many failed, and what it was about', () => {
  const file = join(folder, 'rows.jsonl');
  rmSync(file, { force: true });
  const run = (name: string, more: object = {}): RunResults => {
    const all = finished([result('pass')]);
    return {
      ...all,
      run: { ...RUN, target: { ...RUN.target, name }, startedAt: Date.UTC(2026, 10, 23, 16, 5), ...more },
    };
  };
  const failed = outcomeOf([result('fail'), result('fail', { requirement: 'other' })]);
  appendPast(file, run('other'), failed);
  appendPast(file, run('mine'), outcomeOf([result('pass')]));
  appendPast(file, run('mine', { selection: ['ssl', '"><script>'] }), failed);
  writeFileSync(file, '{"run":{"target":"mine","outcome":"constructor","counts":{"fail":1}}}\n', { flag: 'a' });
  const row = outcomeTrend(earlierRuns(file, 'mine'));
  expect(row.replace(/<[^>]*>/g, ' ').trim()).toMatch(/^Earlier runs +✓ +✗ 2$/);
  expect([...row.matchAll(/title="([^"]*)"/g)].map(([, title]) => title)).toEqual([
    `2026-11-23 16:05 UTC: conformant, depth ${RUN.depth}`,
    `2026-11-23 16:05 UTC: non-conformant, 2 verdicts fail, depth ${RUN.depth}, only ssl, &quot;&gt;&lt;script&gt;`,
  ]);
  expect(outcomeTrend(earlierRuns(file, 'nobody'))).toBe('');
});
