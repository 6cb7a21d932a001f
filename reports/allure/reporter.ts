/** Writes Allure results while a run goes on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import type { TestCase, TestModule, Vitest } from 'vitest/node';
import { hiddenFacts } from './hidden.ts';

/**
 * The reporter of `allure-vitest`, which writes everything when all tests have ended. This one writes a test as soon as it
 * has ended: the time is not added to the run's, and a run that is killed leaves what was judged till then.
 */
export class PromptReporter extends AllureVitestReporter {
  readonly #written = new Set<RunnerTask>();
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

  onTestCaseResult(test: TestCase): void {
    this.#write(taskOf(test));
  }

  override onTestRunEnd(modules: readonly TestModule[]): void {
    // What went wrong around the tests, and tests of which nothing was told.
    for (const module of modules) this.#write(this.#unwritten(taskOf(module)));
  }

  #write(task: RunnerTask): void {
    this.#written.add(task);
    super.onTestRunEnd([{ task } as Reported as TestModule]);
  }

  #unwritten<T extends RunnerTask>(task: T): T {
    if (!('tasks' in task)) return task;
    const left = task.tasks.filter((one) => !this.#written.has(one)).map((one) => this.#unwritten(one));
    return { ...task, tasks: left };
  }
}

/** What `allure-vitest` reads of a test or a module, which Vitest's types do not tell. */
type Reported = (TestCase | TestModule) & { readonly task: RunnerTask };

function taskOf(reported: TestCase | TestModule): RunnerTask {
  return (reported as Reported).task;
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
