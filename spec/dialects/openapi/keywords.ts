/** What is taken over of a vendor's schema keywords, and how a faulty value shows. */
import { isNode } from './source.ts';

/** How the value of a keyword is carried over. */
export type KeywordKind = 'schema' | 'schemas' | 'schema-map' | 'plain';

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isString = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isString);
const isSchema = (value: unknown): boolean => isNode(value) || isBoolean(value);
const isSchemas = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema);

interface Keyword {
  readonly kind: KeywordKind;
  readonly fits: (value: unknown) => boolean;
  /** What a fitting value is, for the notice about one that is not. */
  readonly wanted: string;
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isType = (value: unknown): boolean => TYPES.includes(value as string);

const plain = (fits: Keyword['fits'], wanted: string): Keyword => ({ kind: 'plain', fits, wanted });
const schema: Keyword = { kind: 'schema', fits: isSchema, wanted: 'a schema' };
const schemas: Keyword = { kind: 'schemas', fits: isSchemas, wanted: 'a list of schemas' };
const map: Keyword = { kind: 'schema-map', fits: isNode, wanted: 'a map of schemas' };
const number = plain(isNumber, 'a number');
const count = plain(isCount, 'a whole number from 0 on');
const text = plain(isString, 'a text');
const flag = plain(isBoolean, 'true or false');
const texts = plain(isTexts, 'a list of names');
const list = plain((value) => Array.isArray(value) && value.length > 0, 'a list with at least one value');

/** The keywords of JSON Schema 2020-12 that are carried over; all others are left out. */
export const KEYWORDS: Readonly<Record<string, Keyword>> = {
  title: text,
  description: text,
  deprecated: flag,
  examples: plain(Array.isArray, 'a list'),
  type: plain(
    (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
    `one of ${TYPES.join(', ')}, or a list of them`,
  ),
  format: text,
  enum: list,
  const: plain(() => true, 'any value'),
  multipleOf: plain((value) => isNumber(value) && (value as number) > 0, 'a number above 0'),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: count,
  maxLength: count,
  pattern: text,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  required: texts,
  dependentRequired: plain((value) => isNode(value) && Object.values(value).every(isTexts), 'a map of lists of names'),
  items: schema,
  contains: schema,
  additionalProperties: schema,
  propertyNames: schema,
  unevaluatedItems: schema,
  unevaluatedProperties: schema,
  not: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: schema,
  else: schema,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  prefixItems: schemas,
  properties: map,
  patternProperties: map,
  dependentSchemas: map,
  // Hints that this suite's own overlays use; a vendor may write them too.
  'x-reference': text,
  'x-semantic': text,
  'x-counterexamples': texts,
  'x-lasting': flag,
};

/** Keywords that say nothing about which values are valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'deprecated', 'examples']);

/** Formats that validators and generators of this suite know; any other is only a note for people. */
const FORMATS = new Set(
  (
    'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 ' +
    'uuid json-pointer relative-json-pointer regex byte int32 int64 float double password binary'
  ).split(' '),
);

/** Format and pattern as they can be checked: notes for people are kept under names of their own. */
export function textRules(format: unknown, pattern: unknown): Record<string, unknown> {
  const known = FORMATS.has(format as string);
  const rules: Record<string, unknown> = {
    ...(format === undefined ? {} : { [known ? 'format' : 'x-documented-format']: format }),
    ...(pattern === undefined ? {} : { pattern }),
  };
  if (typeof pattern !== 'string' || !isDateNotation(pattern)) return rules;
  // "yyyy-MM-dd" is read by people as a date's form; as a regular expression no date would match it.
  const { pattern: _, ...rest } = rules;
  const dated = /^yyyy-MM-dd$/.test(pattern) && (format === undefined || format === 'date-time');
  return {
    ...rest,
    ...(dated ? { format: 'date' } : {}),
    ...(dated && format !== undefined ? { 'x-documented-format': format } : {}),
    'x-documented-pattern': pattern,
  };
}

function isDateNotation(pattern: string): boolean {
  return /^[yMdHhmsSXxZzTaEu'/:., +-]+$/.test(pattern) && /yy|MM|dd|HH|mm/.test(pattern);
}

/** Schemas that a keyword holds, with the step of the pointer to each. */
export function childrenOf(value: unknown, kind: KeywordKind): [step: string | undefined, child: unknown][] {
  if (kind === 'schema') return [[undefined, value]];
  return kind === 'plain' ? [] : Object.entries(value as object);
}
