import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TestResult } from 'allure-js-commons';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FAILURES_STYLE,
  failureList,
  generateHtml,
  packPage,
  writeAllureFrame,
} from '../../../reports/allure/index.ts';
import { FAILURE, RUN, result } from '../made-up.ts';

const folder = mkdtempSync(join(tmpdir(), 'certconform-reports-'));
const resultsDir = join(folder, 'allure-results');
let byRequirement: Map<string, TestResult>;

beforeAll(() => {
  const script = fileURLToPath(new URL('./run-tiny.ts', import.meta.url));
  const env = { ...process.env, VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined };
  const ran = spawnSync(process.execPath, [script, resultsDir], { env, encoding: 'utf8' });
  if (!existsSync(resultsDir)) throw new Error(`the tiny suite did not run: ${ran.stdout}${ran.stderr}`);
  const files = readdirSync(resultsDir).filter((name) => name.endsWith('-result.json'));
  const results = files.map((name) => JSON.parse(readFileSync(join(resultsDir, name), 'utf8')) as TestResult);
  byRequirement = new Map(results.map((result) => [label(result, 'requirement'), result]));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function label(result: TestResult, name: string): string {
  return result.labels.find((one) => one.name === name)?.value ?? '';
}

function get(requirement: string): TestResult {
  const found = byRequirement.get(requirement);
  if (!found) throw new Error(`no Allure result for ${requirement}; there are ${[...byRequirement.keys()].join(', ')}`);
  return found;
}

function attached(result: TestResult, name: RegExp): string {
  const found = result.attachments.find((one) => name.test(one.name));
  if (!found)
    throw new Error(`no attachment ${name}; there are ${result.attachments.map((one) => one.name).join(', ')}`);
  return readFileSync(join(resultsDir, found.source), 'utf8');
}

describe('annotate and settle', () => {
  it('give every verdict its Allure status', () => {
    const statuses = [...byRequirement].map(([requirement, { status }]) => [requirement, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      'ssl.list.pass': 'passed',
      'ssl.list.picture': 'passed',
      'ssl.list.fail': 'failed',
      'ssl.list.state': 'failed',
      'ssl.list.should': 'passed',
      'ssl.list.observed': 'skipped',
      'ssl.list.inconclusive': 'skipped',
      'ssl.list.not-applicable': 'skipped',
      'ssl.list.broken': 'broken',
    });
  });

  it('place the result by interface, area and operation, each label once', () => {
    const failed = get('ssl.list.fail');
    for (const [name, value] of [
      ['epic', 'Admin Operations API'],
      ['feature', 'SSL certificates'],
      ['story', 'ssl.list'],
      ['severity', 'critical'],
      ['section', '4.2'],
      ['verdict', 'fail'],
      ['source', 'contract'],
    ] as const) {
      const values = failed.labels.filter((one) => one.name === name).map((one) => one.value);
      expect(values, name).toEqual([value]);
    }
    expect(label(get('ssl.list.should'), 'severity')).toBe('minor');
    expect(label(get('ssl.list.should'), 'verdict')).toBe('warn');
    expect(label(get('ssl.list.broken'), 'epic')).toBe('Legacy order actions');
    const parameters = failed.parameters.map(({ name, value }) => [name, value]);
    // What is the same for all tests stands in the environment, once.
    expect(Object.fromEntries(parameters)).toEqual({ effect: 'observe', path: '3:0:1' });
  });

  it('explain a failure once: in its message, the exchange, and what repeats it', () => {
    const failed = get('ssl.list.fail');
    expect(failed.statusDetails).toEqual({
      message: [
        'expected  status 400',
        'actual    status 200 with a JSON array of 1',
        'case      size = 201, one above the maximum  {"query":{"size":201}}',
        'breaks    maximum of size (above: 200 → 201)',
      ].join('\n'),
    });
    expect(failed.fullName).toBe('ssl.list.fail');
    const description = failed.description ?? '';
    expect(description).toContain('**MUST**, section 4.2 (contract)');
    for (const once of [FAILURE.replay, 'CERTCONFORM_BEARER']) expect(description.split(once)).toHaveLength(2);
    for (const told of [failed.name, 'status 400', 'status 200 with']) expect(description).not.toContain(told);
    const exchange: unknown = JSON.parse(attached(failed, /^Decided: GET \/api\/ssl\/v2\?size=201 → 200$/));
    expect(exchange).toMatchObject({ request: { method: 'GET' }, response: { status: 200 } });
    const { start, stop } = exchange as { start: number; stop: number };
    expect(stop - start, 'whole milliseconds').toBe(4);
    expect(JSON.parse(attached(failed, /^Case$/))).toMatchObject({ shrunkFrom: { query: { size: 94_113 } } });
    expect(failed.steps.map(({ name, status }) => [name, status])).toEqual([
      ['PUT type IDP', 'passed'],
      ['GET shows STANDARD', 'failed'],
    ]);
  });

  it('show all exchanges of a failure in their order, each once, with what was otherwise before', () => {
    const failed = get('ssl.list.state');
    expect(failed.attachments.map(({ name }) => name.replace(/ \/.*/, ''))).toEqual([
      'POST',
      'Before: GET',
      'Decided: PUT',
      'After: GET',
      'Case',
    ]);
    expect(failed.statusDetails.message?.split('\n').map((line) => line.split(' ')[0])).toEqual([
      ...['expected', 'actual', 'case', 'breaks', 'changed'],
    ]);
    expect(failed.statusDetails.message).toContain('/email: "ada@example.test" → "no address"');
  });

  it('take as long as the target took, from when it was asked', () => {
    for (const result of byRequirement.values()) {
      expect([result.start, result.stop]).toEqual([1_700_000_000_100, 1_700_000_000_112]);
      expect(result.labels.filter(({ name }) => name.startsWith('cc-'))).toEqual([]);
    }
  });

  it('give passes their evidence and pictures, and skips their reason', () => {
    const { attachments, statusDetails } = get('ssl.list.pass');
    expect(attachments.map(({ name }) => name)).toEqual(['Decided: GET /api/ssl/v2?size=201 → 200']);
    expect(statusDetails.message).toBeUndefined();
    expect(attached(get('ssl.list.picture'), /^States$/)).toContain('<svg');
    expect(get('ssl.list.inconclusive').statusDetails.message).toBe('No domain given.');
  });
});

describe('a run that is killed', () => {
  it('leaves the result of each test that had ended', () => {
    const left = mkdtempSync(join(folder, 'left-'));
    const script = fileURLToPath(new URL('./run-tiny.ts', import.meta.url));
    const env = { ...process.env, VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined };
    const ran = spawnSync(process.execPath, [script, left, 'deadly'], { env: { ...env, DEADLY_FOLDER: left } });
    expect(ran.signal).toBe('SIGKILL');
    expect(readdirSync(left).filter((name) => name.endsWith('-result.json'))).toHaveLength(1);
  });
});

describe('generateHtml', () => {
  it('makes one file that a browser opens, with every operation as a story', async ({ skip }) => {
    writeAllureFrame(resultsDir, RUN);
    const html = await generateHtml(resultsDir, join(folder, 'html'), { run: RUN });
    const size = statSync(html).size;
    const failed = result('fail', { requirement: 'ssl.list.state', failure: { ...FAILURE, actual: '<i>changed' } });
    const markup = failureList([result('pass'), failed]);
    expect(markup).toContain('But &lt;i&gt;changed.</li>');
    expect(packPage(html, { markup, style: FAILURES_STYLE })).toBeLessThan(size / 2);
    expect(readFileSync(html, 'utf8')).not.toContain('googletagmanager');
    expect(readdirSync(join(folder, 'html'))).toContain('index.html');
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    if (!existsSync(executablePath)) return skip('no Chromium on this machine');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1400, height: 1200 } });
      // Who reads a report is nobody's business: nothing is asked of another place.
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(pathToFileURL(html).href);
      await page.getByText('Admin Operations API').first().waitFor();
      // What failed comes first, in sight from the start; the environment after the results.
      await page.waitForTimeout(500);
      const place = async (test: string): Promise<number> =>
        (await page.getByTestId(test).first().boundingBox())?.y ?? 0;
      expect(await place('report-title')).toBeGreaterThan(0);
      // A hundred per cent would be an untrue word above what failed: Allure's ring is in the page, and not to be seen.
      const share = page.locator('[aria-label^="Success rate"]').first();
      await share.waitFor({ state: 'attached' });
      expect(await share.isVisible()).toBe(false);
      expect(await page.getByTestId('tree-leaf').first().innerText()).toContain('A refused update leaves everything');
      const last = await page.getByTestId('tree-section').last().boundingBox();
      expect(await place('metadata-list')).toBeGreaterThan(last?.y ?? Number.POSITIVE_INFINITY);
      // What failed stands above all, each with a way to its test.
      await page.locator('.cc-failures a', { hasText: 'ssl.list.state' }).click();
      await page.getByText('Decided: PUT').first().waitFor();
      // Labels say for a second time what stands in the way from the beginning, the head and the description.
      const labels = page.locator('button', { hasText: /^Labels/ });
      await labels.waitFor({ state: 'attached' });
      expect(await labels.isVisible()).toBe(false);
      expect(await page.getByRole('button', { name: /^Description/ }).isVisible()).toBe(true);
      await page.goBack();
      // Groups without a failure start closed.
      const groups = page.getByTestId('tree-section');
      for (let i = 0; i < (await groups.count()); i++) {
        const closed = (await groups.nth(i).locator('xpath=following-sibling::*').count()) === 0;
        if (closed) await groups.nth(i).click();
      }
      const titles = await page.getByTestId('tree-section-title').allInnerTexts();
      for (const story of ['ssl.list', 'ssl.update', 'domain.suspend', 'person.update', 'legacy.order-status']) {
        expect(titles).toContain(story);
      }
      expect(await page.getByTestId('tree-leaf').count()).toBe(byRequirement.size);
      await page.getByText('The list refuses a size below 0.', { exact: true }).first().click();
      await page.getByText('Product defect: a promise of the contract is broken').first().waitFor();
      expect(asked.filter((url) => /^https?:/.test(url))).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 120_000);

  it('says clearly that there is nothing to report', async () => {
    await expect(generateHtml(join(folder, 'nowhere'), join(folder, 'none'))).rejects.toThrow(
      /there are no Allure results/,
    );
  });

  it('does not wait for ever', async () => {
    await expect(generateHtml(resultsDir, join(folder, 'late'), { timeoutMs: 1 })).rejects.toThrow(/took longer than/);
  });
});
