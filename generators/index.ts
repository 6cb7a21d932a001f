/** JSON Schema and operations → inputs: valid values, values at every edge, values that break one rule, whole requests. */
export type { Alphabet } from './automaton/alphabet.ts';
export { type Boundary, boundaries } from './schema/boundaries.ts';
export { UnsatisfiableSchemaError, UnsupportedSchemaError } from './schema/errors.ts';
export { fullValue, plainValue, type ValidOptions, valid } from './schema/valid.ts';
