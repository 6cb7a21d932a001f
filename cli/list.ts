/** `certconform list`: what the suite knows. */
import { catalogue as faultCatalogue } from '../emulator/index.ts';
import { loadContract } from '../spec/load.ts';
import type { Contract } from '../spec/types.ts';
import { UserError } from './user-error.ts';

/** Prints areas, operations, requirements, silences or faults, as lines or as JSON. */
export async function listCommand(what: string, options: { area?: string; json: boolean }): Promise<number> {
  const contract = await loadContract({ validate: false });
  const inArea = <T extends { area: string }>(items: readonly T[]): readonly T[] =>
    options.area === undefined ? items : items.filter(({ area }) => area === options.area);
  const areas = [...new Set(contract.operations.map(({ area }) => area))];
  if (options.area !== undefined && !areas.includes(options.area)) {
    throw new UserError(`There is no area "${options.area}"; the areas are ${areas.join(', ')}.`);
  }
  const lists: Record<string, { items: readonly unknown[]; lines: () => string[] }> = {
    areas: { items: areas, lines: () => areas },
    operations: {
      items: inArea(contract.operations).map(({ id, area, method, path, section, summary }) => ({
        id,
        area,
        method,
        path,
        section,
        summary,
      })),
      lines: () =>
        inArea(contract.operations).map(
          ({ id, method, path, section }) => `${id.padEnd(32)} ${method.padEnd(6)} ${path}  (${section})`,
        ),
    },
    requirements: {
      items: inArea(contract.requirements),
      lines: () =>
        inArea(contract.requirements).map(
          ({ id, level, source, section, sentence }) => `${id}\n    ${level}, ${source} ${section}: ${sentence}`,
        ),
    },
  };
  lists['silences'] = silenceList(contract);
  lists['faults'] = faultList(contract);
  const list = lists[what];
  if (list === undefined)
    throw new UserError(`There is no list "${what}"; there are ${Object.keys(lists).join(', ')}.`);
  process.stdout.write(options.json ? `${JSON.stringify(list.items, null, 2)}\n` : `${list.lines().join('\n')}\n`);
  return 0;
}

/** Silences belong to sections, not to areas; one that a dialect can answer says so. */
function silenceList({ silences }: Contract): { items: readonly unknown[]; lines: () => string[] } {
  const lines = (): string[] =>
    silences.flatMap(({ id, section, open, readings, answer }) => [
      `${id}\n    ${section}${answer === undefined ? '' : ', answerable'}: ${open}`,
      ...readings.map((reading) => `    - ${reading}`),
    ]);
  return { items: silences, lines };
}

function faultList(contract: Contract): { items: readonly unknown[]; lines: () => string[] } {
  const faults = faultCatalogue(contract);
  return { items: faults, lines: () => faults.map(({ id, breaks }) => `${id}\n    ${breaks}`) };
}
