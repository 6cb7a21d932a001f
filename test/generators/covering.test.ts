import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Factor, pairwise, uncoveredPairs } from '../../generators/index.ts';

function grid(factors: number, levels: number): Factor[] {
  return Array.from({ length: factors }, (_, index) => ({
    name: `f${index}`,
    levels: Array.from({ length: levels }, (_unused, level) => `v${level}`),
  }));
}

const factors = fc.uniqueArray(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 3 }),
    levels: fc.uniqueArray(fc.string({ maxLength: 2 }), { minLength: 1, maxLength: 5 }),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 9 },
);

test('every pair of levels occurs, every row is complete, and the same seed gives the same rows', () => {
  fc.assert(
    fc.property(factors, fc.nat(), (some, seed) => {
      const rows = pairwise(some, seed);
      expect(uncoveredPairs(some, rows)).toEqual([]);
      expect(pairwise(some, seed)).toEqual(rows);
      for (const row of rows) for (const { name, levels } of some) expect(levels).toContain(row[name]);
    }),
    { seed: 6, numRuns: 100 },
  );
});

test('arrays are small: 30 factors of 3 levels need few more rows than the best known 14 to 18', () => {
  expect(pairwise(grid(30, 3)).length).toBeLessThanOrEqual(27);
  expect(pairwise(grid(4, 3)).length).toBeLessThanOrEqual(11);
  expect(pairwise(grid(2, 5)).length).toBe(25);
});

test('a missing pair is named', () => {
  const [first, ...rest] = pairwise(grid(2, 2));
  expect(uncoveredPairs(grid(2, 2), rest)).toEqual([`f0=${first?.['f0']} & f1=${first?.['f1']}`]);
});

test('one factor gives its levels, none gives no rows', () => {
  expect(pairwise([{ name: 'a', levels: ['1', '2'] }])).toEqual([{ a: '1' }, { a: '2' }]);
  expect(pairwise([])).toEqual([]);
  expect(pairwise([{ name: 'a', levels: [] }])).toEqual([]);
});
