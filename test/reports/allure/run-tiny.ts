/** Runs the tiny suite in a process of its own, as the command line does: `node run-tiny.ts RESULTS_DIR [deadly]`. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { AreaReporter } from '../../../reports/allure/reporter.ts';

const [, , resultsDir = '', further] = process.argv;
const suites = [
  new URL('./tiny.suite.ts', import.meta.url),
  ...(further === 'deadly' ? [new URL('./deadly.suite.ts', import.meta.url)] : []),
];
const vitest = await startVitest('test', [], {
  root: dirname(fileURLToPath(import.meta.url)),
  config: false,
  watch: false,
  include: suites.map((suite) => fileURLToPath(suite)),
  pool: 'threads',
  // However many cores there are: one suite waits for what the other one leaves.
  maxWorkers: 2,
  setupFiles: ['allure-vitest/setup'],
  reporters: [new AreaReporter(resultsDir)],
});
await vitest.close();
