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
  const killers = new Map(kills.map((kill) => [kill.fault, kill.killers.length]));
  const cells = faults.flatMap(({ id, change }) =>
    change.kind === 'cell' ? [{ id, operator: change.cell.operator.id }] : [],
  );
  const known = await readHunted(file);
  const found = [...Map.groupBy(cells, ({ operator }) => operator)].flatMap(([operator, own]) => {
    if (!own.every(({ id }) => killers.has(id))) return [];
    const survivors = own.map(({ id }) => id).filter((id) => killers.get(id) === 0);
    return [[operator, { killed: own.length - survivors.length, survivors }] as const];
  });
  if (found.length === 0)
    throw new UserError('--record: of no operator of the fault model all cells were hunted; add --only OPERATOR.');
  const all = Object.entries({ ...known, ...Object.fromEntries(found) }).sort(([a], [b]) => a.localeCompare(b));
  await writeFile(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
