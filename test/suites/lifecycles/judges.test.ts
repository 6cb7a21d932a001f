import { describe, expect, it } from 'vitest';
import { heldByType } from '../../../suites/lifecycles/held-by-type.ts';
import { judgeBystander } from '../../../suites/lifecycles/reached.ts';
import { judgeConcurrent, judgeRepeat, judgeUntouched } from '../../../suites/lifecycles/update-judges.ts';
import {
  confirmedPlaces,
  formedPlaces,
  judgeOmitted,
  judgeWritten,
  type Written,
} from '../../../suites/lifecycles/written.ts';
import { answered } from '../judges/support.ts';

describe('what an update shows', () => {
  const written = (value: unknown, shown: unknown, more: Partial<Written> = {}): Written => ({
    write: '/title',
    read: '/title',
    before: 'old',
    value,
    shown,
    exchange: answered(200),
    ...more,
  });

  it.each([
    ['the same text', 'new', 'new', 'pass'],
    ['the old text', 'new', 'old', 'fail'],
    ['nothing', 'new', undefined, 'fail'],
    ['a trimmed text', ' New  Text ', 'New Text', 'warn'],
    ['a normalised text', 'Zoe\u0308', 'Zo\u00eb', 'warn'],
    ['words in lower case', 'New Text', 'new text', 'fail'],
    ['a link written out', 'HTTP://Help.test?q=a b', 'http://help.test/?q=a%20b', 'warn'],
    ['a link that lost what it asks for', 'https://help.test/?q=a', 'https://help.test/', 'fail'],
    ['a mail address in lower case', 'Ann@Example.test', 'ann@example.test', 'warn'],
    ['the number of a phone with a letter', 'x+12345678', '12345678', 'warn'],
    ['the number of a phone without its plus', '+12345678', '12345678', 'fail'],
    ['the number of a phone', '+1 (2) 34-5', '+12345', 'warn'],
    ['a text with a question mark for a letter', 'Tom 😀', 'Tom ?', 'fail'],
    ['a text without its markup', 'Tom <b>Ann</b> & "Bo"', 'Tom Ann & "Bo"', 'warn'],
    ['a text with its markup escaped', 'Tom <b>Ann</b>', 'Tom &lt;b&gt;Ann&lt;/b&gt;', 'fail'],
    ['a text with its ampersand escaped', 'Tom & Ann', 'Tom &amp; Ann', 'fail'],
    ['a text with a plus sign lost', 'Tom + Ann', 'Tom Ann', 'fail'],
    ['a list in another order', ['a', 'b'], ['b', 'a'], 'pass'],
    ['a shorter list', ['a', 'b'], ['a'], 'fail'],
    ['an empty list', [], [], 'pass'],
    ['an empty list that is left out', [], undefined, 'pass'],
    ['an empty list that is null', [], null, 'pass'],
    ['what the list held before it was emptied', [], ['a'], 'fail'],
    ['an object with further members', { a: 1 }, { a: 1, id: 7 }, 'pass'],
    ['an object with another member', { a: 1 }, { a: 2 }, 'fail'],
  ])('%s, at a declared place', (_name, value, shown, expected) => {
    expect(judgeWritten(written(value, shown), 'claimed', new Set())?.verdict).toBe(expected);
  });

  it('warns of a text in letters of one case, composed, where nobody says what stands there', () => {
    const [first, second] = [written('Ann', 'Ann'), written("Zoe\u0301 O'N", "zo\u00e9 o'n")];
    const confirmed = confirmedPlaces([first]);
    expect(judgeWritten(second, 'assumed', confirmed)?.verdict).toBe('warn');
    expect(judgeWritten(written('Zoe O', 'zoe p'), 'assumed', confirmed)?.verdict).toBe('fail');
    const again = written('zoe Ann', 'Zoe Ann', { before: 'Zoe Ann' });
    expect(judgeWritten(again, 'assumed', confirmed)?.verdict).toBe('warn');
    expect(judgeWritten(again, 'claimed', confirmed, new Set(['/title /title']))?.verdict).toBe('fail');
  });

  it('may lose its letters where numbers of phones are', () => {
    const confirmed = confirmedPlaces([{ ...written('+1234567', '+1234567'), write: '/contactPhone' }]);
    const letter = { ...written('S', ''), write: '/contactPhone' };
    expect(judgeWritten(letter, 'assumed', confirmed)?.verdict).toBe('warn');
    expect(judgeWritten({ ...letter, shown: 'T' }, 'assumed', confirmed)?.verdict).toBe('fail');
  });

  it('is judged at an assumed place only once something written was seen there', () => {
    const first = written('new', 'new');
    const second = written('newer', 'new');
    expect(judgeWritten(second, 'assumed', new Set())).toBeUndefined();
    expect(judgeWritten(second, 'assumed', confirmedPlaces([first, second]))?.verdict).toBe('fail');
  });

  it.each([
    ['Lo', 'LO', 'warn'],
    ['two  words', 'TWO WORDS', 'warn'],
    ['Lo', 'Ly', 'fail'],
  ])('brought into capitals (%s, %s) is a form that nobody speaks of at an assumed place', (value, shown, expected) => {
    const [first, second] = [written('x', 'x'), written(value, shown)];
    expect(judgeWritten(second, 'assumed', confirmedPlaces([first, second]))?.verdict).toBe(expected);
  });

  it('is not judged at an assumed place where an empty list may stand for none given', () => {
    const list = written(['a'], ['a']);
    const emptied = written([], ['a']);
    expect(judgeWritten(emptied, 'assumed', confirmedPlaces([list]))).toBeUndefined();
    expect(judgeWritten(emptied, 'claimed', confirmedPlaces([list]))?.verdict).toBe('fail');
  });

  it('is not confirmed by a list without items, which may have been cleared', () => {
    expect(confirmedPlaces([written([], [])]).size).toBe(0);
    expect(confirmedPlaces([written(['a'], ['a'])]).size).toBe(1);
  });

  it('may be brought into the form of what stood there first', () => {
    const all = [written('QX', 'qx', { before: 'ann@example.test' }), written('ZY', 'zy', { before: 'qx' })];
    const told = (some: readonly Written[]) =>
      some.map((one) => judgeWritten(one, 'claimed', new Set(), formedPlaces(some))?.verdict);
    expect(told(all)).toEqual(['warn', 'warn']);
    expect(told([written('QX', 'qx', { before: 'Ann' }), written('ZY', 'zy', { before: 'ann@example.test' })])).toEqual(
      ['fail', 'fail'],
    );
    expect(told([written('QX', 'other', { before: 'ann@example.test' })])).toEqual(['fail']);
    // Another check may have written to it before: then others of its kind tell.
    const late = written('QX', 'qx', { before: 'zy' });
    const beside = ['bob@example.test', 'eve@example.test'].map((shown) => ({
      write: late.write,
      read: late.read,
      shown,
    }));
    expect(judgeWritten(late, 'claimed', new Set(), formedPlaces([late], beside))?.verdict).toBe('warn');
    expect(judgeWritten(late, 'claimed', new Set(), formedPlaces([late], [...beside].slice(0, 0)))?.verdict).toBe(
      'fail',
    );
    const mixed = [...beside.slice(0, 1), { ...beside[1], write: late.write, read: late.read, shown: 'Bob' }];
    expect(judgeWritten(late, 'claimed', new Set(), formedPlaces([late], mixed))?.verdict).toBe('fail');
  });

  it.each([
    ['in another order', ['漢', ' two  words ', 'Bo'], ['Bo', ' two  words ', '漢'], 'pass'],
    ['trimmed', ['漢', ' two  words '], ['漢', 'two words'], 'warn'],
    ['without markup', ['<b>Bo'], ['Bo'], 'warn'],
    ['in other letter case', ['漢', 'Bo'], ['漢', 'bo'], 'fail'],
    ['with a question mark for a letter', ['漢', 'Bo'], ['?', 'Bo'], 'fail'],
    ['without one', ['漢', 'Bo'], ['漢'], 'fail'],
    ['with one twice', ['漢', 'Bo'], ['漢', '漢'], 'fail'],
  ])('may be a list of texts, each to be kept as a text is: %s', (_, value, shown, verdict) => {
    expect(judgeWritten(written(value, shown), 'claimed', new Set())?.verdict).toBe(verdict);
  });

  it('may be brought into the form of the items that stood in the list first', () => {
    const one = written(['QX'], ['qx'], { before: ['ann@example.test', 'bob@example.test'] });
    expect(judgeWritten(one, 'claimed', new Set(), formedPlaces([one]))?.verdict).toBe('warn');
  });

  it('is doubtful and no more where a number was made up', () => {
    expect(judgeWritten(written([12], [], { invented: true }), 'claimed', new Set())?.verdict).toBe('warn');
  });

  it('keeps members that it does not mention', () => {
    const omitted = (before: unknown, after: unknown, trusted = true): string | undefined =>
      judgeOmitted({ before, after, read: '/x' }, 'written', trusted)?.verdict;
    expect(omitted('a', 'a')).toBe('pass');
    expect(omitted('a', undefined)).toBe('fail');
    expect(omitted('a', undefined, false)).toBeUndefined();
    expect(omitted(null, undefined)).toBe('pass');
    expect(omitted([], null)).toBe('pass');
    expect(omitted(null, 'filled in by the server')).toBe('pass');
    expect(omitted(null, 'written')).toBe('fail');
    expect(judgeOmitted({ before: [], after: [], read: '/x' }, [], true)?.verdict).toBe('pass');
  });
});

