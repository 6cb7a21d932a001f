/** Walking an OpenAPI document. Its parts are plain objects that only this folder changes, before anybody else sees them. */
import { isObject } from '../json.ts';

export type Tree = Record<string, unknown>;

/** Members whose values are maps from names that people choose: such a name is never a keyword. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  '$defs',
  'paths',
  'responses',
  'headers',
  'content',
  'schemas',
  'securitySchemes',
  'variables',
]);

/** Members that hold values, not parts of the description. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** A copy of the document in which `change` has been asked for every part, inner parts first; names of maps are left alone. */
export function mapped(node: unknown, change: (part: Tree) => Tree, isMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => mapped(item, change));
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (!isMap && VALUES.has(key)) return [key, structuredClone(value)];
      return [key, mapped(value, change, !isMap && MAPS.has(key))];
    }),
  );
  return isMap ? copy : change(copy);
}

/** Every part of the document, outer parts first. */
export function partsOf(node: unknown, isMap = false): Tree[] {
  if (Array.isArray(node)) return node.flatMap((item) => partsOf(item));
  if (!isObject(node)) return [];
  const own = isMap ? [] : [node];
  return own.concat(
    Object.entries(node).flatMap(([key, value]) =>
      !isMap && VALUES.has(key) ? [] : partsOf(value, !isMap && MAPS.has(key)),
    ),
  );
}

/** The object at a member, made when there is none. */
export function within(node: Tree, ...names: readonly string[]): Tree {
  let current = node;
  for (const name of names) {
    if (!isObject(current[name])) current[name] = {};
    current = current[name] as Tree;
  }
  return current;
}

/** An operation of the document. */
export interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: Tree;
}

/** All operations in document order. */
export function operationsIn(document: Tree): Described[] {
  return Object.entries(within(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(item as Tree)
      .filter(([method]) => ['get', 'put', 'post', 'delete'].includes(method))
      .map(([method, operation]) => ({ path, method, operation: operation as Tree })),
  );
}

/** Ids of the silences that a part depends on. */
export function silencesOf(part: Tree): readonly string[] {
  const { 'x-silence': one, 'x-silences': several } = part;
  return [...(typeof one === 'string' ? [one] : []), ...(Array.isArray(several) ? (several as string[]) : [])];
}

/** Puts a sentence behind the description of a part. */
export function addSentence(part: Tree, sentence: string): void {
  const before = typeof part['description'] === 'string' ? part['description'].trim() : '';
  part['description'] = before === '' ? sentence : `${before.replace(/[^.:;!?)`]$/, '$&.')} ${sentence}`;
}
