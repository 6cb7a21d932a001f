import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Violation, valid, violationArbitrary, violations } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { independently, SCHEMAS } from './schemas.ts';

/** Breaking these takes a reading that the plain validator does not have. */
const OWN_KEYWORDS = ['x-semantic'];

function refused(schema: JsonSchema): (violation: Violation) => boolean {
  const accepts = independently(schema);
  return ({ value, keyword, certainty }) =>
    certainty === 'debatable' || OWN_KEYWORDS.includes(keyword) || !accepts(value);
}

describe.each(Object.entries(SCHEMAS))('violations of %s', (_, schema) => {
  test('are refused by an independent validator, and always the same', () => {
    const found = violations(schema);
    expect(found.length).toBeGreaterThan(0);
    const isRefused = refused(schema);
    expect(found.filter((one) => !isRefused(one))).toEqual([]);
    expect(violations(structuredClone(schema))).toEqual(found);
  });

  test('at random stay violations while they shrink', () => {
    const isRefused = refused(schema);
    const seen: Violation[] = [];
    for (const seed of [1, 2, 3]) {
      fc.check(
        fc.property(violationArbitrary(schema), (violation) => {
          seen.push(violation);
          return false;
        }),
        { seed, numRuns: 1 },
      );
    }
    expect(seen.filter((one) => !isRefused(one))).toEqual([]);
    const sample = (): Violation[] => fc.sample(violationArbitrary(structuredClone(schema)), { seed: 9, numRuns: 5 });
    expect(sample()).toEqual(sample());
  });
});

/** What an operator puts in the place, by operator. */
function made(schema: JsonSchema, certainty: Violation['certainty'], pointer = ''): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {};
  for (const one of violations(schema)) {
    if (one.certainty === certainty && one.pointer === pointer)
      found[one.operator] = [...(found[one.operator] ?? []), one.new];
  }
  return found;
}

test('numbers: beside each bound, far from it, fractions, and outside the format', () => {
  const definite = made({ type: 'integer', format: 'int32', minimum: 1, maximum: 200 }, 'definite');
  expect(definite).toMatchObject({ 'below-minimum': [0], 'above-maximum': [201], 'wrong-type-string': ['text'] });
  expect(definite['far-below']).toEqual([-100]);
  expect(definite['int32-overflow']).toBeUndefined();
  expect(made({ type: 'integer', format: 'int32', minimum: 1 }, 'definite')).toMatchObject({
    'int32-overflow': [2 ** 31],
    'int32-wrap': [2 ** 32 + 1],
    fraction: [12.5],
  });
  expect(made({ type: 'integer', minimum: 3 }, 'definite')['minus-one']).toEqual([-1]);
  expect(made({ type: 'integer', minimum: 0 }, 'definite')['minus-one']).toBeUndefined();
  expect(made({ type: 'number', exclusiveMinimum: 0 }, 'definite')).toMatchObject({ 'below-minimum': [0] });
  expect(made({ type: 'integer', minimum: 1 }, 'doubtful')).toEqual({
    'coercible-type': ['12', ''],
    'wrong-type-boolean': [true],
  });
  expect(made({ type: 'integer', minimum: 1 }, 'debatable')).toEqual({ 'null-where-not-nullable': [null] });
});

test('an integral fraction is no violation of integer', () => {
  expect(violations({ type: 'integer' }).filter(({ value }) => Number.isInteger(value))).toEqual([]);
});

test('texts: a character too many, one too few, and counting that is debatable', () => {
  const schema = { type: 'string', minLength: 3, maxLength: 5 };
  const definite = made(schema, 'definite');
  expect(definite['too-long-by-one']?.map((text) => String(text).length)).toEqual([6]);
  expect(definite['too-short']?.map((text) => String(text).length)).toEqual([2]);
  expect(made(schema, 'debatable')).toMatchObject({
    'astral-at-max-length': ['aaaa😀'],
    'accent-at-max-length': ['aaaaé'],
  });
});

test('texts of a pattern that are too long still have its form', () => {
  const schema = { type: 'string', pattern: '^[0-9]+$', maxLength: 4 };
  expect(made(schema, 'definite')['too-long-by-one']?.every((text) => /^[0-9]{5}$/.test(String(text)))).toBe(true);
  expect(made(schema, 'definite')['pattern-broken']?.some((text) => /^[0-9]+$/.test(String(text)))).toBe(false);
});

test('texts that begin like a member of an enumeration, and beginnings of one, are tried', () => {
  const members = ['Issued', 'Revoked'];
  const found = violations({ type: 'string', enum: members }).filter(({ certainty }) => certainty === 'definite');
  const texts = found.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  expect(texts.some((text) => members.some((member) => text.startsWith(member)))).toBe(true);
  expect(texts.some((text) => members.some((member) => member.startsWith(text)))).toBe(true);
  expect(texts.filter((text) => members.includes(text))).toEqual([]);
});