describe('members of which it is open whether entities of a type have them', () => {
  const written = (type: string | undefined, read: string, shown?: unknown): Written => ({
    ...{ write: read, read, before: undefined, value: 'x', shown, exchange: answered(200) },
    ...(type === undefined ? {} : { type }),
  });
  const isHeld = heldByType(
    [
      written('IDP', '/login'),
      written('IDP', '/email', 'x'),
      written('IDP', '/street'),
      written('STANDARD', '/street'),
      written('STANDARD', '/floor'),
    ],
    [
      { write: '/phone', read: '/phone', type: 'IDP', shown: '+1' },
      { write: '/login', read: '/login', type: 'STANDARD', shown: 'robin' },
    ],
  );

  it.each([
    ['IDP', '/login', false],
    ['IDP', '/email', true],
    ['IDP', '/phone', true],
    ['STANDARD', '/login', true],
    [undefined, '/login', true],
    ['STANDARD', '/street', true],
    ['STANDARD', '/floor', false],
  ])('type %s, %s: held %s', (type, read, held) => {
    expect(isHeld(written(type, read))).toBe(held);
  });
});

describe('what an update leaves elsewhere', () => {
  const seenNow = (value: unknown, status = 200) => ({ status, value, exchange: answered(status) });

  it.each([
    ['as it was', seenNow({ name: 'b' }), 'pass'],
    ['changed by somebody', seenNow({ name: 'c' }), 'observed'],
    ['changed to what was written to another one', seenNow({ name: 'xa' }), 'fail'],
    ['gone', seenNow(undefined, 404), 'fail'],
  ])('a neighbour is %s', (_name, seen, expected) => {
    expect(judgeBystander('person 2', { name: 'b' }, seen, [{ read: '/name', value: 'xa' }]).verdict).toBe(expected);
  });

  it('a number or a flag is found at its own place alone', () => {
    const judge = (before: object, after: object, value: unknown): string =>
      judgeBystander('account 2', before, seenNow(after), [{ read: '/org', value }]).verdict;
    expect(judge({ org: 20, size: 201 }, { org: 201, size: 201 }, 201)).toBe('fail');
    expect(judge({ org: 20, size: 1 }, { org: 20, size: 201 }, 201)).toBe('observed');
    expect(judge({ org: false, on: true }, { org: true, on: true }, true)).toBe('fail');
    expect(judge({ org: 'a', on: ['b'] }, { org: 'a', on: [] }, [])).toBe('observed');
  });

  it('what another check of the run wrote to a neighbour proves nothing', () => {
    const ours = (part: unknown): boolean => part === 'xa';
    const judge = (...values: string[]): string => {
      const written = values.map((value) => ({ read: '/name', value }));
      const after = seenNow({ name: 'xa', note: 'xother' });
      return judgeBystander('person 2', { name: 'b', note: '' }, after, written, { isOurs: ours }).verdict;
    };
    expect([judge('xa'), judge('xa', 'xother')]).toEqual(['observed', 'fail']);
  });

  it('what contains another one may show it among others, and not as its own', () => {
    const judge = (after: object): string => {
      const written = [{ read: '/name', value: 'xother' }];
      return judgeBystander('organization 2', { name: 'b' }, seenNow(after), written, { own: ['/alias'] }).verdict;
    };
    expect(judge({ name: 'b', departments: [{ name: 'xother' }] })).toBe('observed');
    expect(judge({ name: 'xother' })).toBe('fail');
    expect(judge({ name: 'b', alias: 'xother' })).toBe('fail');
    expect(judge({ name: 'b', parent: 'xother' })).toBe('observed');
  });

  it('a refused one leaves nothing', () => {
    expect(judgeUntouched('no body', 400, []).verdict).toBe('pass');
    expect(judgeUntouched('no body', 400, ['/name'], 'no credential').actual).toBe(
      'refused with 400, yet changed: /name; to values that it did not send, but one refused before it did (no credential)',
    );
    expect(judgeUntouched('no body', 400, ['/name'])).toMatchObject({
      verdict: 'fail',
      actual: expect.stringContaining('/name'),
    });
  });

  it('a repeated one answers the same and adds nothing', () => {
    expect(judgeRepeat(answered(200), answered(200), []).verdict).toBe('pass');
    expect(judgeRepeat(answered(200), answered(409), []).verdict).toBe('fail');
    expect(judgeRepeat(answered(200), answered(200), ['/list']).verdict).toBe('fail');
  });

  it('simultaneous ones may be refused, but break nothing', () => {
    expect(judgeConcurrent(answered(409)).verdict).toBe('pass');
    expect(judgeConcurrent(answered(500)).verdict).toBe('fail');
  });
});

it.each([
  ['Qa bO', 'fail'],
  ['qa bo', 'warn'],
  ['qA Bo', 'pass'],
])(
  'a text of the form of an address that is written over "Qa bO" in other letters, and shows as %s, is a %s',
  (shown, verdict) => {
    const one = { write: '/a', read: '/a', before: 'Qa bO', value: 'qA Bo', shown, exchange: {} as never };
    expect(judgeWritten(one, 'claimed', new Set(), new Set(['/a /a']))?.verdict).toBe(verdict);
  },
);

it.each([
  ['one line\nanother\tline', 'onelineanotherline', 'warn'],
  ['one line\nanother', 'one lineother', 'fail'],
  ['sABo m', 'sABom', 'warn'],
  [1.5, 15, 'fail'],
])('%j at a place of phone numbers that shows as %j is a %s', (value, shown, verdict) => {
  const one = { write: '/a', read: '/a', before: 'sABom', value, shown, exchange: {} as never };
  expect(judgeWritten(one, 'claimed', new Set(), new Set(['/a /a']))?.verdict).toBe(verdict);
});
