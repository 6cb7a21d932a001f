/**
 * Measures how many of the planted faults the suite tells:
 *
 *   npm run independent -- [--faults N] [--seed S] [--lot first|second|third|fourth|fifth|sixth] [--draw SEED] [--only FID,…] [--reading A|B|C] [--full] [--again] [--out FILE]
 *
 * First many at a time, each in a neighbourhood of its own, by the areas that they touch; what is missed then alone and
 * at greater depth, and with --full by the whole suite. What an earlier call has found out stays in the results file and
 * is not hunted again, unless --again. --lot takes one of the kept lots
 * alone; --draw draws anew instead, from the operators of that lot or of all, as many as --faults says. Exits with 2
 * at a bad option.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { DRAWN, FAULTS, faultsOf } from './faults/all.ts';
import { draw } from './faults/draw.ts';
import type { Fault } from './faults/fault.ts';
import { ALL, LOTS, type Lot } from './faults/operators/all.ts';
import { companies, hunt, judge, type Outcome } from './hunt.ts';
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
    draw: { type: 'string' },
    lot: { type: 'string' },
    only: { type: 'string' },
    reading: { type: 'string' },
    full: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    out: { type: 'string', default: 'reports/out/independent.json' },
  },
});

/** The kept faults, or those of a fresh draw. */
function lot(): readonly Fault[] {
  if (values.lot !== undefined && !(values.lot in LOTS)) refuse(`--lot takes ${Object.keys(LOTS).join(' or ')}.`);
  const kept = values.lot as Lot | undefined;
  const all = kept === undefined ? FAULTS : DRAWN[kept];
  if (values.draw === undefined) return all;
  if (!/^\d+$/.test(values.draw)) refuse('--draw takes a number.');
  const source = kept === undefined ? ALL : LOTS[kept];
  return faultsOf(draw(Number(values.draw), Number(values.faults ?? all.length), source));
}

function chosen(): readonly Fault[] {
  const all = lot();
  const ids = values.only?.split(',');
  const unknown = ids?.find((id) => !all.some((fault) => fault.id === id));
  if (unknown !== undefined)
    refuse(
      `There is no fault ${unknown} ${values.draw === undefined ? 'among the kept ones; node test/independent/main.ts --list shows all' : 'in this lot'}.`,
    );
  if (values.reading !== undefined && !['A', 'B', 'C'].includes(values.reading)) refuse('--reading takes A, B or C.');
  if (values.faults !== undefined && !/^\d+$/.test(values.faults)) refuse('--faults takes a number.');
  if (!/^\d+$/.test(values.seed)) refuse('--seed takes a number.');
  const fitting = all.filter(
    ({ id, reading }) => (ids?.includes(id) ?? true) && (values.reading ?? reading) === reading,
  );
  return fitting.slice(0, values.faults === undefined ? undefined : Number(values.faults));
}

function summary(faults: readonly Fault[], known: ReadonlyMap<string, Outcome>): string {
  const kinds = ['found', 'warned', 'missed'] as const;
  const lines = ['explicit', 'debatable'].flatMap((standing) =>
    ['plain', 'hard'].map((sort) => {
      const of = faults.filter((fault) => fault.standing === standing && fault.class === sort);
      const counts = kinds.map((kind) => `${of.filter(({ id }) => known.get(id)?.found === kind).length} ${kind}`);
      return `${standing}, ${sort}: ${counts.join(', ')}`;
    }),
  );
  return lines.join('\n');
}

const seed = Number(values.seed);
const sounds = new Map<ReadingId, Promise<Told>>();
/** What the whole suite tells of the server without a fault, by reading: asked once. */
function soundOf(reading: ReadingId): Promise<Told> {
  const told = sounds.get(reading) ?? judge(reading, {}, { only: [], seed, depth: 'standard' });
  sounds.set(reading, told);
  return told;
}

const faults = chosen();
const stored = existsSync(values.out) ? (JSON.parse(readFileSync(values.out, 'utf8')) as Outcome[]) : [];
const known = new Map(values.again ? [] : stored.map((outcome) => [outcome.id, outcome]));
mkdirSync(dirname(values.out), { recursive: true });

function keep(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    known.set(outcome.id, outcome);
    process.stdout.write(`${outcome.found}\t${outcome.reading}\t${outcome.id}\t${outcome.by[0] ?? ''}\n`);
  }
  writeFileSync(values.out, `${JSON.stringify([...known.values()], null, 1)}\n`);
}

const areasOf = (company: readonly Fault[]) => [...new Set(company.flatMap(({ areas }) => areas))];

for (const company of companies(faults.filter(({ id }) => !known.has(id)))) {
  const before = await soundOf((company[0] as Fault).reading);
  const outcomes = await hunt(company, { only: areasOf(company), seed, depth: 'quick' }, before);
  keep(outcomes.filter(({ found }) => found === 'found'));
  const rest = company.filter((_, n) => outcomes[n]?.found !== 'found');
  for (const fault of rest) keep(await hunt([fault], { only: fault.areas, seed, depth: 'standard' }, before));
}
for (const fault of values.full ? faults.filter(({ id }) => known.get(id)?.found === 'missed') : []) {
  keep(await hunt([fault], { only: [], seed, depth: 'standard' }, await soundOf(fault.reading)));
}
process.stdout.write(`\n${summary(faults, known)}\n`);
