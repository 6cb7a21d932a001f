/** Three servers that conform, as unlike as the contract allows: nothing may be told against them, nor break. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeProfile } from './profiles.ts';
import { READINGS } from './readings/all.ts';
import type { Listening } from './server/http.ts';
import { start } from './start.ts';
import { runSuite } from './suite.ts';

const READING_IDS = ['A', 'B', 'C'] as const;
const EXTENTS = ['told', 'bare'] as const;
const CASES = READING_IDS.flatMap((id) => EXTENTS.map((extent) => ({ id, extent })));

describe.each(CASES)('reading $id, $extent', ({ id, extent }) => {
  let server: Listening;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'independent-'));
    server = await start(READINGS[id]);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // The second run meets what the first one left.
  test.each([1, 8])('nothing fails and nothing breaks with seed %i', async (seed) => {
    const profile = writeProfile(folder, READINGS[id], server, extent);
    const { verdicts, console } = await runSuite(profile, join(folder, `out-${seed}`), { seed });
    const ids = (...wanted: readonly string[]) =>
      [...verdicts].filter(([, { verdict }]) => wanted.includes(verdict)).map(([id]) => id);
    expect(ids('fail', 'broken'), console.slice(-2_000)).toEqual([]);
    expect(ids('pass').length).toBeGreaterThan(500);
  });
});
