/** Choices among schemas of which nothing is known. */
import { isObject, valueAt } from '../json.ts';
import { partsOf, type Tree } from './tree.ts';

/** Keywords that only explain. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'title', 'deprecated']);

/**
 * Turns `oneOf` into `anyOf` where a branch says nothing: such a branch takes every value, so that with another one
 * beside it no value at all would be left (contract 4.9 names variants without showing what tells them apart).
 * Changes the document.
 */
export function openSilentChoices(document: Tree): void {
  for (const part of partsOf(document)) {
    const branches = part['oneOf'];
    if (!Array.isArray(branches) || !branches.some((branch) => isSilent(branch, document))) continue;
    part['anyOf'] = branches;
    delete part['oneOf'];
  }
}

function isSilent(branch: unknown, document: Tree): boolean {
  const target =
    isObject(branch) && typeof branch['$ref'] === 'string' ? valueAt(document, branch['$ref'].slice(1)) : branch;
  return isObject(target) && Object.keys(target).every((key) => ANNOTATIONS.has(key) || key.startsWith('x-'));
}
