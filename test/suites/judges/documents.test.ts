import { describe, expect, it } from 'vitest';
import { inWords } from '../../../reports/remark.ts';
import { differences, except, losses, mentions } from '../../../suites/judges/documents.ts';

describe('differences of two documents', () => {
  it.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ a: 1 }, { a: 2 }, ['/a']],
    [{ a: 1 }, {}, ['/a']],
    [{ a: null, b: [] }, { b: {} }, []],
    [{ a: null }, { a: 0 }, ['/a']],
    [{ list: [1, { x: 1 }] }, { list: [1, { x: 2 }] }, ['/list/1/x']],
    [{ list: [1] }, { list: [1, 2] }, ['/list']],
    [{ list: ['a', 'b', 'a'] }, { list: ['b', 'a', 'a'] }, []],
    [{ list: ['a', 'b', 'a'] }, { list: ['b', 'b', 'a'] }, ['/list/0']],
    [{ list: [{ x: 1 }, { x: 2, y: [3, 4] }] }, { list: [{ x: 2, y: [4, 3] }, { x: 1 }] }, []],
    [{ 'a/b': 1, 'c~d': 1 }, { 'a/b': 2, 'c~d': 2 }, ['/a~1b', '/c~0d']],
    [[], {}, ['']],
    ['x', 'y', ['']],
  ])('%j and %j', (before, after, expected) => {
    expect(differences(before, after)).toEqual(expected);
  });

  it('of which one may only have more', () => {
    expect(losses({ list: ['a', 'b'] }, { list: ['c', 'b', 'a'] })).toEqual([]);
    expect(losses({ list: ['a', 'b'] }, { list: ['b', 'c'] })).toEqual(['/list/0']);
    expect(losses({ list: [{ x: 1 }] }, { list: [{ y: 2, x: 1 }] })).toEqual([]);
  });

  it('leave out what moves by itself', () => {
    expect(except(['/a', '/b/c', '/bc'], ['/b'])).toEqual(['/a', '/bc']);
    expect(inWords(['', '/a', '/b', '/c', '/d'])).toBe('the whole body, /a, /b, /c and 1 more');
  });

  it('know what a document mentions', () => {
    expect(mentions({ a: [{ id: 7 }] }, 7)).toBe(true);
    expect(mentions({ a: ['7'] }, 7)).toBe(true);
    expect(mentions({ a: 77 }, 7)).toBe(false);
  });
});
