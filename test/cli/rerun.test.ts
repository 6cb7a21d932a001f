/** `run --rerun-failed`: of an earlier run all that failed, broke off, was not shown or never came to a verdict, and nothing else. */
import { expect, test } from 'vitest';
import { rerunOf } from '../../cli/rerun.ts';
import { ResultsWriter } from '../../reports/writer.ts';
import { loadContract } from '../../spec/load.ts';
import { VERDICTS, type Verdict } from '../../spec/vocabulary.ts';
import { RUN, result } from '../reports/made-up.ts';
import { temporaryFolder } from './support.ts';

const contract = await loadContract({ validate: false });
const IDS = contract.requirements.map(({ id }) => id);

/** One requirement for each verdict. */
const idOf = (verdict: Verdict): string => IDS[VERDICTS.indexOf(verdict)] ?? '';

const nobody = (): void => undefined;

function runWith(verdicts: readonly Verdict[], more: readonly string[] = []): string {
  const folder = temporaryFolder();
  const writer = ResultsWriter.start(folder, { ...RUN, seed: 11, depth: 'deep', runs: 7 });
  writer.plan([...verdicts.map(idOf), ...more]);
  for (const verdict of verdicts) writer.result(result(verdict, { requirement: idOf(verdict) }));
  return folder;
}

test('what is open is judged again, as it was judged', () => {
  const unjudged = IDS.at(-1) ?? '';
  const told: string[] = [];
  const folder = runWith(VERDICTS, [unjudged]);
  const { only, ...how } = rerunOf(folder, contract, (sentence) => told.push(sentence));
  expect(new Set(only)).toEqual(new Set([idOf('fail'), idOf('broken'), idOf('inconclusive'), unjudged]));
  expect(how).toEqual({ seed: 11, depth: 'deep', runs: 7 });
  expect(told).toEqual([`4 requirements of ${folder} again`]);
});

test('a requirement that this version does not have is left out', () => {
  const folder = runWith(['pass', 'fail'], ['person.of.old']);
  expect(rerunOf(folder, contract, nobody).only).toEqual([idOf('fail')]);
});

test.each([
  ['nothing failed or was left open there', () => runWith(['pass', 'warn', 'observed'])],
  ['this version has none of the requirements that failed there', () => runWith(['pass'], ['person.of.old'])],
  ['There is no results file', () => temporaryFolder()],
])('refused in a sentence: %s', (why, folder) => {
  expect(() => rerunOf(folder(), contract, nobody)).toThrow(new RegExp(`^--rerun-failed [^\n]*${why}`));
});
