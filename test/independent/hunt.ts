/** Hunts one planted fault: starts the server with it, lets the suite judge it, and compares with the server without. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from './faults/fault.ts';
import { writeProfile } from './profiles.ts';
import { READINGS } from './readings/all.ts';
import type { ReadingId } from './readings/reading.ts';
import type { Plant } from './server/plant.ts';
import { start } from './start.ts';
import { runSuite, type Told } from './suite.ts';

export type Found = 'found' | 'warned' | 'missed';

export interface Outcome {
  readonly id: string;
  readonly reading: ReadingId;
  readonly found: Found;
  /** What was asked of the suite when it was found, or last. */
  readonly only: readonly string[];
  /** Requirements that told it. */
  readonly by: readonly string[];
}

/** Lets the suite judge a fresh server with something planted, or nothing. */
export async function judge(reading: ReadingId, plant: Plant, only: readonly string[], seed: number): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'independent-'));
  const server = await start(READINGS[reading], { plant });
  try {
    const profile = writeProfile(folder, READINGS[reading], server, 'told');
    return await runSuite(profile, join(folder, 'out'), { only, seed });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const bad = ({ verdicts }: Told, ...wanted: readonly string[]) =>
  [...verdicts].filter(([, verdict]) => wanted.includes(verdict)).map(([requirement]) => requirement);

/**
 * Hunts a fault with ever more of the suite until it is told.
 * @param sound what is told of the server without a fault, at least where the selection asks: it is not held against the fault
 * @param full the whole suite is asked at last
 */
export async function hunt(
  fault: Fault,
  { seed, full, sound }: { seed: number; full: boolean; sound: (only: readonly string[]) => Promise<Told> },
): Promise<Outcome> {
  const steps: readonly (readonly string[])[] = [[fault.op], fault.areas, ...(full ? [[]] : [])];
  let last: Outcome | undefined;
  for (const only of steps) {
    const told = await judge(fault.reading, fault.plant, only, seed);
    const before = await sound(only);
    const failed = bad(told, 'fail').filter((id) => !bad(before, 'fail').includes(id));
    const warned = bad(told, 'warn').filter((id) => !bad(before, 'warn').includes(id));
    const found: Found = failed.length > 0 ? 'found' : warned.length > 0 ? 'warned' : 'missed';
    // What only breaks the run is no finding: it is kept to be seen.
    const by = found === 'missed' ? bad(told, 'broken').map((id) => `${id} (broken)`) : [...failed, ...warned];
    const outcome: Outcome = { id: fault.id, reading: fault.reading, found, only, by: by.slice(0, 5) };
    if (found === 'found') return outcome;
    if (last === undefined || last.found === 'missed') last = outcome;
  }
  return last as Outcome;
}
