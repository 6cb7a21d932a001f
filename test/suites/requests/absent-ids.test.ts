/** A guess at an id that names nothing stays away from all that the profile names (contract 2.1). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import type { Parameter } from '../../../spec/types.ts';
import type { Session } from '../../../suites/engine/index.ts';
import { absentId } from '../../../suites/requests/absent.ts';

const parameter = (await loadContract({ validate: false })).operation('admin.read').parameters[0] as Parameter;

function guessBeside(ids: readonly number[], seed: number): number {
  const target = { facts: { absent: {} }, fixtures: () => ids.map((id) => ({ ids: { id } })) };
  return Number(absentId({ target, seed } as unknown as Session, 'administrator', parameter));
}

test.each([
  ['small ids', [1, 2, 3]],
  ['ids up to the end of the range', [2_147_000_004, 2_147_000_123, 2_147_483_647]],
  ['ids at several ends', [2_147_100_000, 2_119_999_000, 2_090_000_001]],
])('beside %s', (_what, ids) => {
  for (const seed of [0, 1, 99_999]) {
    const guess = guessBeside(ids, seed);
    expect(guess).toBeGreaterThan(2_000_000_000);
    expect(guess).toBeLessThan(2 ** 31);
    for (const id of ids) expect(Math.abs(id - guess)).toBeGreaterThan(9_000_000);
  }
});

test('different seeds guess differently', () => {
  expect(guessBeside([1], 1)).not.toBe(guessBeside([1], 2));
});
