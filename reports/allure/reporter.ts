/** Writes Allure results while a run goes on. */
import AllureVitestReporter from 'allure-vitest/reporter';
import type { TestModule } from 'vitest/node';
import { skipReasons } from './files.ts';

/**
 * The reporter of `allure-vitest`, which writes everything when all tests have ended. This one writes an area as soon as it
 * has ended: the time is not added to the run's, and a run that is killed leaves what was judged till then.
 */
export class AreaReporter extends AllureVitestReporter {
  readonly #written = new Set<TestModule>();

  /** @param resultsDir Folder for the Allure results. */
  constructor(resultsDir: string) {
    super({ resultsDir, listeners: [skipReasons] });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#written.add(module);
    super.onTestRunEnd([module]);
  }

  override onTestRunEnd(modules: readonly TestModule[]): void {
    super.onTestRunEnd(modules.filter((module) => !this.#written.has(module)));
  }
}
