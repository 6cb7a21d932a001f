/** One full run against the embedded emulator: conformant, and all reports tell the same. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { validateStrict } from 'ctrf';
import { XMLParser } from 'fast-xml-parser';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allureResultsOf } from '../../reports/allure/archive.ts';
import type { Result } from '../../reports/model.ts';
import { verdictOf } from '../../reports/outcome.ts';
import { type RunResults, readResults } from '../../reports/reader.ts';
import { loadContract } from '../../spec/load.ts';
import { certconform, type Finished, ROOT, temporaryFolder } from './support.ts';

/** Bytes of a disk that hold one file at least. */
const BLOCK = 4096;

const folder = temporaryFolder('embedded');
/** In a folder of its own, as the history of the runs beside it goes into the page. */
const out = { path: join(folder.path, 'run') };
let finished: Finished;
let run: RunResults;

beforeAll(async () => {
  finished = await certconform(['run', '--depth', 'quick', '--out', out.path]);
  run = readResults(out.path);
}, 300_000);
afterAll(() => folder.remove());

const file = (name: string): string => readFileSync(join(out.path, name), 'utf8');

/** Verdicts by requirement and check, counted. */
function counted(pairs: readonly (readonly [string, string])[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, verdict] of pairs) counts[`${name} ${verdict}`] = (counts[`${name} ${verdict}`] ?? 0) + 1;
  return counts;
}

describe('the run', () => {
  test('ends conformant, without a warning and without a gap', () => {
    expect(finished.stderr).not.toContain('fault of certconform');
    expect(finished.code, finished.stdout + finished.stderr).toBe(0);
    expect(run.end?.outcome).toBe('conformant');
    expect(run.results.filter((result) => !['pass', 'observed'].includes(verdictOf(result)))).toEqual([]);
    expect(new Set(run.results.map(({ requirement }) => requirement))).toEqual(new Set(run.plan?.requirements));
  });

  test('says where the reports lie, and they lie there', () => {
    for (const name of ['allure/index.html', 'statement.md', 'junit.xml', 'ctrf.json', 'results.ndjson']) {
      expect(finished.stdout).toContain(join(out.path, name));
      expect(existsSync(join(out.path, name))).toBe(true);
    }
  });
});

describe('the folder', () => {
  /** What the files of a folder take on a disk, in bytes. */
  function taken(names: readonly string[]): number {
    const files = names.flatMap((name) => {
      const path = join(out.path, name);
      return statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((below) => join(path, below))
        : [path];
    });
    return files.reduce((sum, path) => sum + BLOCK * Math.ceil(statSync(path).size / BLOCK), 0);
  }

  test('holds reports and no more', () => {
    expect(readdirSync(out.path).toSorted()).toEqual([
      ...['allure', 'allure-results.tar.gz', 'badge.svg', 'coverage.html', 'ctrf.json', 'junit.xml', 'results.ndjson'],
      ...['statement.json', 'statement.md', 'tape.ndjson.gz'],
    ]);
  });

  test('is small: the page has at most 6 MB, and everything but the tape at most 15', () => {
    expect(taken(['allure'])).toBeLessThan(6_000_000);
    expect(taken(readdirSync(out.path).filter((name) => name !== 'tape.ndjson.gz'))).toBeLessThan(15_000_000);
  });

  test('has an archive of what Allure reads that any tar opens', () => {
    const listed = spawnSync('tar', ['-tzf', join(out.path, 'allure-results.tar.gz')], { encoding: 'utf8' });
    expect(listed.stderr).toBe('');
    const names = listed.stdout
      .trim()
      .split('\n')
      .map((name) => name.replace('allure-results/', ''));
    expect(new Set(names)).toEqual(new Set(allureResultsOf(out.path).keys()));
    expect(names.filter((name) => name.endsWith('-result.json')).length).toBe(run.results.length);
  });
});

