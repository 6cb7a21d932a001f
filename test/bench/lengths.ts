/** Writes how many requests each check sends, which the schedule goes by: `npm run bench -- --lengths`. */
import { writeFileSync } from 'node:fs';
import { farRun } from './latency.ts';

const FILE = new URL('../../suites/engine/lengths.json', import.meta.url);

/** Fewer requests make no difference to the order of the work. */
const LEAST = 5;

/** Measures a standard run and writes the file anew; returns one sentence. */
export async function measureLengths(): Promise<string> {
  const { requests } = await farRun(0, 8);
  const told = [...requests].filter(([, count]) => count >= LEAST).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(told), null, 2)}\n`);
  return `${told.length} checks written to ${FILE.pathname}.`;
}
