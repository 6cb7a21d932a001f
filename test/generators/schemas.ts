/** Schemas that the generator tests share: each stands for a kind of constraint that is easy to get wrong. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../spec/types.ts';

export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  'bounded int32': { type: 'integer', format: 'int32', minimum: 0, maximum: 200 },
  'open int32': { type: 'integer', format: 'int32', minimum: 1 },
  'integer between fractions': { type: 'integer', exclusiveMinimum: 1.5, exclusiveMaximum: 4.5 },
  'single number': { type: 'number', minimum: 3, maximum: 3 },
  'open interval': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  'two grids': { type: 'integer', multipleOf: 4, allOf: [{ multipleOf: 6 }], minimum: 1, maximum: 100 },
  'decimal grid': { type: 'number', multipleOf: 0.25, minimum: -1, maximum: 1 },
  'short text': { type: 'string', minLength: 0, maxLength: 10 },
  'exact text': { type: 'string', minLength: 2, maxLength: 2 },
  'pattern with length': { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$', minLength: 30, maxLength: 31 },
  'two patterns': { type: 'string', pattern: '^a', allOf: [{ pattern: 'z$' }, { pattern: '[0-9]{3}' }], maxLength: 8 },
  'unanchored alternatives': { type: 'string', pattern: '^$|^(https?|ftp)://.+|^mailto:.+', maxLength: 60 },
  'forbidden pattern': { type: 'string', minLength: 1, maxLength: 4, not: { pattern: '[a-z]' } },
  'look-ahead': { type: 'string', pattern: '^(?!bad)[a-z]{3,6}$' },
  'letters beyond ASCII': { type: 'string', pattern: '^[α-ω]{3}$' },
  'long e-mail': { type: 'string', format: 'email', minLength: 90, maxLength: 100 },
  'date of a year': { type: 'string', format: 'date', pattern: '^1999-' },
  'country code': { type: 'string', minLength: 2, maxLength: 2, 'x-semantic': 'iso-3166-1-alpha-2' },
  'past date': { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'x-semantic': 'past-date' },
  formats: {
    type: 'object',
    required: ['id', 'at', 'on', 'host', 'v4', 'v6', 'link', 'bytes', 'mail', 'span'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      at: { type: 'string', format: 'date-time' },
      on: { type: 'string', format: 'date' },
      host: { type: 'string', format: 'hostname', maxLength: 20 },
      v4: { type: 'string', format: 'ipv4' },
      v6: { type: 'string', format: 'ipv6' },
      link: { type: 'string', format: 'uri', maxLength: 30 },
      bytes: { type: 'string', format: 'byte', minLength: 8, maxLength: 9 },
      mail: { type: 'string', format: 'email' },
      span: { type: 'string', format: 'duration' },
    },
  },
  'listed values': { enum: ['Not configured', 'Completed', 'SA Approved', 7, null] },
  'list within bounds': { type: 'integer', enum: [1, 5, 9, 'x'], minimum: 4 },
  nullable: { type: ['string', 'null'], maxLength: 3 },
  'all of a small set': {
    type: 'array',
    uniqueItems: true,
    minItems: 3,
    maxItems: 3,
    items: { enum: ['A', 'B', 'C'] },
  },
  'unique truth values': { type: 'array', uniqueItems: true, minItems: 2, items: { type: 'boolean' } },
  'unique small numbers': {
    type: 'array',
    uniqueItems: true,
    minItems: 5,
    items: { type: 'integer', minimum: 1, maximum: 5 },
  },
  'unique objects': {
    type: 'array',
    uniqueItems: true,
    minItems: 2,
    items: { type: 'object', required: ['role'], properties: { role: { enum: ['x', 'y'] }, org: { type: 'integer' } } },
  },
  tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 },
  contains: { type: 'array', contains: { const: 5 }, minContains: 2, items: { type: 'integer' }, maxItems: 6 },
  'closed object': {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1 },
      size: { type: 'integer', minimum: 1 },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
  map: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 4 },
  'named by pattern': {
    type: 'object',
    patternProperties: { '^x-[a-z]{2}$': { type: 'boolean' } },
    additionalProperties: false,
    minProperties: 2,
  },
  'names of a form': { type: 'object', propertyNames: { pattern: '^[A-Z]{3}$' }, minProperties: 2 },
  'dependent members': {
    type: 'object',
    properties: { card: { type: 'integer' }, address: { type: 'string' }, zip: { type: 'string' } },
    dependentRequired: { card: ['address'], address: ['zip'] },
    dependentSchemas: { zip: { required: ['card'] } },
  },
  'merged objects': {
    allOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 3 } } },
      { properties: { a: { maximum: 5 }, b: { type: 'string' } }, required: ['b'] },
    ],
  },
  'tagged variants': {
    oneOf: [
      { type: 'object', required: ['type'], properties: { type: { const: 'x' }, n: { type: 'integer' } } },
      {
        type: 'object',
        required: ['type', 'm'],
        properties: { type: { const: 'y' }, m: { type: 'string', maxLength: 4 } },
      },
    ],
  },
  'overlapping variants': {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  'overlapping numbers': { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] },
  condition: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: ['card', 'cash'] } },
    if: { properties: { kind: { const: 'card' } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
    then: { required: ['number'], properties: { number: { type: 'integer' } } },
    else: { properties: { number: false } },
  },
  tree: {
    $ref: '#/$defs/tree',
    $defs: {
      tree: {
        type: 'object',
        required: ['value', 'children'],
        properties: { value: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
      },
    },
  },
  'list to itself': {
    type: 'object',
    properties: { next: { anyOf: [{ type: 'null' }, { $ref: '#' }] } },
    required: ['next'],
  },
  anchors: {
    type: 'array',
    minItems: 1,
    items: { $ref: '#code' },
    $defs: { code: { $anchor: 'code', type: 'string', pattern: '^[A-Z]{2}$' } },
  },
  'local ids': {
    $id: 'https://example.test/all',
    type: 'object',
    required: ['p'],
    properties: { p: { $ref: 'part' } },
    $defs: { part: { $id: 'part', type: 'integer', minimum: 9 } },
  },
};

/** Whether a schema accepts a value, asked of a validator that shares nothing with the generator. */
export function independently(schema: JsonSchema): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  const plain =
    typeof schema === 'object'
      ? Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'))
      : schema;
  const validate = ajv.compile(plain);
  return (value) => validate(value) === true;
}
