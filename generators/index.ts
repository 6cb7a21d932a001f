/** JSON Schema and operations → inputs: valid values, values at every edge, values that break one rule, whole requests. */
export type { Alphabet } from './automaton/alphabet.ts';
export { type Bindings, baseline } from './request/baseline.ts';
export { type RequestBodyValue, type RequestCase, withBody, withParameter } from './request/case.ts';
export { type ArrayStyle, type Serialized, serialize } from './request/serialize.ts';
export { type Boundary, boundaries } from './schema/boundaries.ts';
export { UnsatisfiableSchemaError, UnsupportedSchemaError } from './schema/errors.ts';
export { fullValue, plainValue, type ValidOptions, valid } from './schema/valid.ts';
export { type TextBoundary, textBoundaries } from './text/boundaries.ts';
export { fromText, type Reading, toText } from './text/reading.ts';
export { type TextViolation, textViolations } from './text/violations.ts';
export type { Certainty, Violation } from './violations/violation.ts';
export { violationArbitrary, violations } from './violations/violations.ts';
