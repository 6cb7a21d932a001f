import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fullValue,
  plainValue,
  UnsatisfiableSchemaError,
  UnsupportedSchemaError,
  valid,
} from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { independently, SCHEMAS } from './schemas.ts';

describe.each(Object.entries(SCHEMAS))('valid values of %s', (_, schema) => {
  test('are accepted by an independent validator', () => {
    const accepts = independently(schema);
    fc.assert(fc.property(valid(schema), accepts), { seed: 11, numRuns: 100 });
    expect([plainValue(schema), fullValue(schema)].filter((value) => !accepts(value))).toEqual([]);
  });

  test('stay valid while they shrink', () => {
    const accepts = independently(schema);
    const seen: unknown[] = [];
    fc.check(
      fc.property(valid(schema), (value) => {
        seen.push(value);
        return false;
      }),
      { seed: 5, numRuns: 1 },
    );
    expect(seen.filter((value) => !accepts(value))).toEqual([]);
  });

  test('are the same for the same seed', () => {
    const sample = (seed: number): unknown[] => fc.sample(valid(structuredClone(schema)), { seed, numRuns: 20 });
    expect(sample(3)).toEqual(sample(3));
  });
});

test('values of a failing property shrink to the edge', () => {
  const shrunk = (schema: JsonSchema, passes: (value: never) => boolean): unknown =>
    fc.check(
      fc.property(valid(schema), (value) => passes(value as never)),
      { seed: 1, numRuns: 500 },
    ).counterexample?.[0];
  expect(shrunk({ type: 'integer', minimum: 0, maximum: 200 }, (n: number) => n < 120)).toBe(120);
  expect(String(shrunk({ type: 'string', maxLength: 40 }, (text: string) => text.length < 9))).toHaveLength(9);
  expect(shrunk({ type: 'array', items: { type: 'boolean' } }, (list: unknown[]) => list.length < 3)).toEqual([
    true,
    true,
    true,
  ]);
});

test('different values come of one schema', () => {
  const distinct = (schema: JsonSchema): number =>
    new Set(fc.sample(valid(schema), { seed: 2, numRuns: 200 }).map((one) => JSON.stringify(one))).size;
  expect(distinct({ type: 'string', pattern: '^[a-z]{8}$' })).toBeGreaterThan(150);
  expect(distinct({ type: 'integer', format: 'int32' })).toBeGreaterThan(150);
  expect(distinct({ enum: ['a', 'b', 'c'] })).toBe(3);
});

test('text is plain unless Unicode is asked for, and lengths are code points', () => {
  const schema = { type: 'string', minLength: 3, maxLength: 5 };
  const plain = fc.sample(valid(schema), { seed: 1, numRuns: 200 }) as string[];
  const unicode = fc.sample(valid(schema, { alphabet: 'unicode' }), { seed: 1, numRuns: 200 }) as string[];
  expect(plain.filter((text) => !/^[ -~]+$/.test(text))).toEqual([]);
  expect(unicode.some((text) => text.length > [...text].length)).toBe(true);
  expect(unicode.filter((text) => [...text].length > 5)).toEqual([]);
});

test('integers without a bound stay within what 32 bits hold', () => {
  const values = fc.sample(valid({ type: 'integer' }), { seed: 4, numRuns: 300 }) as number[];
  expect(values.filter((n) => n < -(2 ** 31) || n >= 2 ** 31)).toEqual([]);
});

const UNSATISFIABLE: readonly (readonly [string, JsonSchema, string, string])[] = [
  [
    'crossed bounds',
    { properties: { a: { type: 'number', minimum: 3, maximum: 2 } }, required: ['a'], type: 'object' },
    '/properties/a',
    'minimum',
  ],
  ['crossed lengths', { type: 'string', minLength: 3, maxLength: 2 }, '', 'minLength'],
  ['a pattern that is too long', { type: 'string', pattern: '^[a-z]{5}$', maxLength: 4 }, '', 'pattern'],
  [
    'too few values for a unique list',
    { type: 'array', uniqueItems: true, minItems: 3, items: { type: 'boolean' } },
    '',
    'uniqueItems',
  ],
  ['a list that nothing else allows', { type: 'string', enum: [1, 2] }, '', 'enum'],
  ['no type left', { type: 'string', allOf: [{ type: 'integer' }] }, '', 'type'],
  [
    'a value that must contain itself',
    { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } },
    '/properties/a',
    '$ref',
  ],
  ['everything excluded', { not: {} }, '', 'not'],
  ['false', false, '', 'false'],
];

test.each(UNSATISFIABLE)('%s is unsatisfiable, with the place', (_, schema, pointer, keyword) => {
  const failure = failureOf(schema);
  expect(failure).toBeInstanceOf(UnsatisfiableSchemaError);
  expect(failure).toMatchObject({ pointer, keyword });
});

const UNSUPPORTED: readonly (readonly [string, JsonSchema, string, string])[] = [
  ['a back reference', { items: { type: 'string', pattern: '^(a|b)\\1$' } }, '/items', 'pattern'],
  ['a reference that leads outside', { items: { $ref: 'https://example.test/other' } }, '/items', '$ref'],
  ['a reference to nothing', { $ref: '#/$defs/none' }, '', '$ref'],
];

test.each(UNSUPPORTED)('%s is unsupported, with the place', (_, schema, pointer, keyword) => {
  const failure = failureOf(schema);
  expect(failure).toBeInstanceOf(UnsupportedSchemaError);
  expect(failure).toMatchObject({ pointer, keyword });
});

function failureOf(schema: JsonSchema): unknown {
  try {
    valid(schema);
    return 'no failure';
  } catch (error) {
    return error;
  }
}