describe('the reports', () => {
  test('each record of the results file satisfies its schema', () => {
    const ajv = new Ajv2020({ strict: false });
    (formats as unknown as (instance: Ajv2020) => void)(ajv);
    const valid = ajv.compile(JSON.parse(readFileSync(join(ROOT, 'reports/results.schema.json'), 'utf8')) as object);
    const lines = file('results.ndjson').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1_000);
    expect(lines.filter((line) => !valid(JSON.parse(line)))).toEqual([]);
  });

  test('JUnit has the same cases with the same ends', () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name) => name === 'testcase' || name === 'testsuite',
    });
    const { testsuites } = parser.parse(file('junit.xml')) as { testsuites: { testsuite: [Suite] } };
    const [suite] = testsuites.testsuite;
    const cases = suite.testcase;
    expect(Number(suite.tests)).toBe(run.results.length);
    expect([suite.failures, suite.errors].map(Number)).toEqual([0, 0]);
    // Checks run beside each other: what they took does not add up to more than the run.
    expect(Number(suite.time) * 1000).toBeCloseTo((run.end?.finishedAt ?? 0) - (run.end?.startedAt ?? 0), 0);
    const ends = cases.map((one): [string, string] => [
      one.name,
      'skipped' in one ? 'skipped' : 'failure' in one ? 'failed' : 'passed',
    ]);
    const ending = (result: Result): string => (verdictOf(result) === 'observed' ? 'skipped' : 'passed');
    expect(counted(ends)).toEqual(counted(run.results.map((result) => [result.requirement, ending(result)])));
  });

  test('CTRF is valid, and counts the same', () => {
    const report: unknown = JSON.parse(file('ctrf.json'));
    validateStrict(report);
    const skipped = run.results.filter((result) => verdictOf(result) === 'observed').length;
    const tests = run.results.length;
    expect(report.results.summary).toMatchObject({ tests, skipped, passed: tests - skipped, failed: 0, other: 0 });
  });

  test('Allure has the same verdicts', () => {
    const results = [...allureResultsOf(out.path)]
      .filter(([name]) => name.endsWith('-result.json'))
      .map(([, content]) => JSON.parse(content.toString('utf8')) as AllureResult);
    const label = ({ labels }: AllureResult, name: string): string =>
      labels.find((one) => one.name === name)?.value ?? '';
    const verdicts = results.map((one): [string, string] => [label(one, 'requirement'), label(one, 'verdict')]);
    expect(counted(verdicts)).toEqual(counted(run.results.map((one) => [one.requirement, verdictOf(one)])));
    // What was observed is no pass: nothing was shown by it.
    const statuses = new Set(results.map((one) => `${label(one, 'verdict')} ${one.status}`));
    expect(statuses).toEqual(new Set(['pass passed', 'observed skipped']));
  });

  test('the statement has the same outcome and counts', () => {
    const statement = JSON.parse(file('statement.json')) as {
      outcome: string;
      counts: Record<string, number>;
      seed: number;
    };
    expect(statement.outcome).toBe('conformant');
    expect(statement.counts).toEqual(run.end?.counts);
    expect(statement.seed).toBe(run.run.seed);
    expect(statement.counts['pass']).toBe(run.results.filter((result) => verdictOf(result) === 'pass').length);
  });

  test('the page opens in a browser, with every operation as a story', async ({ skip }) => {
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    if (!existsSync(executablePath)) return skip('no Chromium on this machine');
    const contract = await loadContract({ validate: false });
    const stories = contract.operations.map(({ method, path }) => `${method} ${path}`);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1400, height: 1200 } });
      await page.goto(pathToFileURL(join(out.path, 'allure/index.html')).href);
      await page.getByTestId('tree-section').first().waitFor({ timeout: 60_000 });
      // Groups without a failure start closed; opening one brings more.
      const groups = page.getByTestId('tree-section');
      for (let i = 0; i < (await groups.count()); i++) {
        const title = await groups.nth(i).getByTestId('tree-section-title').textContent();
        // Stories are the leaves that are wanted: what is below them need not be drawn.
        if (stories.includes(title ?? '')) continue;
        if ((await groups.nth(i).locator('xpath=following-sibling::*').count()) === 0) await groups.nth(i).click();
      }
      const titles = new Set(await page.getByTestId('tree-section-title').allInnerTexts());
      expect(stories.filter((story) => !titles.has(story))).toEqual([]);
      // 46 operations, and two actions of which one is documented under two paths.
      expect(contract.operations.length).toBe(49);
    } finally {
      await browser.close();
    }
  }, 240_000);
});

interface Suite extends Readonly<Record<'tests' | 'failures' | 'errors' | 'time', string>> {
  readonly testcase: readonly { readonly name: string }[];
}

interface AllureResult {
  readonly status: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
}
