/**
 * Takes the picture of a report that the README shows: a run over an emulator with planted faults, opened in Chromium.
 *
 *   node scripts/report-picture.mjs [PATH]     CHROMIUM_PATH names another browser than /usr/bin/chromium
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = process.argv[2] ?? join(root, 'docs', 'report.png');
/** Some of each kind: a constraint, a state that is not kept, a credential that is not looked at. */
const FAULTS = [
  'ssl.list.size.maximum.ignored',
  'person.update.forgets-commonName',
  'notification.delete.neighbour-deleted',
];
const VIEW = { width: 1200, height: 900 };
const MOST_BYTES = 200_000;

const out = mkdtempSync(join(tmpdir(), 'certconform-picture-'));
try {
  const run = ['cli/main.ts', 'run', '--depth', 'quick', '--out', join(out, 'run'), '--fault', ...FAULTS];
  const { status } = spawnSync(process.execPath, run, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 1) throw new Error(`The run over a faulty emulator ended with ${status} instead of 1.`);
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: VIEW, colorScheme: 'light' });
  await page.goto(pathToFileURL(join(out, 'run', 'allure', 'index.html')).href);
  await page.getByTestId('tree-leaf').first().waitFor();
  await page.waitForTimeout(1000);
  await page.screenshot({ path });
  await browser.close();
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Error(`${path} takes ${size} bytes, more than ${MOST_BYTES}.`);
  console.log(`${path}: ${size} bytes`);
} finally {
  rmSync(out, { recursive: true, force: true });
}
