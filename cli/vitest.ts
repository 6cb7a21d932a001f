/** Lets tests of Vitest wait for the checks of a run, inside this process; they may lie in a package that is itself installed. */
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { PromptReporter } from '../reports/allure/reporter.ts';
import { codeEnding, codeRoot } from './package.ts';

/** Tests may wait for their check all at the same time; the engine bounds what really runs. */
const MAX_CONCURRENT_TESTS = 1_000_000;

/**
 * Runs the tests of a run, with Allure's results in a folder. Verdicts are in the results file; this only reports what kept the tests
 * or the checks from running at all.
 *
 * @param judged settles when the checks have ended
 * @throws Error when the tests could not be loaded, or what ended the checks.
 */
export async function runVitest(runDirectory: string, allureResults: string, judged: Promise<void>): Promise<void> {
  const previous = process.exitCode;
  const signals = ownSignals();
  const vitest = await createVitest({
    root: codeRoot,
    config: false,
    watch: false,
    include: [join('suites', `conformance.suite.${codeEnding}`)],
    exclude: [],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    maxConcurrency: MAX_CONCURRENT_TESTS,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: [join('cli', `compiled.${codeEnding}`), 'allure-vitest/setup'],
    provide: { certconform: runDirectory },
    reporters: [new PromptReporter(allureResults)],
  });
  // Vitest ends the process on a signal; ours first puts back what was changed and writes the report.
  signals.keep();
  const [, checks] = await orCrash(Promise.allSettled([vitest.start(), judged]));
  const broken = vitest.state.getUnhandledErrors().map(String);
  for (const file of vitest.state.getFiles()) {
    for (const error of file.result?.errors ?? []) broken.push(`${file.name}: ${error.stack ?? error.message}`);
  }
  await vitest.close();
  // Vitest sets the exit code by its tests; ours follows from the outcome.
  process.exitCode = previous;
  if (checks.status === 'rejected') throw checks.reason;
  if (broken.length > 0) throw new Error(`A suite could not run.\n${broken.slice(0, 3).join('\n')}`);
}

/**
 * Waits for work, or for what nobody else catches: that the thread of the tests has ended, for want of memory say, Vitest tells as an
 * error that would end this process before anything is reported.
 */
async function orCrash<T>(work: Promise<T>): Promise<T> {
  const crash = Promise.withResolvers<never>();
  process.on('uncaughtException', crash.reject);
  try {
    return await Promise.race([work, crash.promise]);
  } finally {
    process.off('uncaughtException', crash.reject);
  }
}

/** Remembers who listens to signals now; `keep` sends away whoever came later. */
function ownSignals(): { keep(): void } {
  const before = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
  return {
    keep: () => {
      for (const [signal, own] of before) {
        for (const listener of process.listeners(signal)) if (!own.includes(listener)) process.off(signal, listener);
      }
    },
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
