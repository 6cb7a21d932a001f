/** `certconform mutants`: the kill matrix. Each planted fault of the emulator must be noticed by some requirement. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { catalogue, type Fault } from '../../emulator/index.ts';
import type { Hunted } from '../../spec/fault-model/register.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { command } from '../invocation.ts';
import { codeEnding } from '../package.ts';
import { UserError } from '../user-error.ts';
import { CELLS, writeBudgets } from './budgets.ts';
import type { Kill } from './hunt.ts';
import { readHunted, recordHunt } from './record.ts';
import type { WorkerInput } from './worker.ts';

export interface MutantOptions {
  readonly seed?: number;
  readonly depth: Depth;
  /** Families, operators of the fault model, or id prefixes. */
  readonly only?: readonly string[];
  /** Hunt every n-th mutant only. */
  readonly every?: number;
  readonly out: string;
  /** Write what became of the fault model's cells where spec/FAULTS.md takes it from. */
  readonly record?: boolean;
  /** Find all killers of each mutant within its operation, and write from them what a budget buys. */
  readonly curve?: boolean;
}

/** Hunts wait as much as they work, so more of them than processors pay. */
const WORKERS = 3;

/** Hunts the mutants and prints who kills whom. Exit code 1 when one survives or a promise has no killer. */
export async function mutantsCommand(options: MutantOptions): Promise<number> {
  const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  const all = catalogue(contract);
  const faults = chosen(all, options, await readHunted());
  const startedAt = Date.now();
  const kills = await huntAll(faults, options);
  const survivors = kills.filter(({ killers }) => killers.length === 0);
  const stumbles = kills.filter(({ broken }) => broken.length > 0);
  const whole = options.only === undefined && options.every === undefined;
  const unguarded = whole ? withoutKiller(contract, kills) : [];
  const out = resolve(options.out);
  mkdirSync(dirname(out), { recursive: true, mode: 0o700 });
  writeFileSync(
    out,
    `${JSON.stringify({ seed: options.seed ?? 1, depth: options.depth, kills, unguarded }, null, 1)}\n`,
  );
  if (options.record === true) await recordHunt(all, kills);
  if (options.curve === true) {
    const { seed = 1, depth, every = 1 } = options;
    process.stdout.write(`${await writeBudgets(contract, { kills, all, every, seed, depth })}\n`);
  }
  process.stdout.write(
    `${[...families(kills, operatorsOf(all)), ...listed('Survivors', survivors.map(describe)), ...listed('Promises without a killer', unguarded)].join('\n')}\n`,
  );
  process.stdout.write(
    `${[
      ...listed(
        'The suite stumbled over',
        stumbles.map(({ fault, broken }) => `${fault}: ${broken[0] ?? ''}`),
      ),
    ].join('\n')}`,
  );
  process.stdout.write(
    `\n${kills.length - survivors.length} of ${kills.length} mutants killed, ${survivors.length} survived, ${unguarded.length} promises without a killer; ${Math.round((Date.now() - startedAt) / 1000)} s. Matrix: ${out}\n`,
  );
  return survivors.length === 0 && unguarded.length === 0 && stumbles.length === 0 ? 0 : 1;
}

function chosen(all: readonly Fault[], { only, every, seed = 1 }: MutantOptions, hunted: Hunted): Fault[] {
  const unknown = only?.find((word) => !all.some((fault) => isNamed(fault, word)));
  if (unknown !== undefined) throw new UserError(`--only ${unknown} names no mutant; see "${command('list faults')}".`);
  const wanted =
    only === undefined
      ? [...all.filter(({ change }) => change.kind !== 'cell'), ...sampled(all, hunted, seed)]
      : all.filter((fault) => only.some((word) => isNamed(fault, word)));
  return wanted.filter((_, index) => index % (every ?? 1) === 0);
}

/** True where a word is the family of a fault, its operator, its id or the beginning of that. */
function isNamed({ id, family, change }: Fault, word: string): boolean {
  return (
    family === word ||
    id === word ||
    id.startsWith(`${word}.`) ||
    (change.kind === 'cell' && change.cell.operator.id === word)
  );
}

