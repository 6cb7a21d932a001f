/** Drives the suites through Vitest inside this process; they may lie in a package that is itself installed. */
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { PromptReporter } from '../reports/allure/reporter.ts';
import type { RunInput } from '../suites/runner/input.ts';
import { codeEnding, codeRoot } from './package.ts';
import { thriftyThreads } from './thrift.ts';

/** Tests may wait for their check all at the same time; the engine bounds what really runs. */
const MAX_CONCURRENT_TESTS = 1_000_000;

/**
 * Runs the suite, with Allure's results in a folder. Verdicts are in the results file; this only reports what kept a suite from running at all.
 *
 * @throws Error when a suite could not be loaded.
 */
export async function runVitest(input: RunInput, allureResults: string): Promise<void> {
  thriftyThreads();
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
    provide: { certconform: input },
    reporters: [new PromptReporter(allureResults)],
  });
  // Vitest ends the process on a signal; ours first puts back what was changed and writes the report.
  signals.keep();
  await orCrash(vitest.start());
  const broken = vitest.state.getUnhandledErrors().map(String);
  for (const file of vitest.state.getFiles()) {
    for (const error of file.result?.errors ?? []) broken.push(`${file.name}: ${error.stack ?? error.message}`);
  }
  await vitest.close();
  // Vitest sets the exit code by its tests; ours follows from the outcome.
  process.exitCode = previous;
  if (broken.length > 0) throw new Error(`A suite could not run.\n${broken.slice(0, 3).join('\n')}`);
}

/**
 * Waits for work, or for what nobody else catches: that the thread of the suites has ended, for want of memory say, Vitest tells as an
 * error that would end this process before anything is reported.
 */
async function orCrash(work: Promise<unknown>): Promise<void> {
  const crash = Promise.withResolvers<never>();
  process.on('uncaughtException', crash.reject);
  try {
    await Promise.race([work, crash.promise]);
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
