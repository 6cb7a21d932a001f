/** Writes how many requests each check sends, and how long it takes in requests one after the other, which the schedule goes by: `npm run bench -- --lengths`. */
import { writeFileSync } from 'node:fs';
import { virtualRun } from './latency.ts';

const FILE = new URL('../../suites/engine/lengths.json', import.meta.url);

/** Fewer requests make no difference to the order of the work. */
const LEAST = 5;

/** With so many places hardly anybody waits for one. */
const PLENTY = 256;
const LATENCY = 50;

/** Measures a standard run and writes the file anew; returns one sentence. */
export async function measureLengths(): Promise<string> {
  const { spent } = await virtualRun(LATENCY, PLENTY, (group) => ({ ...group, divisible: false }));
  const told = [...spent]
    .map(([by, { requests, milliseconds }]) => [by, requests, Math.ceil(milliseconds / LATENCY)] as const)
    .filter(([by, ...lengths]) => by !== '' && Math.max(...lengths) >= LEAST)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([by, requests, chain]) => [by, requests === chain ? requests : [requests, chain]]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(told))}\n`);
  return `${told.length} checks written to ${FILE.pathname}.`;
}