/** Some cells of the fault model that were killed when their operators were hunted whole: they must be killed still. */
function sampled(all: readonly Fault[], hunted: Hunted, seed: number): Fault[] {
  const killed = all.filter(({ id, change }) => {
    const found = change.kind === 'cell' ? hunted[change.cell.operator.id] : undefined;
    return found !== undefined && !found.survivors.includes(id);
  });
  const most = Math.min(CELLS, killed.length);
  return fc.sample(fc.shuffledSubarray(killed, { minLength: most, maxLength: most }), { seed, numRuns: 1 }).flat();
}

async function huntAll(faults: readonly Fault[], options: MutantOptions): Promise<Kill[]> {
  const kills: Kill[] = [];
  const hunters = Array.from({ length: WORKERS }, (_, share) => {
    const input: WorkerInput = {
      faults: faults.filter((_fault, index) => index % WORKERS === share).map(({ id }) => id),
      seed: options.seed ?? 1,
      depth: options.depth,
      wide: options.curve === true,
    };
    return new Promise<void>((done, fail) => {
      const worker = new Worker(new URL(`./worker.${codeEnding}`, import.meta.url), {
        workerData: input,
        // What a hunt makes is soon rubbish; in a small nursery it would be moved about first.
        resourceLimits: { maxYoungGenerationSizeMb: 128 },
      });
      worker.on('message', (kill: Kill) => {
        kills.push(kill);
        progress(kills.length, faults.length);
      });
      worker.once('error', fail);
      worker.once('exit', () => done());
    });
  });
  await Promise.all(hunters);
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  if (kills.length !== faults.length)
    throw new Error(`${faults.length - kills.length} mutants were not hunted: a worker ended early.`);
  return kills.sort((a, b) => a.fault.localeCompare(b.fault));
}

function progress(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${done} of ${all} mutants`);
  else if (done % 500 === 0) process.stderr.write(`${done} of ${all} mutants\n`);
}

/** MUSTs on parameters and bodies that no mutant tripped: a check that may be unable to fail. */
function withoutKiller(contract: Contract, kills: readonly Kill[]): string[] {
  const killers = new Set(kills.flatMap((kill) => kill.killers));
  return contract.requirements
    .filter(
      ({ level, topic, id }) =>
        level === 'MUST' && ['parameter', 'body', 'body-schema'].includes(topic) && !killers.has(id),
    )
    .map(({ id }) => id);
}

/** By fault: the operator of the model that makes it. */
function operatorsOf(faults: readonly Fault[]): ReadonlyMap<string, string> {
  return new Map(
    faults.flatMap(({ id, change }) => (change.kind === 'cell' ? [[id, `model ${change.cell.operator.id}`]] : [])),
  );
}

/** What became of each family, and of each operator of the fault model, and what it cost. */
function families(kills: readonly Kill[], operators: ReadonlyMap<string, string>): string[] {
  const groups = Map.groupBy(kills, ({ fault, family }) => operators.get(fault) ?? family);
  const width = Math.max(8, ...[...groups.keys()].map((name) => name.length));
  const rows = [...groups].toSorted().map(([name, own]) => {
    const killed = own.filter(({ killers }) => killers.length > 0).length;
    const sum = (of: (kill: Kill) => number): number => own.reduce((all, kill) => all + of(kill), 0);
    const [requests, seconds] = [sum((kill) => kill.requests), sum(({ milliseconds }) => milliseconds) / 1000];
    const per = requests === 0 ? 0 : (1000 * killed) / requests;
    return `${name.padEnd(width)}  ${String(killed).padStart(6)} of ${String(own.length).padStart(5)} killed  ${per.toFixed(1).padStart(6)} for 1,000 requests  ${seconds.toFixed(1).padStart(7)} s`;
  });
  return ['', ...rows];
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)];
}

function describe({ fault, breaks }: Kill): string {
  return `${fault}: ${breaks}`;
}
