/**
 * The emulator at depth, with other seeds, in both dialects: it is never told that it is wrong. Two seeds each in every test
 * run; `npm run seeds` tries twenty.
 */
import { expect, test } from 'vitest';
import { startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';
import { judge, linesOf } from './support.ts';

const SEEDS = Number(process.env['CERTCONFORM_SEEDS'] ?? 2);

test.each(['default', 'alternate'] as const)('no failure on the %s dialect', async (base) => {
  const contract = await loadContract({ dialect: { base, claimed: true }, validate: false });
  const emulator = await startEmulator({ contract, logLimit: 0 });
  try {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      emulator.reset();
      const results = await judge({ profile: emulator.profile(), contract, seed, depth: 'deep' });
      expect(linesOf(results, 'fail', 'warn', 'broken', 'inconclusive'), `seed ${seed}`).toEqual([]);
      expect(results.filter(({ verdict }) => verdict === 'pass').length, `seed ${seed}`).toBeGreaterThan(1_500);
    }
  } finally {
    await emulator.close();
  }
});
