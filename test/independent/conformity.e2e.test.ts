/**
 * Servers that conform, as unlike as the contract allows, and profiles that say all, nothing, or of each point by lot:
 * nothing may be told against them, nor break.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Extent, writeProfile } from './profiles.ts';
import { readingOf } from './readings/all.ts';
import type { Reading } from './readings/reading.ts';
import type { Listening } from './server/http.ts';
import { start } from './start.ts';
import { runSuite } from './suite.ts';

const READING_IDS = ['A', 'B', 'C'] as const;
const EXTENTS = ['told', 'bare'] as const;
const LOTS = [1, 2, 3, 4, 5, 6] as const;
const CASES: readonly { readonly id: string; readonly extent: Extent }[] = [
  ...READING_IDS.flatMap((id) => EXTENTS.map((extent) => ({ id, extent }))),
  ...LOTS.flatMap((lot) => (['told', lot] as const).map((extent) => ({ id: `M${lot}`, extent }))),
];

describe.each(CASES)('reading $id, $extent', ({ id, extent }) => {
  let server: Listening;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'independent-'));
    server = await start(readingOf(id) as Reading);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // The second run meets what the first one left.
  test.each([1, 8])('nothing fails and nothing breaks with seed %i', async (seed) => {
    const profile = writeProfile(folder, readingOf(id) as Reading, server, extent);
    const { verdicts, console } = await runSuite(profile, join(folder, `out-${seed}`), { seed });
    const ids = (...wanted: readonly string[]) =>
      [...verdicts].filter(([, { verdict }]) => wanted.includes(verdict)).map(([id]) => id);
    expect(ids('fail', 'broken'), console.slice(-2_000)).toEqual([]);
    expect(ids('pass').length).toBeGreaterThan(500);
  });
});
