/** Shrinking ends in time, and nothing else is cut short. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shrunkInTime } from '../../../suites/engine/shrinking.ts';

const slowly = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

test('what holds is tried as often as it is to be, however long that takes', async () => {
  let tried = 0;
  const property = fc.asyncProperty(
    fc.integer(),
    shrunkInTime(async () => {
      tried += 1;
      await slowly(4);
      return true;
    }, 10),
  );
  const { numRuns, interrupted } = await fc.check(property, { seed: 1, numRuns: 20 });
  expect([tried, numRuns, interrupted]).toEqual([20, 20, false]);
});

test.each([
  ['says no', (): boolean => false],
  [
    'throws',
    (): boolean => {
      throw new Error('no');
    },
  ],
])('of a property that %s a smaller failure is looked for, and not for ever', async (_, fail) => {
  const failed: number[] = [];
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 2 ** 31 }),
    shrunkInTime(async (value: number) => {
      await slowly(5);
      if (value <= 1000) return true;
      failed.push(value);
      return fail();
    }, 40),
  );
  const { failed: told, counterexample, numShrinks } = await fc.check(property, { seed: 1, numRuns: 20 });
  expect([told, counterexample]).toEqual([true, [failed.at(-1)]]);
  expect(numShrinks).toBeGreaterThan(0);
  // 40 ms of tries of 5 ms each, where some thirty halvings would lead to the smallest.
  expect(failed.length).toBeLessThan(12);
  expect(failed.at(-1)).toBeLessThan(failed[0] ?? 0);
});
