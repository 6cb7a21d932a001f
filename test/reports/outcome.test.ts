import { describe, expect, it } from 'vitest';
import type { Result } from '../../reports/model.ts';
import { countVerdicts, outcomeOf, verdictOf } from '../../reports/outcome.ts';
import { result } from './made-up.ts';

const pass = result('pass');

/** Outcome and exit code of these results, plainly and with partial runs allowed. */
function judge(...results: Result[]): [string, number, number] {
  const { outcome, exitCode } = outcomeOf(results);
  return [outcome, exitCode, outcomeOf(results, { allowPartial: true }).exitCode];
}

describe('outcomeOf', () => {
  it('is conformant when every MUST held, whatever only warns or was observed', () => {
    expect(judge(pass)).toEqual(['conformant', 0, 0]);
    expect(judge(pass, result('warn'), result('observed'))).toEqual(['conformant', 0, 0]);
    expect(judge(pass, result('not-applicable', { cause: 'area-not-claimed' }))).toEqual(['conformant', 0, 0]);
    expect(judge(pass, result('inconclusive', { level: 'SHOULD' }))).toEqual(['conformant', 0, 0]);
    expect(outcomeOf([pass]).reason).toBeUndefined();
  });

  it('is non-conformant when one MUST failed, whatever else happened', () => {
    expect(judge(pass, result('fail'))).toEqual(['non-conformant', 1, 1]);
    expect(judge(result('fail'), result('broken'), result('inconclusive'))).toEqual(['non-conformant', 1, 1]);
    expect(judge(pass, result('fail', { source: 'dialect' }))).toEqual(['non-conformant', 1, 1]);
  });

  it('lets a broken SHOULD warn only', () => {
    const should = result('fail', { level: 'SHOULD', source: 'dialect' });
    expect(judge(pass, should)).toEqual(['conformant', 0, 0]);
    expect(verdictOf(should)).toBe('warn');
    expect(countVerdicts([should])).toMatchObject({ fail: 0, warn: 1 });
  });

  it('is partial when a MUST was not shown', () => {
    expect(judge(pass, result('inconclusive'))).toEqual(['partial', 3, 0]);
    expect(judge(pass, result('not-applicable', { cause: 'effect-not-permitted' }))).toEqual(['partial', 3, 0]);
    const { cause: _, ...causeless } = result('not-applicable');
    expect(judge(pass, causeless)).toEqual(['partial', 3, 0]);
  });

  it('never excuses what broke off or has no result', () => {
    expect(judge(pass, result('broken'))).toEqual(['partial', 3, 3]);
    expect(outcomeOf([pass], { missing: ['a'], allowPartial: true })).toMatchObject({
      outcome: 'partial',
      exitCode: 3,
    });
    expect(outcomeOf([pass], { missing: [] })).toMatchObject({ outcome: 'conformant' });
  });

  it('is aborted when nothing could be judged, and never 0', () => {
    expect(judge()).toEqual(['aborted', 2, 2]);
    expect(judge(result('broken'))).toEqual(['aborted', 2, 2]);
    expect(judge(result('inconclusive'), result('not-applicable', { cause: 'area-not-claimed' }))).toEqual([
      'aborted',
      2,
      2,
    ]);
    expect(judge(result('observed'))).toEqual(['aborted', 2, 2]);
  });

  it('says why', () => {
    const mixed = [pass, result('broken'), result('inconclusive'), result('inconclusive')];
    expect(outcomeOf(mixed, { missing: ['a', 'b'] }).reason).toBe(
      '1 check broke off, 2 planned requirements have no result, 2 MUSTs were not shown',
    );
    expect(outcomeOf([pass, result('fail')]).reason).toBe('1 MUST failed');
  });
});
