/** Hunts planted faults: starts the server with them, lets the suite judge it, and compares with the server without. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from './faults/fault.ts';
import { writeProfile } from './profiles.ts';
import { READINGS } from './readings/all.ts';
import type { ReadingId } from './readings/reading.ts';
import type { Plant } from './server/plant.ts';
import { together } from './server/together.ts';
import { start } from './start.ts';
import { runSuite, type Told } from './suite.ts';

export type Found = 'found' | 'warned' | 'missed';

export interface Outcome {
  readonly id: string;
  readonly reading: ReadingId;
  readonly found: Found;
  /** Requirements that told it. */
  readonly by: readonly string[];
}

/** What is asked of the suite. */
export interface Asked {
  readonly only: readonly string[];
  readonly seed: number;
  readonly depth: 'quick' | 'standard';
}

/** Lets the suite judge a fresh server with something planted, or nothing. */
export async function judge(reading: ReadingId, plant: Plant, asked: Asked): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'independent-'));
  const server = await start(READINGS[reading], { plant });
  try {
    const profile = writeProfile(folder, READINGS[reading], server, 'told');
    return await runSuite(profile, join(folder, 'out'), asked);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const TOGETHER = ['ssl.list', 'ssl.update', 'legacy.order-status', 'legacy.dcv-update', 'endpoint'];

/** What an operation shares its faults with: the operations on the same kind of entity. */
export function neighbourhood(op: string): string {
  return TOGETHER.find((one) => op === one || op.startsWith(`${one}.`)) ?? op.slice(0, op.lastIndexOf('.'));
}

function outcomeOf({ id, reading, op }: Fault, told: Told, before: Told): Outcome {
  const near = (wanted: string) =>
    [...told.verdicts]
      .filter(([name, { verdict }]) => verdict === wanted && before.verdicts.get(name)?.verdict !== wanted)
      .filter(([, { operation }]) => neighbourhood(operation) === neighbourhood(op))
      .map(([name]) => name);
  const [failed, warned] = [near('fail'), near('warn')];
  const found: Found = failed.length > 0 ? 'found' : warned.length > 0 ? 'warned' : 'missed';
  return { id, reading, found, by: [...failed, ...warned].slice(0, 5) };
}

/**
 * Hunts faults of one reading in one run. No two may sit in one neighbourhood: what fails there is told of the one.
 * @param before what the suite tells of the server without a fault, at least where it is asked; not held against a fault
 */
export async function hunt(faults: readonly Fault[], asked: Asked, before: Told): Promise<readonly Outcome[]> {
  const reading = faults[0]?.reading;
  if (reading === undefined) return [];
  const told = await judge(reading, together(faults.map(({ plant }) => plant)), asked);
  return faults.map((fault) => outcomeOf(fault, told, before));
}

/** Companies of faults that can be hunted in one run: each of one reading, and no two in one neighbourhood. */
export function companies(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const made: Fault[][] = [];
  for (const fault of faults) {
    const fits = (company: readonly Fault[]) =>
      company.every(({ reading, op }) => reading === fault.reading && neighbourhood(op) !== neighbourhood(fault.op));
    const company = made.find(fits);
    if (company) company.push(fault);
    else made.push([fault]);
  }
  return made;
}