test('what lenient mappers turn into the right type is doubtful, whatever that type is', () => {
  expect(made({ type: 'string' }, 'doubtful')).toEqual({ 'coercible-type': [5, true] });
  const words = made({ type: 'string', enum: ['ONCE', 'DAILY'] }, 'doubtful');
  expect(words).toMatchObject({ 'coercible-type': [true], ordinal: [0], 'place-in-enum': ['1'] });
  expect(made({ type: 'boolean' }, 'doubtful')['wrong-type-number']).toEqual([25]);
  const truth = made({ type: 'boolean' }, 'doubtful')['coercible-type'];
  expect(truth?.map((value) => typeof value)).toEqual(['string', 'number', 'string']);
  // One value in a list is none.
  expect(made({ type: 'integer', examples: [12] }, 'definite')['wrong-type-array']).toEqual([[12]]);
  // A list is made of an empty text by hardly any reader.
  expect(made({ type: 'array', items: { type: 'string' } }, 'definite')['empty-text-for-list']).toEqual(['']);
});

test('enum: far and near are definite, look-alikes debatable', () => {
  const schema = { type: 'string', enum: ['Issued', 'Revoked'] };
  const known = ['issued', 'revoked'];
  for (const operator of ['not-in-enum', 'near-enum']) {
    const values = made(schema, 'definite')[operator];
    expect(values).toHaveLength(1);
    expect(known).not.toContain(String(values?.[0]).toLowerCase());
  }
  expect(Object.keys(made(schema, 'debatable')).sort()).toEqual([
    'case-of-enum',
    'homoglyph-of-enum',
    'null-where-not-nullable',
    'padded-behind-enum',
    'padded-enum',
  ]);
});

test('meanings: only a date that the calendar does not know is definite', () => {
  const date = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'x-semantic': 'past-date' };
  expect(made(date, 'definite')).toMatchObject({ 'impossible-date': ['2020-13-45', '2019-02-30'] });
  expect(made(date, 'debatable')).toMatchObject({
    'future-date': ['2999-01-05'],
    'date-in-another-form': expect.arrayContaining(['2020-01-05T00:00:00Z']),
  });
  const country = { type: 'string', minLength: 2, maxLength: 2, 'x-semantic': 'iso-3166-1-alpha-2' };
  expect(made(country, 'doubtful')).toMatchObject({ 'unassigned-code': ['WW'] });
  expect(made(country, 'debatable')).toMatchObject({ 'code-left-to-users': ['ZZ'], 'lower-case-code': ['ad'] });
  expect(Object.keys(made(country, 'definite'))).toEqual(expect.arrayContaining(['too-short', 'too-long-by-one']));
});

test('objects and arrays: one thing wrong, at its place', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['ids'],
    properties: {
      ids: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { type: 'integer', minimum: 1 } },
    },
  };
  const found = violations(schema).map(
    ({ operator, keyword, pointer, schemaPointer }) => `${operator} ${keyword} ${pointer} ${schemaPointer}`,
  );
  expect(found).toEqual(
    expect.arrayContaining([
      'missing-required required /ids /required',
      'additional-member additionalProperties /unexpected /additionalProperties',
      'empty-array minItems /ids /properties/ids/minItems',
      'too-many-items maxItems /ids /properties/ids/maxItems',
      'duplicate-items uniqueItems /ids /properties/ids/uniqueItems',
      'below-minimum minimum /ids/0 /properties/ids/items/minimum',
      'wrong-type-string type  /type',
    ]),
  );
});

test('branches: none, two, and one thing wrong inside one', () => {
  const schema = SCHEMAS['overlapping variants'] as JsonSchema;
  const found = violations(schema).filter(({ keyword }) => keyword === 'oneOf');
  expect(found.map(({ operator, value }) => [operator, Object.keys(value as object)])).toEqual([
    ['one-of-none', []],
    ['one-of-two', ['a', 'b']],
  ]);
  const tagged = violations(SCHEMAS['tagged variants'] as JsonSchema);
  expect(tagged.some(({ operator, pointer }) => operator === 'too-long-by-one' && pointer === '/m')).toBe(true);
});

test('old and new are the broken part before and after', () => {
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 1 } } };
  const below = violations(schema).find(({ operator }) => operator === 'below-minimum');
  expect(below).toMatchObject({ old: 12, new: 0, value: { n: 0 } });
  const missing = violations(schema).find(({ operator }) => operator === 'missing-required');
  expect(missing).toMatchObject({ pointer: '/n', old: 12, new: undefined, value: {} });
});

test('nothing is called a violation of a schema that allows everything', () => {
  expect(violations(true)).toEqual([]);
  expect(() => fc.sample(violationArbitrary({}), 1)).toThrow(/nothing was found/);
  expect(fc.sample(valid({}), { seed: 1, numRuns: 5 })).toHaveLength(5);
});
