import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromText, textBoundaries, textViolations, toText, valid } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';

const INTEGER = { type: 'integer', format: 'int32', minimum: 1, maximum: 200 };

test('values are written and read back', () => {
  const cases: readonly (readonly [JsonSchema, unknown, string])[] = [
    [{ type: 'integer' }, 9_007_199_254_740_991, '9007199254740991'],
    [{ type: 'number' }, -0.25, '-0.25'],
    [{ type: 'boolean' }, true, 'true'],
    [{ type: 'string' }, ' a+b ', ' a+b '],
    [{ type: 'array', items: { type: 'integer' } }, [1, 2], '1,2'],
    [{ enum: [1, 2] }, 2, '2'],
  ];
  for (const [schema, value, text] of cases) {
    expect(toText(value)).toBe(text);
    expect(fromText(schema, text)).toEqual({ ok: true, value });
  }
});

test.each(['', '+5', ' 5', '5 ', '05', '5.0', '1e1', '0x5', '٥', '1,5', '--5'])(
  'the text %j is not strictly an integer',
  (text) => {
    expect(fromText({ type: 'integer' }, text)).toMatchObject({ ok: false, keyword: 'type' });
  },
);

test('64 bits are counted exactly', () => {
  expect(fromText({ type: 'integer', format: 'int64' }, '9223372036854775807').ok).toBe(true);
  expect(fromText({ type: 'integer', format: 'int64' }, '9223372036854775808')).toMatchObject({
    ok: false,
    keyword: 'format',
  });
});

test('a scalar that is given twice is not read', () => {
  expect(fromText({ type: 'string' }, ['a', 'b'])).toMatchObject({ ok: false });
  expect(fromText({ type: 'array', items: { type: 'string' } }, ['a,b', 'c'])).toEqual({
    ok: true,
    value: ['a,b', 'c'],
  });
});

function texts(schema: JsonSchema, certainty: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const one of textViolations(schema))
    if (one.certainty === certainty) found[one.operator] = [...(found[one.operator] ?? []), one.new];
  return found;
}

describe('violations as text', () => {
  test('of an integer', () => {
    expect(texts(INTEGER, 'definite')).toMatchObject({
      'not-a-number': ['abc'],
      fraction: ['100.5'],
      'below-minimum': ['0'],
      'above-maximum': ['201'],
    });
    expect(texts(INTEGER, 'debatable')).toMatchObject({
      'plus-sign': ['+100'],
      'leading-space': [' 100'],
      'trailing-space': ['100 '],
      'leading-zero': ['0100'],
      'empty-text': [''],
    });
    expect(texts(INTEGER, 'doubtful')).toEqual({
      'integral-fraction': ['100.0'],
      exponent: ['1e1'],
      hexadecimal: ['0x10'],
    });
    expect(texts({ type: 'integer', format: 'int32' }, 'definite')).toMatchObject({
      'int32-overflow': ['2147483648'],
      'int64-overflow': ['9223372036854775808'],
    });
  });

  test('of a truth value', () => {
    expect(texts({ type: 'boolean' }, 'definite')).toMatchObject({ 'not-a-boolean': ['maybe'] });
    expect(texts({ type: 'boolean' }, 'debatable')['other-boolean']).toEqual(
      expect.arrayContaining(['TRUE', '1', '0', 'yes']),
    );
  });

  test('of free text there are none: whatever is written is a text', () => {
    expect(textViolations({ type: 'string' })).toEqual([]);
  });

  test('of a list: its items, but not the empty list, which cannot be written', () => {
    const found = textViolations({ type: 'array', minItems: 1, items: { type: 'string', enum: ['IDP', 'SECRET_ID'] } });
    expect(found.map(({ pointer }) => pointer)).not.toContain('');
    expect(found.filter(({ certainty }) => certainty === 'definite').map(({ operator }) => operator)).toEqual([
      'not-in-enum',
      'near-enum',
      'extended-enum',
      'cut-enum',
      'first-word-of-enum',
      'extended-enum',
      'cut-enum',
      'first-word-of-enum',
      'catch-all-enum',
    ]);
  });

  test('of many words the longest is cut as well, of which a beginning still tells which one is meant', () => {
    const words = { type: 'string', enum: ['CLIENT_CERTIFICATE', 'A1', 'B2', 'C3', 'D4', 'E5'] };
    expect(texts(words, 'definite')['cut-enum']).toContain('CLIENT_CERTIFICAT');
  });

  test('two words in one text are no word, unless commas make a list of them', () => {
    const words = { type: 'string', enum: ['IDP', 'SECRET_ID'] };
    expect(texts(words, 'definite')['joined-enum']).toEqual([expect.stringMatching(/^(IDP,SECRET_ID|SECRET_ID,IDP)$/)]);
    expect(texts({ ...words, 'x-comma-separated': true }, 'definite')).not.toHaveProperty('joined-enum');
    expect(textViolations({ type: 'array', items: words }).map(({ operator }) => operator)).not.toContain(
      'joined-enum',
    );
  });

  test('of a text that is a list of values', () => {
    const found = texts({ type: 'string', enum: ['usage'], 'x-comma-separated': true }, 'definite');
    const plain = ['unknown-in-list', 'not-in-enum', 'near-enum', 'extended-enum', 'cut-enum', 'catch-all-enum'];
    expect(Object.keys(found)).toEqual(plain);
    expect(found['catch-all-enum']).toEqual(['Other']);
  });

  test('come definite first', () => {
    const order = textViolations(INTEGER).map(({ certainty }) => certainty);
    expect(order.lastIndexOf('definite')).toBeLessThan(order.indexOf('debatable'));
  });
});

test('boundaries as text leave out what cannot be written', () => {
  const list = { type: 'array', minItems: 0, maxItems: 2, items: { type: 'integer', minimum: 1 } };
  const found = textBoundaries(list);
  expect(found.map(({ texts: one }) => one.length)).not.toContain(0);
  expect(found.find(({ keyword }) => keyword === 'maxItems')).toMatchObject({ text: '12,12', texts: ['12', '12'] });
  expect(textBoundaries(INTEGER).map(({ text }) => text)).toEqual(expect.arrayContaining(['1', '2', '199', '200']));
});

test('ordinary text has no two signs in a row: who guards a service may take them for a comment or a way up', () => {
  const texts = fc.sample(valid({ type: 'string', minLength: 2000, maxLength: 2000 }), { seed: 1, numRuns: 20 });
  expect(texts.some((text) => String(text).includes('-'))).toBe(true);
  expect(texts.filter((text) => /[ .-]{2}/.test(String(text)))).toEqual([]);
});
