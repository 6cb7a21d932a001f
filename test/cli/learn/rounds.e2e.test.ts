/**
 * From addresses, tokens and ids to a full run: learn, look, run, and again. The emulator speaks its alternate dialect, of which
 * nobody tells the suite; every word that is added to the profile is one that `learn` found out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../emulator/index.ts';
import { verdictOf } from '../../../reports/outcome.ts';
import { readResults } from '../../../reports/reader.ts';
import { loadContract } from '../../../spec/load.ts';
import { VERDICTS } from '../../../spec/vocabulary.ts';
import { certconform, temporaryFolder, writeProfile } from '../../run/support.ts';
import { untold } from './untold.ts';

/** Rounds of learn, look, run. */
const ROUNDS = 3;
/** Share of the requirements about which a run by the full profile and one by the learned profile must say the same. */
const ENOUGH = 0.95;

test('three rounds lead to nearly all that the full profile shows', async () => {
  const emulator = await startEmulator({ contract: await loadContract({ validate: false, dialect: 'alternate' }) });
  const folder = temporaryFolder('rounds');
  try {
    const profile = writeProfile(folder.path, untold(emulator));
    const out = join(folder.path, 'out');
    const shares: number[] = [];
    while (shares.length < ROUNDS && (shares.at(-1) ?? 0) < ENOUGH) {
      emulator.reset();
      const from = shares.length === 0 ? [] : ['--run', out];
      const learned = await certconform([
        'learn',
        '--target',
        profile,
        ...from,
        '--out',
        `${out}.yaml`,
        '--apply',
        '--yes',
      ]);
      expect(learned.code, learned.stderr).toBe(0);
      emulator.reset();
      await certconform(['run', '--target', profile, '--runs', '2', '--no-html', '--out', out]);
      shares.push(shareOf(out));
    }
    expect(shares.at(-1), `after each round: ${shares.join(', ')}`).toBeGreaterThanOrEqual(ENOUGH);
  } finally {
    await emulator.close();
    folder.remove();
  }
});

/** Share of the verdicts of the full profile, as kept in `test/run/verdicts`, that this run gives, too. */
function shareOf(out: string): number {
  const kept = readFileSync(new URL('../../run/verdicts/alternate.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const worst = new Map<string, number>();
  for (const result of readResults(out).results) {
    const rank = VERDICTS.indexOf(verdictOf(result));
    worst.set(result.requirement, Math.min(rank, worst.get(result.requirement) ?? rank));
  }
  const same = kept.filter((line) => {
    const [requirement = '', verdict] = line.split(' ');
    return VERDICTS[worst.get(requirement) ?? -1] === verdict;
  });
  return same.length / kept.length;
}
