import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { drawTable } from '../../../suites/machines/picture.ts';
import { judgeBad, judgeGood, judgeUnknown } from '../../../suites/rules/replacement-judges.ts';
import { judgeReplaced, judgeStays } from '../../../suites/rules/requesters.ts';
import { judgeLate, judgeRole, type RoleTrial } from '../../../suites/rules/roles.ts';
import { judgeSurvivor } from '../../../suites/rules/victims.ts';

function answered(status: number): Exchange {
  return {
    request: { method: 'PUT', url: 'http://t/', headers: [] },
    response: { status, headers: [], body: '', encoding: 'utf8', bytes: 0 },
    startedAt: 0,
    durationMs: 1,
  };
}

describe('who outlives a deletion', () => {
  const look = (status: number, value: unknown) => ({ exchange: answered(status), status, value });
  const before = look(200, { surname: 'Lee', requests: 1 });
  it.each([
    ['stands as it was', look(200, { surname: 'Lee', requests: 3 }), 'pass'],
    ['is gone', look(404, undefined), 'fail'],
    ['has another surname', look(200, { surname: 'Requester', requests: 1 }), 'fail'],
    ['cannot be looked at', look(429, undefined), 'inconclusive'],
  ] as const)('%s', (_name, now, expected) => {
    expect(judgeSurvivor('administrator 7', before, now, ['/surname', '/requests']).verdict).toBe(expected);
  });

  it('may change where nobody claims what shows', () => {
    expect(judgeSurvivor('administrator 7', before, look(200, { surname: 'Requester' }), []).verdict).toBe('pass');
  });
});

describe('deleting an administrator with a replacement', () => {
  const deletion = (status: number, after: number) => ({ label: 'own', exchange: answered(status), after });

  it.each([
    ['refused, still there', deletion(400, 200), true, 'pass'],
    ['refused, but a fit one was refused too', deletion(400, 200), false, 'inconclusive'],
    ['accepted', deletion(204, 404), true, 'fail'],
    ['refused, yet gone', deletion(400, 404), true, 'fail'],
    ['a server error', deletion(500, 200), true, 'fail'],
  ] as const)('an unfit one: %s', (_name, found, control, expected) => {
    expect(judgeBad(found, control).verdict).toBe(expected);
  });

  it.each([
    ['refused', deletion(404, 200), 'observed'],
    ['taken as it is', deletion(204, 404), 'observed'],
    ['refused, yet gone', deletion(404, 404), 'fail'],
    ['a server error', deletion(500, 200), 'fail'],
  ] as const)('an unknown one: %s', (_name, found, expected) => {
    expect(judgeUnknown(found).verdict).toBe(expected);
  });

  it.each([
    ['accepted and gone', deletion(204, 404), 'pass'],
    ['accepted, still there', deletion(204, 200), 'fail'],
    ['refused', deletion(400, 200), 'fail'],
  ] as const)('a fit one: %s', (_name, found, expected) => {
    expect(judgeGood(found).verdict).toBe(expected);
  });

  it('one that may be a template, for all that is said of it, may be refused', () => {
    expect(judgeGood(deletion(400, 200), false).verdict).toBe('inconclusive');
    expect(judgeGood(deletion(500, 200), false).verdict).toBe('fail');
    expect(judgeGood(deletion(204, 404), false).verdict).toBe('pass');
  });
});

