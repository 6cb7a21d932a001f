/** Boundaries and violations of schemas, made once per schema: the checks of one parameter ask for them again and again. */
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
import type { JsonSchema } from '../../spec/types.ts';

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
