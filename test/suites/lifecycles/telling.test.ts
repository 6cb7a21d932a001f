import { describe, expect, it } from 'vitest';
import { tellingValues } from '../../../suites/lifecycles/telling.ts';

const values = (schema: object): unknown[] => tellingValues(schema as never).map(({ value }) => value);

describe('telling values', () => {
  it('hold characters that are escaped, decoded or lost, as far as a text has room for them', () => {
    const [odd, astral] = values({ type: 'string' }) as string[];
    for (const character of ['&', '<', '+', '"', "'", '%', 'ë', '日']) expect(odd).toContain(character);
    expect([...(astral ?? '')].some((character) => (character.codePointAt(0) ?? 0) > 0xffff)).toBe(true);
    for (const maxLength of [5, 12, 30, 60])
      for (const text of values({ type: 'string', maxLength }) as string[])
        expect([...text].length).toBeLessThanOrEqual(maxLength);
    expect(values({ type: 'string', maxLength: 5 })[0]).toBe('a+b<c');
  });

  it('excuse a server that loses characters beyond the Basic Multilingual Plane, and no other', () => {
    const excused = tellingValues({ type: 'string', maxLength: 64 }).filter(({ debatable }) => debatable);
    expect(excused.map(({ value }) => value)).toEqual(['Tom 😀 Ann']);
  });

  it('are the greatest length, the greatest number, a fraction and a list of several', () => {
    expect(values({ type: 'string', maxLength: 64 }).map(String).at(-1)).toHaveLength(64);
    expect(values({ type: 'integer', maximum: 100_000 })).toEqual([100_000]);
    expect(values({ type: 'number', maximum: 10 })).toEqual([10, 9.5]);
    expect(values({ type: 'array', items: { enum: ['A', 'B', 'C', 'D'] } })).toEqual([['A', 'B', 'C']]);
    expect(values({ type: 'array', items: { type: 'string' }, maxItems: 2 })).toEqual([['Alpha', 'Beta']]);
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
