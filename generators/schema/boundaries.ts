import type { JsonSchema } from '../../spec/types.ts';
import { canonical } from './json.ts';
import { prepare } from './valid.ts';

/** A valid value at the edge of one constraint. */
export interface Boundary {
  /** What is special about the value, e.g. `maximum 200`, `enum "Issued"`, `without comments`. */
  readonly label: string;
  /** JSON Pointer of the instance location whose constraint is at its edge; '' is the value itself. */
  readonly pointer: string;
  readonly keyword: string;
  /** The whole value. */
  readonly value: unknown;
}

/**
 * The values at every edge of a schema: bounds and the values next to them, each enum member, shortest and longest
 * texts and arrays, objects with only the required and with all members, each optional member left out, each branch.
 * Every value is valid, and the list is always the same. An edge that cannot be reached is not listed.
 * @throws as `valid`.
 */
export function boundaries(schema: JsonSchema): Boundary[] {
  const { doc, recipe } = prepare(schema);
  const found = new Map<string, Boundary>();
  for (const edge of recipe.edges()) {
    const value = edge.candidates.find((candidate) => candidate !== undefined && doc.accepts(candidate));
    if (value === undefined) continue;
    const key = `${edge.label} ${edge.pointer} ${edge.keyword} ${canonical(value)}`;
    found.set(key, { label: edge.label, pointer: edge.pointer, keyword: edge.keyword, value });
  }
  return [...found.values()];
}
