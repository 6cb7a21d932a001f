/** Boundaries and violations of schemas, made once per schema, as the checks of one parameter ask for them again and again; and words for places and values. */
import {
  type Boundary,
  boundaries,
  type TextBoundary,
  type TextViolation,
  textBoundaries,
  textViolations,
  type Violation,
  violations,
} from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/index.ts';

export const boundariesOf: (schema: JsonSchema) => readonly Boundary[] = once(boundaries);
export const violationsOf: (schema: JsonSchema) => readonly Violation[] = once(violations);
export const textBoundariesOf: (schema: JsonSchema) => readonly TextBoundary[] = once(textBoundaries);
export const textViolationsOf: (schema: JsonSchema) => readonly TextViolation[] = once(textViolations);

function once<T>(make: (schema: JsonSchema) => T): (schema: JsonSchema) => T {
  const made = new WeakMap<object, T>();
  return (schema) => {
    if (typeof schema === 'boolean') return make(schema);
    let known = made.get(schema);
    if (known === undefined) {
      known = make(schema);
      made.set(schema, known);
    }
    return known;
  };
}

/** Instance pointer → the form in which requirements name places: `/ranges/0/address` → `/ranges/items/address`. */
export function genericPointer(pointer: string): string {
  let generic = GENERIC.get(pointer);
  if (generic === undefined) {
    generic = pointer.replace(/(?<=\/)\d+(?=\/|$)/g, 'items');
    if (GENERIC.size < MOST_KEPT) GENERIC.set(pointer, generic);
  }
  return generic;
}

/** The places of a contract's bodies are few, and asked for again and again. */
const GENERIC = new Map<string, string>();
const MOST_KEPT = 4096;

/** A text as a report shows it: quoted, and cut when it is long. */
export function show(text: string): string {
  const characters = [...text];
  return characters.length > 60
    ? `${JSON.stringify(characters.slice(0, 40).join(''))}… (${characters.length} characters)`
    : JSON.stringify(text);
}