describe('roles', () => {
  const trial = (attempt: number, control: number, again: RoleTrial['again'], valid = true): RoleTrial => ({
    attempt: answered(attempt),
    control: answered(control),
    valid,
    again,
    late: answered(403),
  });

  it.each([
    ['refused to the one, granted to the other', trial(403, 200, [200, 200, 200]), 'pass'],
    ['refused with 400', trial(400, 200, [200, 200, 409]), 'pass'],
    ['accepted', trial(200, 200, [200, 200, 200]), 'fail'],
    ['accepted, and then found done', trial(200, 409, [200, 200, 409]), 'fail'],
    ['refused, yet found done', trial(403, 409, [200, 200, 409]), 'fail'],
    ['refused, the control throttled', trial(403, 429, [200, 200, 409]), 'inconclusive'],
    ['refused, the repetition throttled', trial(403, 409, [200, 200, 429]), 'inconclusive'],
    ['refused to both', trial(403, 403, [403, 403, 403]), 'inconclusive'],
    ['accepted from the one, refused to the other', trial(200, 403, [403, 403, 403]), 'inconclusive'],
    ['a credential that is good for nothing', trial(401, 200, [200, 200, 200], false), 'inconclusive'],
    ['a server error', trial(500, 200, [200, 200, 200]), 'fail'],
  ] as const)('%s', (_name, seen, expected) => {
    expect(judgeRole(seen).verdict).toBe(expected);
  });

  it.each([
    ['by the role', 403, 403, 'pass'],
    ['by the state', 403, 409, 'pass'],
    ['not at all, though it is in the start state', 403, 200, 'fail'],
    ['not at all, as in the start state', 200, 200, undefined],
    ['by a server error', 403, 500, 'fail'],
  ] as const)('what is done already is refused %s', (_name, attempt, late, expected) => {
    const seen = { ...trial(attempt, 200, [200, 200, 200]), late: answered(late) };
    expect(judgeLate(seen)?.verdict).toBe(expected);
  });
});

describe('the picture of a table', () => {
  const svg = drawTable({
    title: 'A <table> & more',
    subtitle: 'test',
    rows: ['a', 'b'],
    columns: ['a', 'b'],
    cell: (row, column) => ({
      colour: row === column ? 'grey' : row === 'a' ? 'good' : 'bad',
      promise: `${row} to ${column}`,
      seen: '200',
    }),
  });

  it('is one well-formed SVG with a cell for each pair and a legend', () => {
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
    expect(svg).toContain('A &lt;table&gt; &amp; more');
    for (const cell of ['a to a', 'a to b', 'b to a', 'b to b']) expect(svg).toContain(`>${cell}<`);
    for (const [tag, count] of Object.entries({ '<g>': 4, '</g>': 4, '</svg>': 1 })) {
      expect(svg.split(tag).length - 1, tag).toBe(count);
    }
  });

  it('has a background of its own, so that it reads on a dark page', () => {
    expect(svg).toMatch(/<rect x="0.5" y="0.5"[^>]*fill="#ffffff"/);
  });
});

describe('certificates of a deleted administrator', () => {
  const of = (word: string, ...keys: string[]) => ({
    word,
    keys,
    entries: new Map(),
    last: { exchange: {} as never, status: 200, items: [], total: undefined },
  });
  const before = of('ann', '1', '2');

  it('have the new requester, all of them', () => {
    const named = true;
    expect(judgeReplaced(before, { old: of('ann'), new: of('ben', '7', '1', '2'), named }).verdict).toBe('pass');
    expect(judgeReplaced(before, { old: of('ann', '2'), new: of('ben', '1'), named }).verdict).toBe('fail');
    expect(judgeReplaced(before, { old: of('ann'), new: of('ben', '1'), named }).verdict).toBe('fail');
    expect(judgeReplaced(before, { old: of('ann'), new: undefined, named: false }).verdict).toBe('pass');
    const all = of('joanna', '1', '2');
    expect(judgeReplaced(before, { old: of('ann', '1', '2'), new: all, named, alike: true }).verdict).toBe('pass');
    expect(judgeReplaced(before, { old: undefined, new: undefined, named: false }).verdict).toBe('inconclusive');
  });

  it('keep theirs where nobody takes over', () => {
    expect(judgeStays(before, of('ann', '2', '1', '3')).verdict).toBe('pass');
    expect(judgeStays(before, of('ann', '1')).verdict).toBe('fail');
    expect(judgeStays(before, undefined).verdict).toBe('inconclusive');
  });
});
