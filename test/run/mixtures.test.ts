/**
 * Conforming servers that answer the open points in ways that no dialect has together: told, merely assumed, or unknown, none of
 * them is told that it is wrong. One in every test run; `npm run seeds` tries twenty.
 */
import { expect, test } from 'vitest';
import { startEmulator } from '../../emulator/index.ts';
import type { Result } from '../../reports/model.ts';
import { loadContract } from '../../spec/load.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { mixtureOf } from './mixture.ts';
import { judge, linesOf } from './support.ts';

const COUNT = Number(process.env['CERTCONFORM_SEEDS'] ?? 1);
const FIRST = Number(process.env['CERTCONFORM_FIRST'] ?? 26);
const DEPTH = (process.env['CERTCONFORM_DEPTH'] ?? 'quick') as Depth;

/** That whole numbers are read in another notation is debatable, and told as that. */
const wrong = (results: readonly Result[]): string[] =>
  linesOf(results, 'fail', 'warn', 'broken').filter((line) => !line.includes('integral-fraction'));

const seeds = Array.from({ length: COUNT }, (_, index) => FIRST + index);

test.each(seeds)('no failure on mixture %i', { timeout: 600_000 }, async (seed) => {
  const { dialect, otherwise } = await mixtureOf(seed);
  const contract = await loadContract({ dialect, validate: false });
  const emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false, otherwise });
  try {
    for (const told of [dialect, undefined, 'none'] as const) {
      emulator.reset();
      const { dialect: _own, ...profile } = emulator.profile();
      const about = { ...profile, ...(told === undefined ? {} : { dialect: told }) };
      const results = await judge({ profile: about, seed, depth: DEPTH });
      expect(wrong(results), typeof told === 'object' ? 'told' : (told ?? 'assumed')).toEqual([]);
      expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(500);
    }
  } finally {
    await emulator.close();
  }
});
