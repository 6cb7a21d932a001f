import { expect, test } from 'vitest';
import { headline, narrowingOf } from '../../reports/headline.ts';
import { junitXml } from '../../reports/junit.ts';
import type { Scope } from '../../reports/model.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { finished, result } from './made-up.ts';

const part = (areas: number, requirements: number, whole: boolean): Scope => ({
  areas: { judged: areas, all: 12 },
  requirements: { judged: requirements, all: 2000 },
  whole,
});

test.each([
  ['nothing narrowed', { depth: 'standard', scope: part(12, 2000, true) }, 'CONFORMANT'],
  ['whole areas', { depth: 'deep', scope: part(3, 500, true) }, 'CONFORMANT for 3 of 12 areas'],
  ['parts of areas', { depth: 'standard', scope: part(3, 17, false) }, 'CONFORMANT for 17 of 2000 requirements'],
  ['fewer cases', { depth: 'quick' }, 'CONFORMANT at depth quick'],
  ['a number of cases', { depth: 'standard', runs: 1 }, 'CONFORMANT with --runs 1'],
  [
    'all of it',
    { depth: 'quick', runs: 1, scope: part(1, 9, true) },
    'CONFORMANT for 1 of 12 areas, at depth quick, with --runs 1',
  ],
] as const)('the headline tells %s', (_, facts, expected) => {
  expect(headline('conformant', facts)).toBe(expected);
});

test('a run that was stopped is aborted and says so first, whatever it had seen', () => {
  const results = [result('fail'), result('inconclusive', { cause: 'interrupted' })];
  expect(outcomeOf(results, { interrupted: true })).toMatchObject({
    outcome: 'aborted',
    exitCode: 2,
    reason: 'the run was stopped with 1 of 2 verdicts open; until then 1 MUST failed',
  });
  expect(headline('aborted', { depth: 'standard' }, true)).toBe('INTERRUPTED');
  expect(narrowingOf({ depth: 'standard' })).toBeUndefined();
});

test('an aborted run is an error for whoever counts errors in JUnit', () => {
  const run = finished([result('inconclusive', { cause: 'interrupted' })]);
  const end = { type: 'end', counts: outcomeOf(run.results).counts, startedAt: 0, finishedAt: 1 } as const;
  const stopped = { ...run, end: { ...end, outcome: 'aborted', interrupted: true, reason: 'stopped' } } as const;
  expect(junitXml(finished([result('pass')]))).toContain('errors="0"');
  expect(junitXml(stopped)).toMatch(/<testsuite [^>]*errors="1"/);
  expect(junitXml(stopped)).toMatch(/<error message="stopped" type="interrupted"/);
  expect(junitXml(stopped)).toContain('<property name="interrupted" value="true"');
});
