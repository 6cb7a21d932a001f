/** The last look at a run's outputs: none may hold a secret, whoever wrote it there (design rule 8). */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Leak, scan, type Target } from '../target/index.ts';

/** State of a folder before a run: what is still the same afterwards is not the run's own. */
export type Inventory = ReadonlyMap<string, string>;

/** Every file below a folder with its size and time of change. */
export function inventory(folder: string): Inventory {
  return new Map(filesBelow(folder).map((file) => [file, stateOf(file)]));
}

/**
 * Secrets in the files that a run wrote. Files of others in the same folder (a profile, say) are not looked into.
 * Paths are relative to the folder. A part of it, given by its path, can be looked into alone or be left out.
 */
export async function findLeaks(
  folder: string,
  before: Inventory,
  redactor: Target['redactor'],
  part: { readonly only?: string; readonly except?: string } = {},
): Promise<Leak[]> {
  const isIn = (file: string, place: string): boolean => !relative(place, file).startsWith('..');
  const isPassed = (file: string): boolean =>
    (part.only !== undefined && !isIn(file, part.only)) || (part.except !== undefined && isIn(file, part.except));
  const leaks = await scan(folder, redactor, (file) => isPassed(file) || before.get(file) === stateOf(file));
  return leaks.map(({ file, offset }) => ({ file: relative(folder, file), offset }));
}

/** One clear sentence about the first leak; it says where, never what. */
export function describeLeaks(folder: string, leaks: readonly Leak[]): string {
  const [first] = leaks;
  if (first === undefined) return '';
  const others =
    leaks.length === 1 ? '' : `, and in ${leaks.length - 1} other ${leaks.length === 2 ? 'file' : 'files'}`;
  return `A secret of the profile stands in ${join(folder, first.file)} from byte ${first.offset}${others}; do not pass this folder on: find what wrote it there, delete the folder, and change the secret if others could read it.`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 'gone' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
