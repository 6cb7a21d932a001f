/**
 * What a run says of each requirement, on the emulator in both dialects and on the miniature, kept in `verdicts/`: a change
 * that is to change nothing is held against it. `npx vitest run --mode e2e test/run/verdicts.e2e.test.ts -u` writes it anew.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { verdictOf } from '../../reports/outcome.ts';
import { readResults } from '../../reports/reader.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { ANSWERS, miniatureProfile } from './miniature/profile.ts';
import { startMiniature } from './miniature/server.ts';
import { certconform, temporaryFolder, writeProfile } from './support.ts';

/** Exchanges of each run when it was last weighed; a run may come to cost this much more before somebody has to look why. */
const EXCHANGES = { default: 25_000, alternate: 24_200, miniature: 7_000 };
const MORE = 1.05;

/** Cases that a standard run over the emulator may come to: what is new has to take the place of something. */
const MOST_CASES = 20_000;

/** Exchanges and MiB of the tape of a standard run, as docs/certifying.md tells them; a run may differ from them by this much. */
const TOLD = /tape of a standard run over the emulator, ([\d,]+) exchanges, was seen to take ([\d.]+) MiB/;
const NEAR = 0.05;

test.each(['default', 'alternate'] as const)('the emulator with the dialect %s', (dialect) =>
  compare(dialect, ['--dialect', dialect]),
);

test('the miniature', async () => {
  const miniature = await startMiniature();
  const folder = temporaryFolder('verdicts');
  const dialect = { base: 'none', answers: ANSWERS };
  try {
    const profile = writeProfile(folder.path, miniatureProfile(miniature, { states: 'all', dialect }));
    await compare('miniature', ['--target', profile, '--effects', 'destroy']);
  } finally {
    await miniature.close();
    folder.remove();
  }
});

async function compare(name: keyof typeof EXCHANGES, options: readonly string[]): Promise<void> {
  const out = temporaryFolder('verdicts-out');
  try {
    const { code, stdout, stderr } = await certconform(['run', ...options, '--no-html', '--out', out.path]);
    expect([0, 3], stdout + stderr).toContain(code);
    await expect(linesIn(out.path)).toMatchFileSnapshot(`verdicts/${name}.txt`);
    expect(exchangesIn(out.path)).toBeLessThan(EXCHANGES[name] * MORE);
    if (name !== 'default') return;
    expect(Number(/verdicts from (\d+) cases/.exec(stdout)?.[1])).toBeLessThanOrEqual(MOST_CASES);
    const guide = readFileSync(new URL('../../docs/certifying.md', import.meta.url), 'utf8');
    const [exchanges = Number.NaN, size = Number.NaN] =
      TOLD.exec(guide.replaceAll('\n', ' '))
        ?.slice(1)
        .map((one) => Number(one.replaceAll(',', ''))) ?? [];
    expect(Math.abs(exchangesIn(out.path) / exchanges - 1)).toBeLessThan(NEAR);
    expect(Math.abs(statSync(join(out.path, 'tape.ndjson.gz')).size / 2 ** 20 / size - 1)).toBeLessThan(NEAR);
  } finally {
    out.remove();
  }
}

/** One line for each requirement: its worst verdict. */
function linesIn(out: string): string {
  const worst = new Map<string, number>();
  for (const result of readResults(out).results) {
    const rank = VERDICTS.indexOf(verdictOf(result));
    worst.set(result.requirement, Math.min(rank, worst.get(result.requirement) ?? rank));
  }
  const lines = [...worst].map(([id, rank]) => `${id} ${VERDICTS[rank]}`);
  return `${lines.toSorted().join('\n')}\n`;
}

function exchangesIn(out: string): number {
  const tape = gunzipSync(readFileSync(join(out, 'tape.ndjson.gz'))).toString();
  return tape.split('\n').filter((line) => line.startsWith('{"type":"exchange"')).length;
}
