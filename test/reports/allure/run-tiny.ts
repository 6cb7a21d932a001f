/** Runs the tiny suite in a process of its own, as the command line does: `node run-tiny.ts RESULTS_DIR [deadly]`. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { PromptReporter } from '../../../reports/allure/reporter.ts';

const [, , resultsDir = '', further] = process.argv;
const suite = new URL(further === 'deadly' ? './deadly.suite.ts' : './tiny.suite.ts', import.meta.url);
const vitest = await startVitest('test', [], {
  root: dirname(fileURLToPath(import.meta.url)),
  config: false,
  watch: false,
  include: [fileURLToPath(suite)],
  pool: 'threads',
  setupFiles: ['allure-vitest/setup'],
  reporters: [new PromptReporter(resultsDir)],
});
await vitest.close();
