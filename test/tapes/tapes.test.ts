/**
 * Kept tapes judged again: a change of the suite that turns a verdict is seen within seconds. What asks for more than a tape
 * holds is new since it was made, and is not compared; `npm run tapes` makes the tapes anew.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verdictOf } from '../../reports/outcome.ts';
import { contractOfTape, judgeTape } from '../../suites/runner/rejudging.ts';
import type { TapedRun } from '../../suites/runner/tape.ts';
import { readTape } from '../../target/index.ts';
import { folderOf, TAPES, VERDICTS_FILE, type Verdicts } from './tapes.ts';

test.each(TAPES)('$name', async (kept) => {
  const folder = folderOf(kept);
  const tape = readTape<TapedRun>(folder);
  const before = JSON.parse(readFileSync(join(folder, VERDICTS_FILE), 'utf8')) as Verdicts;
  const { results, groundless } = await judgeTape(tape, await contractOfTape(tape));
  const judged = results.filter(({ check, requirement }) => {
    return !groundless.has(check) && before[`${requirement} (${check})`] !== undefined;
  });
  const now = judged.map((result) => [`${result.requirement} (${result.check})`, verdictOf(result)] as const);
  expect(Object.fromEntries(now)).toEqual(Object.fromEntries(now.map(([key]) => [key, before[key]])));
  const since = results.length - judged.length;
  if (since > 0) console.warn(`${kept.name}: ${since} of ${results.length} verdicts are new since; npm run tapes`);
  expect(judged.length, 'tapes without ground; make them anew with npm run tapes').toBeGreaterThan(0);
  if (kept.fails === undefined) expect(now.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
});

test.each(TAPES.filter(({ fails }) => fails !== undefined))('$name holds its fault', (kept) => {
  const before = JSON.parse(readFileSync(join(folderOf(kept), VERDICTS_FILE), 'utf8')) as Verdicts;
  const failed = Object.entries(before).filter(([, verdict]) => verdict === 'fail');
  expect(failed.map(([key]) => key.split(' ')[0])).toContain(kept.fails);
});
