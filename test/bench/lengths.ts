/** Writes how many requests each check sends, and how long it takes in requests one after the other, which the schedule goes by: `npm run bench -- --lengths`. */
import { writeFileSync } from 'node:fs';
import { loadContract } from '../../spec/load.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { virtualRun } from './latency.ts';

const FILE = new URL('../../suites/engine/lengths.json', import.meta.url);

/** Fewer requests make no difference to the order of the work. */
const LEAST = 5;

/** With so many places hardly anybody waits for one. */
const PLENTY = 256;
const LATENCY = 50;

/** Measures standard runs and writes the file anew; returns one sentence. */
export async function measureLengths(): Promise<string> {
  const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  const checks = new Set(catalogue(contract).flatMap((group) => group.checks.map(({ id }) => id)));
  const whole = await virtualRun(LATENCY, PLENTY, { as: (group) => ({ ...group, divisible: false }) });
  // What checks of one group have found out together, each part of it finds out for itself.
  const cut = await virtualRun(LATENCY, PLENTY);
  const told = [...whole.spent]
    .map(([by, { requests, milliseconds }]) => {
      const apart = checks.has(by) ? (cut.spent.get(by)?.requests ?? 0) : 0;
      return [
        by,
        Math.max(requests, apart),
        Math.max(apart - requests, 0) + Math.ceil(milliseconds / LATENCY),
      ] as const;
    })
    .filter(([by, ...lengths]) => by !== '' && Math.max(...lengths) >= LEAST)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([by, requests, chain]) => [by, requests === chain ? requests : [requests, chain]]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(told))}\n`);
  return `${told.length} checks written to ${FILE.pathname}.`;
}
