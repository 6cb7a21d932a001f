/**
 * Measures how many of the planted faults the suite tells:
 *
 *   npm run independent -- [--faults N] [--seed S] [--only FID,…] [--reading A|B|C] [--full] [--again] [--out FILE]
 *
 * Each fault is hunted by its operation, then by its area, and with --full by the whole suite. What is known from an earlier
 * call stays in the results file and is not hunted again, unless --again. Exits with 2 at a bad option.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults/all.ts';
import type { Fault } from './faults/fault.ts';
import { hunt, judge, type Outcome } from './hunt.ts';
import type { ReadingId } from './readings/reading.ts';
import type { Told } from './suite.ts';

const refuse = (why: string): never => {
  process.stderr.write(`${why}\n`);
  process.exit(2);
};

const { values } = parseArgs({
  options: {
    faults: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    reading: { type: 'string' },
    full: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    out: { type: 'string', default: 'reports/out/independent.json' },
  },
});

function chosen(): readonly Fault[] {
  const ids = values.only?.split(',');
  const unknown = ids?.find((id) => !FAULTS.some((fault) => fault.id === id));
  if (unknown !== undefined) refuse(`There is no fault ${unknown}; node test/independent/main.ts --list shows all.`);
  if (values.reading !== undefined && !['A', 'B', 'C'].includes(values.reading)) refuse('--reading takes A, B or C.');
  if (values.faults !== undefined && !/^\d+$/.test(values.faults)) refuse('--faults takes a number.');
  const fitting = FAULTS.filter(
    ({ id, reading }) => (ids?.includes(id) ?? true) && (values.reading ?? reading) === reading,
  );
  return fitting.slice(0, values.faults === undefined ? undefined : Number(values.faults));
}

function summary(faults: readonly Fault[], known: ReadonlyMap<string, Outcome>): string {
  const lines = [['', 'found', 'warned', 'missed'].join('\t')];
  for (const standing of ['explicit', 'debatable']) {
    for (const sort of ['plain', 'hard']) {
      const of = faults.filter((fault) => fault.standing === standing && fault.class === sort);
      const count = (found: string) => of.filter(({ id }) => known.get(id)?.found === found).length;
      lines.push([`${standing}, ${sort}`, ...['found', 'warned', 'missed'].map(count)].join('\t'));
    }
  }
  return lines.join('\n');
}

const seed = Number(values.seed);
/** What the whole suite tells of the server without a fault, by reading: asked once. */
const sounds = new Map<ReadingId, Promise<Told>>();
function soundOf(reading: ReadingId): Promise<Told> {
  const told = sounds.get(reading) ?? judge(reading, {}, [], seed);
  sounds.set(reading, told);
  return told;
}

const faults = chosen();
const stored = existsSync(values.out) ? (JSON.parse(readFileSync(values.out, 'utf8')) as Outcome[]) : [];
const known = new Map(stored.map((outcome) => [outcome.id, outcome]));
mkdirSync(dirname(values.out), { recursive: true });

for (const [n, fault] of faults.entries()) {
  const before = known.get(fault.id);
  if (before && !values.again && (before.found !== 'missed' || !values.full)) continue;
  const outcome = await hunt(fault, { seed, full: values.full, sound: () => soundOf(fault.reading) });
  known.set(fault.id, outcome);
  writeFileSync(values.out, `${JSON.stringify([...known.values()], null, 1)}\n`);
  process.stdout.write(
    `${n + 1}/${faults.length}\t${outcome.found}\t${fault.reading}\t${fault.standing}\t${fault.id}\t${outcome.by[0] ?? fault.wrong}\n`,
  );
}
process.stdout.write(`\n${summary(faults, known)}\n`);
