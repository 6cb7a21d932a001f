/** JSON Schema and operations → inputs: valid values, values at every edge, values that break one rule, whole requests. */
export type { Alphabet } from './automaton/alphabet.ts';
export { baseline, requestArbitrary } from './request/baseline.ts';
export { type Factor, pairwise, type Row, uncoveredPairs } from './request/covering.ts';
export { withBody, withJson, withParameter } from './request/edit.ts';
export { serialize } from './request/serialize.ts';
export { type BodySpelling, jsonSpellings, mixedSpelling, xmlSpellings } from './request/spellings.ts';
export type {
  ArrayStyle,
  Bindings,
  Pairs,
  PlacedViolation,
  RequestBodyValue,
  RequestCase,
  Serialized,
} from './request/types.ts';
export { type RequestViolations, requestViolations } from './request/violations.ts';
export { type Intended, type WireProof, wireProof } from './request/wire-proof.ts';
export { isXmlName } from './request/xml.ts';
export { type Boundary, boundaries } from './schema/boundaries.ts';
export { countryCodes, unassignedCodes } from './schema/countries.ts';
export { UnsatisfiableSchemaError, UnsupportedSchemaError } from './schema/errors.ts';
export { exampleOf } from './schema/example.ts';
export { fullValue, plainValue, type ValidOptions, valid } from './schema/valid.ts';
export { type TextBoundary, textBoundaries } from './text/boundaries.ts';
export { type ClassedText, classedTexts, isFreeText, type PackedText, packedTexts, unpacked } from './text/classes.ts';
export { fromText, type Reading, toText, toTexts } from './text/reading.ts';
export { type TextViolation, textViolations } from './text/violations.ts';
export type { Certainty, Violation } from './violations/violation.ts';
export { violationArbitrary, violations } from './violations/violations.ts';
