import { describe, expect, it } from 'vitest';
import { emptiedValues, roundTripValues } from '../../../suites/lifecycles/round-trip.ts';

const values = (schema: object): unknown[] => roundTripValues(schema as never).map(({ value }) => value);

describe('round-trip values', () => {
  it('hold characters of all classes, in as few texts as can hold them', () => {
    const odd = ['&', '<', '+', '"', "'", '%', '\\', ';', '{', '*', 'é', '漢', '😀', 'ש', '\u0301'];
    for (const maxLength of [16, 30, 60, 300]) {
      const texts = values({ type: 'string', maxLength }) as string[];
      for (const character of odd) expect(texts.join('')).toContain(character);
      for (const text of texts) expect([...text].length).toBeLessThanOrEqual(maxLength);
    }
  });

  it('are texts that look like something else: no value, a number, references, lines', () => {
    const texts = values({ type: 'string', maxLength: 60 }) as string[];
    for (const look of [/^null$/, /^0\d+$/, /^\d+\.\d0$/, /&amp;.*%41.*\\u0041/, /\n.*\t/])
      expect(texts.filter((text) => look.test(text))).toHaveLength(1);
    // Those for which there is no room are left out.
    expect(values({ type: 'string', maxLength: 3 })).not.toContain('null');
  });

  it('say what they are made of, for servers that refuse some of it', () => {
    for (const { value, parts } of roundTripValues({ type: 'string', maxLength: 40 }).filter((one) => one.parts))
      expect(parts?.join(' ')).toBe(value);
  });

  it('are the greatest length, the greatest number, a fraction and a list of several', () => {
    const [longest, wide] = values({ type: 'string', maxLength: 64 }).map(String).slice(-2);
    expect([longest, wide]).toEqual([expect.stringMatching(/^[\x20-\x7e]{64}$/), 'é'.repeat(64)]);
    expect(values({ type: 'integer', maximum: 100_000 })).toEqual([100_000]);
    expect(values({ type: 'number', maximum: 10 })).toEqual([10, 9.5]);
    expect(values({ type: 'array', items: { enum: ['A', 'B', 'C', 'D'] } })).toEqual([
      ['A', 'B', 'C'],
      ['C'],
      ['A'],
      ['D'],
    ]);
    const texts = values({ type: 'array', items: { type: 'string' }, maxItems: 2 });
    expect(texts.slice(0, 3)).toEqual([['Alpha', 'Beta'], ['Beta'], ['Alpha']]);
    expect(values({ type: 'array', items: { type: 'integer', minimum: 1 } })).toEqual([
      [13, 14, 15, 16, 17, 18, 70_000],
      [13, 14, 15],
      [70_000],
      [13],
    ]);
    expect(values({ type: 'array', items: { type: 'integer', maximum: 13 } })).toEqual([[12, 13], [13], [12]]);
  });

  it('are items of all classes in a list of texts, from either end, with what each list is made of', () => {
    const items = { type: 'string', maxLength: 40 };
    const lists = roundTripValues({ type: 'array', items } as never).filter(({ value }) => (value as []).length > 9);
    const [some, turned] = lists.map(({ value }) => value as string[]);
    for (const character of ['&', '<', '"', 'é', '漢', '😀', '\u0301', ' two  words ', 'Longest Longest Longest '])
      expect(some?.some((text) => text.includes(character))).toBe(true);
    expect(turned).toEqual(some?.toReversed());
    expect(lists.map(({ parts }) => parts)).toEqual([some, undefined]);
    expect(values({ type: 'array', items: { type: 'string', format: 'email' } })).not.toContainEqual(some);
  });

  it('begin with the shortest text, another one for each of the members that are written together', () => {
    const shortest = (schema: object, turn = 0): unknown => roundTripValues(schema as never, turn)[0]?.value;
    for (const schema of [{ type: 'string' }, { type: 'string', minLength: 0 }, { type: 'string', minLength: 1 }])
      expect(shortest(schema)).toMatch(/^[A-Z]$/);
    expect(shortest({ type: 'string', minLength: 3 })).toMatch(/^[A-Z]{3}$/);
    expect(shortest({ type: 'string' }, 1)).not.toBe(shortest({ type: 'string' }, 0));
  });

  it('differ from one another in letter case, in what follows, in blanks and in a letter alone', () => {
    const texts = values({ type: 'string', maxLength: 7 }).map(String);
    const [first, cased, longer, closed, other] = texts.slice(texts.indexOf('Qa bO'));
    expect([cased?.toLowerCase(), cased === first]).toEqual([first?.toLowerCase(), false]);
    expect([longer?.startsWith(cased ?? 'none'), closed]).toEqual([true, longer?.replace(' ', '')]);
    expect([other?.length, other === closed]).toEqual([closed?.length, false]);
  });

  it('are the empty list, where a list may be empty, and what it held, and the empty text', () => {
    const emptied = (schema: object, present: unknown): unknown[] =>
      emptiedValues(schema as never, present).map(({ value }) => value);
    const ids = { type: 'array', items: { type: 'integer', 'x-reference': 'organization' } };
    expect(emptied(ids, [4, 7])).toEqual([[], [4, 7]]);
    expect(emptied(ids, [])).toEqual([[]]);
    expect(emptied({ ...ids, minItems: 1 }, [4])).toEqual([[4]]);
    expect(emptied({ type: 'array' }, [{ id: 4 }])).toEqual([[]]);
    expect(emptied({ type: 'string' }, 'x')).toEqual(['']);
    expect(emptied({ type: 'string', minLength: 1 }, 'x')).toEqual([]);
    expect(emptied({ type: 'integer' }, 4)).toEqual([]);
  });

  it('are one of each kind where the contract names several', () => {
    const schema = {
      type: 'string',
      'x-semantic': 'link-address',
      pattern: '^([a-z]+:.+)?$',
      examples: ['', 'https://a.example', 'mailto:a@b.example', 'no'],
    };
    expect(values(schema)).toEqual(['https://a.example', 'mailto:a@b.example']);
  });

  it.each([
    { type: 'string', format: 'email' },
    { type: 'string', pattern: '^x' },
    { enum: ['a', 'b'] },
    { type: 'integer', format: 'int32' },
    { type: 'integer', maximum: 2 ** 31 - 1 },
    { type: 'integer', 'x-reference': 'organization', maximum: 9 },
    { type: 'array', items: { enum: ['A'] } },
    { type: 'array', items: { type: 'string', 'x-reference': 'person' } },
    { type: 'boolean' },
  ])('are none of %j', (schema) => {
    expect(values(schema)).toEqual([]);
  });
});
