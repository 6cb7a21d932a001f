/**
 * Whole runs of the command line over targets that break in every way: truthful verdicts, the right exit code, a whole report,
 * bounded memory, and an end. Half of the runs meet the fault at once, half after sixty sound answers.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { missingFromPlan } from '../../reports/coverage.ts';
import type { Result } from '../../reports/model.ts';
import { EXIT_CODES } from '../../spec/vocabulary.ts';
import { FAULTS, type HostileFault } from './servers/faults.ts';
import { isUnfounded, SOUND_AT_FIRST, type WholeRun, wholeRun } from './whole-run.ts';

/** What a run may take at its peak. */
const MEMORY = 512 * 1024 * 1024;

const peaks: string[] = [];
afterAll(() => {
  if (process.env['VERBOSE'] !== undefined) process.stdout.write(`${peaks.join('\n')}\n`);
});

// Such runs mostly wait, each in a process of its own.
describe.concurrent('a target that, in the middle of a run,', () => {
  test.each(FAULTS.map((fault) => [fault.title, fault] as const))('%s', async (_, fault) => {
    const run = await wholeRun(fault, { sound: SOUND_AT_FIRST });
    const results = expectWhole(run, fault);
    expect(results.some(({ verdict }) => verdict === 'pass')).toBe(true);
    if (fault.answers === 'something') return;
    // A target that does not answer has broken no promise.
    expect(results.filter(({ verdict }) => verdict === 'fail').map(describeResult)).toEqual([]);
    expect(run.results?.end?.outcome, run.stdout).toBe('partial');
    for (const result of results.filter(({ verdict }) => verdict === 'broken')) {
      expect(result.reason, result.requirement).toMatch(/^No answer: /);
    }
  });
});

describe.concurrent('a target that from the first request on', () => {
  const unreachable = FAULTS.filter(({ answers, onlyMidway }) => answers === 'nothing' && onlyMidway !== true);
  test.each(unreachable.map((fault) => [fault.title, fault] as const))('%s is one sentence', async (_, fault) => {
    const run = await wholeRun(fault, { sound: 0 });
    expect(run.code).toBe(EXIT_CODES.aborted);
    expect(run.stderr).toMatch(/^certconform: The target a hostile target at \S+ gives no answer: .+\n$/);
    expect(run.stdout).toBe('');
    expect(run.peakBytes).toBeLessThan(MEMORY);
  });

  const heard = FAULTS.filter(({ answers }) => answers !== 'nothing');
  test.each(heard.map((fault) => [fault.title, fault] as const))('%s is judged for what it is', async (_, fault) => {
    const run = await wholeRun(fault, { sound: 0 });
    const results = expectWhole(run, fault);
    const outcome = run.results?.end?.outcome;
    if (fault.answers === 'something') {
      expect(outcome).toBe('non-conformant');
      return;
    }
    expect(outcome).toBe('aborted');
    // What the profile leaves out needs no answer of the target to be told.
    const told = results.filter(({ verdict, exchanges }) => verdict !== 'observed' || exchanges.length > 0);
    expect(
      told.filter(({ verdict }) => ['pass', 'fail', 'warn', 'observed'].includes(verdict)).map(describeResult),
    ).toEqual([]);
  });
});

/** The report is there to its last line, says what the exit code says, and never that all is well. */
function expectWhole(run: WholeRun, { id }: HostileFault): readonly Result[] {
  const { results, junit, statement, stderr } = run;
  peaks.push(`${id}: ${Math.round(run.peakBytes / 2 ** 20)} MiB, ${run.seconds.toFixed(1)} s`);
  const end = results?.end;
  if (results === undefined || end === undefined) throw new Error(`The results have no end: ${stderr}`);
  expect(end.outcome).not.toBe('conformant');
  expect(run.code).toBe(EXIT_CODES[end.outcome]);
  expect(statement?.outcome).toBe(end.outcome);
  expect(junit?.trimEnd()).toMatch(/<\/testsuites>$/);
  expect(run.stdout).toMatch(new RegExp(`Exit code\\s+${run.code} \\(${end.outcome}\\)`));
  expect(run.unverified).toEqual([]);
  expect(missingFromPlan(results)).toEqual([]);
  expect(results.torn).toBe(0);
  expect(results.results.filter(isUnfounded).map(describeResult)).toEqual([]);
  // A fault of the suite is no way of meeting a fault of the target.
  expect(results.results.filter(({ cause }) => cause === 'suite').map(describeResult)).toEqual([]);
  expect(run.peakBytes).toBeLessThan(MEMORY);
  return results.results;
}

function describeResult({ verdict, requirement, failure, reason }: Result): string {
  return `${verdict} ${requirement}: ${failure?.caseLabel ?? ''} ${failure?.actual ?? reason ?? ''}`;
}
