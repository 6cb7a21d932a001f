/** What runs the checks of a run: Vitest, with Allure's results, where both are installed; else the engine by itself. The verdicts are the same. */
import type { RunInput } from '../suites/runner/input.ts';
import { requestStop } from '../suites/runner/stop.ts';
import type { EngineThread } from './engine/index.ts';

export interface Driver {
  /** True where it writes Allure's results into the folder that `drive` is given. */
  readonly annotates: boolean;
  /** True where a page can be made of them. */
  readonly page: boolean;
  drive(input: RunInput, allureResults: string | undefined): Promise<void>;
}

/** Runs the checks in this thread and writes no results for Allure. */
export const ENGINE: Driver = {
  annotates: false,
  page: false,
  drive: async (input) => (await import('../suites/runner/worker.ts')).runHere(input),
};

/** A package, and what of it is loaded. */
interface Needed {
  readonly name: string;
  readonly entry: string;
}

/** Needed for Allure's results, and for a page of them. Only reports need these: installing the package does not bring them. */
const FOR_RESULTS: readonly Needed[] = [
  { name: 'vitest', entry: 'vitest/node' },
  { name: 'allure-vitest', entry: 'allure-vitest/reporter' },
];
const FOR_PAGE: readonly Needed[] = [{ name: 'allure', entry: 'allure' }];

/**
 * Runs the checks in a thread of their own, with tests of Vitest that wait for them where it is there. What is missing for the page
 * that was asked for is said in one sentence.
 */
export function chooseDriver(engine: EngineThread, html: boolean, say: (sentence: string) => void): Driver {
  const missing = [...FOR_RESULTS, ...FOR_PAGE].filter(({ entry }) => !isInstalled(entry));
  if (html && missing.length > 0)
    say(
      `no Allure report will be made, all others will: "npm install --save-dev ${missing.map(({ name }) => name).join(' ')}" adds what it needs.`,
    );
  if (FOR_RESULTS.some((one) => missing.includes(one))) return { ...ENGINE, drive: engine.run };
  return {
    annotates: true,
    page: !FOR_PAGE.some((one) => missing.includes(one)),
    drive: async (input, allureResults = '') => {
      const judged = engine.run(input);
      try {
        // Loaded when the target has been reached: what stands in the way of a run is to be told at once.
        const { runVitest } = await import('./vitest.ts');
        await runVitest(input.runDirectory, allureResults, judged);
      } catch (error) {
        // Nobody hears of more: what was changed is put back, and that is all.
        requestStop(input.runDirectory);
        await judged.catch(() => undefined);
        throw error;
      }
    },
  };
}

function isInstalled(entry: string): boolean {
  try {
    import.meta.resolve(entry);
    return true;
  } catch {
    return false;
  }
}
