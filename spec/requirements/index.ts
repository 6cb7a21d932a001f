/** All requirements of a contract: derived from its documents and tables, and the written ones. */
import { readdir } from 'node:fs/promises';
import type { Operation, Requirement, StateMachine } from '../types.ts';
import { readOwnYaml } from '../yaml.ts';
import { bodyRequirements } from './bodies.ts';
import { declaredRequirements } from './declared.ts';
import { lifecycleRequirements } from './lifecycles.ts';
import { listRequirements } from './lists.ts';
import { machineRequirements } from './machines.ts';
import { operationRequirements } from './operations.ts';
import { parameterRequirements } from './parameters.ts';

const WRITTEN = new URL('./written/', import.meta.url);

/** The requirements that no table or schema gives: one YAML file per subject. */
export async function readWrittenRequirements(): Promise<Requirement[]> {
  const files = (await readdir(WRITTEN)).filter((name) => name.endsWith('.yaml')).sort();
  const lists = await Promise.all(
    files.map(
      async (name) => (await readOwnYaml<{ requirements: Requirement[] }>(new URL(name, WRITTEN))).requirements,
    ),
  );
  return lists.flat().map((requirement) => ({ ...requirement, section: String(requirement.section) }));
}

/**
 * All requirements in a stable order: by operation as documented, then the tables of section 3, then the written ones.
 *
 * @throws Error when two requirements have the same id.
 */
export function assembleRequirements(
  operations: readonly Operation[],
  machines: readonly StateMachine[],
  written: readonly Requirement[],
): Requirement[] {
  const all = [
    ...operations.flatMap((operation) => [
      ...operationRequirements(operation),
      ...parameterRequirements(operation),
      ...bodyRequirements(operation),
      ...declaredRequirements(operation),
    ]),
    ...lifecycleRequirements(operations),
    ...listRequirements(operations),
    ...machines.flatMap((machine) => machineRequirements(machine, operations)),
    ...written,
  ];
  const seen = new Set<string>();
  for (const { id } of all) {
    if (seen.has(id)) throw new Error(`Two requirements have the id ${id}.`);
    seen.add(id);
  }
  return all;
}
