import { describe, expect, it } from 'vitest';
import { compareRuns, type Side, sideOf, sideOfStatement } from '../../reports/compare.ts';
import { comparisonMarkdown, comparisonText } from '../../reports/compare-print.ts';
import type { Result } from '../../reports/model.ts';
import { statementOf } from '../../reports/statement.ts';
import type { Verdict } from '../../spec/vocabulary.ts';
import { EXCHANGE, FAILURE, finished, result } from './made-up.ts';

const told = (verdict: Verdict, extra: Partial<Result> = {}): Result =>
  result(verdict, { requirement: 'it', ...(verdict === 'fail' ? { failure: FAILURE } : {}), ...extra });
const run = (...results: Result[]): Side => sideOf(finished(results));
const stated = (...results: Result[]): Side => sideOfStatement(statementOf(finished(results)));

/** Which list a change of one verdict goes to, and whether it makes the run worse. */
function kindOf(before: Side, after: Side): [string | undefined, boolean] {
  const comparison = compareRuns(before, after);
  const lists = ['failing', 'fixed', 'lost', 'gained', 'warnings', 'otherwise'] as const;
  return [lists.filter((list) => comparison[list].length > 0).join() || undefined, comparison.worse];
}

describe('a verdict that changed', () => {
  it.each([
    ['pass', 'fail', 'failing', true],
    ['inconclusive', 'fail', 'failing', true],
    ['warn', 'fail', 'failing', true],
    ['fail', 'pass', 'fixed', false],
    ['pass', 'inconclusive', 'lost', true],
    ['pass', 'broken', 'lost', true],
    ['fail', 'inconclusive', 'lost', true],
    ['pass', 'not-applicable', 'lost', true],
    ['inconclusive', 'pass', 'gained', false],
    ['pass', 'warn', 'warnings', false],
    ['pass', 'observed', undefined, false],
    ['fail', 'fail', undefined, false],
  ] as const)('%s, now %s', (before, after, list, worse) => {
    expect(kindOf(run(told(before)), run(told(after)))).toEqual([list, worse]);
    const statementOnly = kindOf(stated(told(before)), run(told(after)));
    expect(statementOnly).toEqual([list, worse]);
  });

  it('is told from a requirement that the other run was not about', () => {
    const one = compareRuns(run(told('pass')), run(told('pass'), told('fail', { requirement: 'new' })));
    expect([one.worse, one.onlyAfter, one.onlyBefore]).toEqual([false, 1, 0]);
    expect(one.failingApart).toMatchObject([{ requirement: 'new', before: 'none', after: 'fail' }]);
    expect(comparisonText(one)).toMatch(/\nFailing, and no part of the earlier run: 1\n {2}new\. /);
    const other = compareRuns(run(told('pass'), told('fail', { requirement: 'old' })), run(told('fail')));
    expect(other.failingApart).toEqual([]);
  });

  it('is none where an area is not claimed any more', () => {
    const aside = told('not-applicable', { cause: 'area-not-claimed' });
    expect(kindOf(run(told('pass')), run(aside))).toEqual([undefined, false]);
  });

  it('is the worst of those that several checks gave', () => {
    expect(kindOf(run(told('pass')), run(told('fail'), told('pass')))).toEqual(['failing', true]);
  });

  it('is none where it fails in both, which is told where it fails otherwise', () => {
    const other = told('fail', { failure: { ...FAILURE, actual: 'status 500' } });
    expect(kindOf(run(told('fail')), run(other))).toEqual(['otherwise', false]);
  });

  it('is also a planned requirement that has no result', () => {
    const after = sideOf({ ...finished([]), plan: { type: 'plan', requirements: ['it'] } });
    expect(kindOf(run(told('pass')), after)).toEqual(['lost', true]);
  });
});

it('tells other observations, other facts and other timing', () => {
  const at = (durationMs: number): Result =>
    told('observed', {
      observations: [{ silence: 'size', value: durationMs > 100 ? 'slow' : 'quick' }],
      exchanges: Array.from({ length: 5 }, () => ({ ...EXCHANGE, durationMs })),
      operation: 'ssl.list',
    });
  const later = finished([at(240)]);
  const comparison = compareRuns(run(at(20)), sideOf({ ...later, run: { ...later.run, seed: 7 } }));
  expect(comparison.worse).toBe(false);
  expect(comparison.observations).toEqual([{ silence: 'size', before: ['quick'], after: ['slow'] }]);
  expect(comparison.timing).toEqual([{ operation: 'ssl.list', before: 20, after: 240 }]);
  expect(comparison.facts).toEqual([{ fact: 'seed', before: 42, after: 7 }]);
  expect(compareRuns(run(at(20)), run(at(60))).timing).toEqual([]);
});

it('is written for terminals and for merge requests, where nothing is taken for markup', () => {
  const bad = told('fail', { requirement: 'ssl.list_x', failure: { ...FAILURE, actual: '<b>|x|</b>' } });
  const comparison = compareRuns(run(told('pass', { requirement: 'ssl.list_x' })), run(bad));
  expect(comparisonText(comparison)).toContain('WORSE\n\nFacts of the runs that differ: 1\n');
  expect(comparisonText(comparison)).toContain('Newly failing: 1\n  ssl.list_x: pass, now fail. <b>|x|</b>\n');
  expect(comparisonMarkdown(comparison)).toContain(
    '### Newly failing (1)\n\n- ssl.list\\_x: pass, now fail. \\<b\\>\\|x',
  );
});
