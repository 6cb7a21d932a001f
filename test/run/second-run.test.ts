/** Every run is the second run: fixtures that are not there are told, and turn nothing red (design rule 11). */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../reports/reader.ts';
import { certconform, emulatorProcess, profileData, temporaryFolder, writeProfile } from '../cli/support.ts';
import { linesOf } from './support.ts';

type Ids = Record<string, string | number>;
type Fixtures = Record<string, { ids: Ids }[]>;

test('a profile of which no fixture names anything: nothing fails or breaks', async () => {
  const folder = temporaryFolder();
  const { profile } = await emulatorProcess(folder);
  const data = profileData(profile);
  const nothing = writeProfile(folder, { ...data, fixtures: naming(data['fixtures'] as Fixtures) });
  const out = join(folder, 'out');
  const args = ['run', '--target', nothing, '--out', out, '--effects', 'destroy', '--depth', 'quick', '--no-html'];
  const { code, stdout, stderr } = await certconform(args);
  const { results } = readResults(out);
  expect(linesOf(results, 'fail', 'broken')).toEqual([]);
  expect(code, stdout).toBe(3);
  expect(stderr).toMatch(/^28 of 28 fixtures of kind person are gone and count as absent from the profile: /m);
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(400);
});

/** The same fixtures with ids that nothing has. */
function naming(fixtures: Fixtures): Fixtures {
  let n = 0;
  const other = (kind: string, id: string | number): string | number => {
    n += 1;
    if (typeof id === 'number') return 1_900_000_000 + n;
    if (kind === 'bucket') return `7a3b1f2e-0a9e-4c57-8d46-${String(n).padStart(12, '0')}`;
    return kind === 'order' ? String(8_000_000 + n) : `nobody${n}`;
  };
  return Object.fromEntries(
    Object.entries(fixtures).map(([kind, entries]) => [
      kind,
      entries.map((one) => ({
        ...one,
        ids: Object.fromEntries(Object.entries(one.ids).map(([name, id]) => [name, other(kind, id)])),
      })),
    ]),
  );
}
