/** Writes Allure results while a run goes on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { TestModule, Vitest } from 'vitest/node';
import { hiddenFacts } from './hidden.ts';

/**
 * The reporter of `allure-vitest`, which writes everything when all tests have ended. This one writes an area as soon as it
 * has ended: the time is not added to the run's, and a run that is killed leaves what was judged till then.
 */
export class AreaReporter extends AllureVitestReporter {
  readonly #written = new Set<TestModule>();
  readonly #resultsDir: string;

  /** @param resultsDir Folder for the Allure results. */
  constructor(resultsDir: string) {
    super({ resultsDir, listeners: [hiddenFacts] });
    this.#resultsDir = resultsDir;
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    const runtime = this['allureReporterRuntime'];
    if (runtime !== undefined) runtime.writer = new QuickWriter(this.#resultsDir);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#written.add(module);
    super.onTestRunEnd([module]);
  }

  override onTestRunEnd(modules: readonly TestModule[]): void {
    super.onTestRunEnd(modules.filter((module) => !this.#written.has(module)));
  }
}

/**
 * Allure's writer brings every file to the disk before it writes the next, thousands of times in a run. What must survive a
 * power cut stands in the results file.
 */
class QuickWriter extends FileSystemWriter {
  readonly #resultsDir: string;

  constructor(resultsDir: string) {
    super({ resultsDir });
    mkdirSync(resultsDir, { recursive: true });
    this.#resultsDir = resultsDir;
  }

  override writeResult(result: TestResult): void {
    writeFileSync(join(this.#resultsDir, `${result.uuid}-result.json`), JSON.stringify(result));
  }

  override writeAttachment(name: string, content: Buffer | string): void {
    writeFileSync(join(this.#resultsDir, name), content);
  }
}
