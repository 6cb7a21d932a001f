/** What becomes of Allure's results when their page is made: one file, unless the user has an Allure of his own to feed. */
import { Option } from 'commander';
import { packAllureResults } from '../reports/allure/archive.ts';

export interface AllureResultsOptions {
  /** Leave them as the folder that Allure reads. */
  readonly keepAllureResults: boolean;
}

/** `--keep-allure-results`, for the commands that write them. */
export function keepAllureOption(): Option {
  return new Option('--keep-allure-results', 'leave allure-results as a folder, for an Allure of your own').default(
    false,
  );
}

/** Packs those of a finished run. What cannot be packed is nothing to fail a run for: it is said, and the folder stays. */
export function settleAllureResults(
  run: string,
  { keepAllureResults }: AllureResultsOptions,
  say: (sentence: string) => void,
): void {
  if (keepAllureResults) return;
  try {
    packAllureResults(run);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`Allure's results stay in their folder, they could not be packed: ${why}`);
  }
}
