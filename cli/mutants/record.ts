/** Keeps what a hunt found of the fault model, for spec/FAULTS.md and the test that refuses open cells. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Fault } from '../../emulator/index.ts';
import type { Hunted } from '../../spec/fault-model/register.ts';
import { UserError } from '../user-error.ts';
import type { Kill } from './hunt.ts';

const FILE = new URL('../../spec/fault-model/hunted.json', import.meta.url);

/** What is known of the operators that were hunted. */
export async function readHunted(file = FILE): Promise<Hunted> {
  return JSON.parse(await readFile(file, 'utf8')) as Hunted;
}

/**
 * Replaces what is known of each operator of which all cells were hunted.
 *
 * @param faults all that there are.
 * @throws UserError where of no operator all cells were hunted.
 */
export async function recordHunt(faults: readonly Fault[], kills: readonly Kill[], file = FILE): Promise<void> {
  const hunted = new Map(kills.map((kill) => [kill.fault, kill]));
  const cells = faults.flatMap(({ id, change }) =>
    change.kind === 'cell' ? [{ id, operator: change.cell.operator.id }] : [],
  );
  const known = await readHunted(file);
  const found = [...Map.groupBy(cells, ({ operator }) => operator)].flatMap(([operator, own]) => {
    const found = own.flatMap(({ id }) => hunted.get(id) ?? []);
    if (found.length < own.length) return [];
    const survivors = found.filter(({ killers }) => killers.length === 0).map(({ fault }) => fault);
    const requests = found.reduce((sum, kill) => sum + kill.requests, 0);
    return [[operator, { killed: own.length - survivors.length, survivors, requests }] as const];
  });
  if (found.length === 0)
    throw new UserError('--record: of no operator of the fault model all cells were hunted; add --only OPERATOR.');
  const all = Object.entries({ ...known, ...Object.fromEntries(found) }).sort(([a], [b]) => a.localeCompare(b));
  await writeFile(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
