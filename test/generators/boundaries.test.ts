import { describe, expect, test } from 'vitest';
import { boundaries } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { independently, SCHEMAS } from './schemas.ts';

describe.each(Object.entries(SCHEMAS))('boundaries of %s', (_, schema) => {
  test('are valid, labelled once, and always the same', () => {
    const accepts = independently(schema);
    const found = boundaries(schema);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ value }) => !accepts(value))).toEqual([]);
    expect(boundaries(structuredClone(schema))).toEqual(found);
  });
});

function edges(schema: JsonSchema, keyword: string, pointer = ''): unknown[] {
  return boundaries(schema).flatMap((edge) =>
    edge.keyword === keyword && edge.pointer === pointer ? [edge.value] : [],
  );
}

test('numbers have their bounds, the formats theirs', () => {
  expect(edges({ type: 'integer', minimum: 1, maximum: 200 }, 'minimum')).toEqual([1, 2]);
  expect(edges({ type: 'integer', minimum: 1, maximum: 200 }, 'maximum')).toEqual([199, 200]);
  expect(edges({ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 5 }, 'exclusiveMinimum')).toEqual([2, 3]);
  expect(edges({ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 5 }, 'exclusiveMaximum')).toEqual([4]);
  expect(edges({ type: 'integer', format: 'int32' }, 'format')).toEqual([
    -(2 ** 31),
    1 - 2 ** 31,
    2 ** 31 - 2,
    2 ** 31 - 1,
  ]);
  expect(edges({ type: 'integer', multipleOf: 7, minimum: 1, maximum: 100 }, 'multipleOf')).toEqual([7]);
  expect(edges({ type: 'integer', multipleOf: 7, minimum: 1, maximum: 100 }, 'maximum')).toEqual([91, 98]);
});

test('texts have their lengths, in code points', () => {
  expect(edges({ type: 'string', minLength: 0, maxLength: 128 }, 'minLength')).toEqual(['', 'S']);
  expect(
    edges({ type: 'string', minLength: 0, maxLength: 128 }, 'maxLength').map((text) => String(text).length),
  ).toEqual([128]);
  expect(edges({ type: 'string', minLength: 2, maxLength: 2 }, 'maxLength').map((text) => String(text).length)).toEqual(
    [2],
  );
  expect(edges({ type: 'string', pattern: '^(ab)+$', maxLength: 9 }, 'maxLength')).toEqual(['abababab']);
  expect(edges({ type: 'string' }, 'minLength')).toEqual([]);
  expect(
    edges({ type: 'string', maxLength: 32_767, pattern: '^[a-z]*$' }, 'maxLength').map((text) => String(text).length),
  ).toEqual([32_767]);
});

test('each member of an enum is an edge', () => {
  expect(edges({ enum: ['a', 'b', 3] }, 'enum')).toEqual(['a', 'b', 3]);
});

test('arrays are empty and full', () => {
  const schema = { type: 'array', items: { enum: ['A', 'B', 'C'] }, uniqueItems: true, maxItems: 3 };
  expect(edges(schema, 'minItems')).toEqual([[]]);
  expect(edges(schema, 'maxItems').map((list) => [...(list as string[])].sort())).toEqual([['A', 'B', 'C']]);
  expect(edges(schema, 'enum', '/0').map((list) => (list as string[])[0])).toEqual(['A', 'B', 'C']);
});

test('objects have only the required and all members, and each optional one left out', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { const: 1 }, b: { const: 2 }, c: { type: 'integer', minimum: 7 } },
  };
  const named = Object.fromEntries(
    boundaries(schema).map(({ label, value }) => [label, Object.keys(value as object).join()]),
  );
  expect(named).toMatchObject({
    'only required members': 'a',
    'all members': 'a,b,c',
    'without b': 'a,c',
    'without c': 'a,b',
  });
  expect(edges(schema, 'minimum', '/c')[0]).toEqual({ a: 1, b: 2, c: 7 });
});

test('a list is as long as it may be of items that have their members', () => {
  const items = { type: 'object', properties: { name: { type: 'string' } } } as const;
  const longest = boundaries({ type: 'array', items, maxItems: 3 }).find(({ keyword }) => keyword === 'maxItems');
  const listed = (longest?.value ?? []) as readonly object[];
  expect(listed.map((item) => Object.keys(item))).toEqual([['name'], ['name'], ['name']]);
});
