import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPairs } from '../../emulator/decode/pairs.ts';
import { decodeComponent } from '../../emulator/decode/percent.ts';
import { MISFIT, readScalar } from '../../emulator/decode/scalar.ts';
import { compileSchema } from '../../emulator/validate/schema.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { contractIn } from './support.ts';

/** A judge by another hand. */
function judge(schema: JsonSchema): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false });
  (formats as unknown as (instance: Ajv2020, which: string[]) => void)(ajv, [
    'date',
    'date-time',
    'uuid',
    'email',
    'uri',
  ]);
  ajv.addFormat('int32', { type: 'number', validate: (n) => n >= -(2 ** 31) && n < 2 ** 31 });
  ajv.addFormat('int64', true);
  const validate = ajv.compile(schema);
  return (value) => validate(value) as boolean;
}

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    'abc',
    'STANDARD',
    'API',
    'MRAO',
    'EMAIL',
    'ANY',
    'SSL_WEB_FORM',
    'IDP',
    '2026-01-02',
    '2026-02-30',
    '2026-01-02T03:04:05Z',
  ),
  fc.constantFrom<unknown>(0, 1, 12, 13, 31, 32, -1, 1.5, 2 ** 31 - 1, 2 ** 31, '6f1c7e0e-5a34-4a3a-9b8e-0d6c1f2a3b4c'),
  fc.integer({ min: 0, max: 300 }).map((n) => 'x'.repeat(n)),
  fc.string({ unit: 'binary', maxLength: 70 }),
);

/** Values with the members that the schemas name, of the right and of wrong kinds. */
function valuesFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const text = JSON.stringify(schema);
  const names = [...new Set([...text.matchAll(/"([A-Za-z_0-9]+)":\{/g)].map((match) => match[1] as string))];
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names, 'unknown', '__proto__'), tie('value'), { maxKeys: 5 }),
    ),
  })).value;
}

describe.each(['default', 'alternate'] as const)('the schemas of the %s dialect', (dialect) => {
  test('are judged as by a library', async () => {
    const contract = await contractIn(dialect);
    const schemas = contract.operations.flatMap((operation) => [
      ...operation.parameters.map((parameter) => parameter.schema),
      ...(operation.body?.contents ?? []).map((content) => content.schema),
      ...operation.success.flatMap((response) => response.contents.map((content) => content.schema)),
    ]);
    const unlike = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
    expect(unlike.length).toBeGreaterThan(60);
    let [good, bad] = [0, 0];
    for (const schema of unlike) {
      const [ours, theirs] = [compileSchema(schema), judge(schema)];
      fc.assert(
        fc.property(valuesFor(schema), (value) => {
          const verdict = theirs(value);
          if (verdict) good += 1;
          else bad += 1;
          expect(ours(value) === undefined).toBe(verdict);
        }),
        { numRuns: 120, seed: 11 },
      );
    }
    expect(Math.min(good, bad)).toBeGreaterThan(1000);
  });
});

test('keywords that the dialects do not use are judged as by a library too', () => {
  const schemas: JsonSchema[] = [
    JSON.parse('{"if":{"type":"string"},"then":{"minLength":2},"else":{"type":"integer"}}') as JsonSchema,
    { not: { enum: [1, 'abc'] } },
    { anyOf: [{ type: 'string', maxLength: 2 }, { minimum: 5 }] },
    { oneOf: [{ type: 'integer' }, { minimum: 1 }] },
    { prefixItems: [{ type: 'string' }], items: { type: 'integer' }, uniqueItems: true },
    { patternProperties: { '^a': { type: 'integer' } }, additionalProperties: false, propertyNames: { maxLength: 3 } },
    {
      $ref: '#/$defs/tree',
      $defs: { tree: { type: 'object', properties: { a: { $ref: '#/$defs/tree' } }, maxProperties: 1 } },
    },
    { multipleOf: 3, exclusiveMaximum: 12, exclusiveMinimum: 0 },
    { const: { a: [1] } },
  ];
  const values = fc.oneof(
    fc.constantFrom<unknown>(
      { a: [1] },
      { a: 1 },
      { ab: 'x' },
      { abcd: 1 },
      { b: 1 },
      ['x', 1, 2],
      ['x', 1, 1],
      [1],
      3,
      9,
      12,
      { a: { a: {} } },
      { a: { a: 1 } },
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
  for (const schema of schemas) {
    const [ours, theirs] = [compileSchema(schema), judge(schema)];
    fc.assert(
      fc.property(values, (value) => {
        expect(ours(value) === undefined).toBe(theirs(value));
      }),
      { numRuns: 300, seed: 3 },
    );
  }
});

describe('decoding', () => {
  test('what is encoded comes back, what is malformed does not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, plus) => {
        const whole = text.toWellFormed();
        expect(decodeComponent(encodeURIComponent(whole), plus)).toBe(whole);
      }),
      { seed: 5 },
    );
    for (const bad of ['%', '%4', '%zz', '%ff', '%c0%80', '%ed%a0%80', '\u00ff', 'a%\u00e9'])
      expect(decodeComponent(bad, true), bad).toBeUndefined();
    expect(decodeComponent('\u00c3\u00a9%20+', true)).toBe('é  ');
    expect(decodeComponent('a+b', false)).toBe('a+b');
  });
  test('pairs', () => {
    expect([...(readPairs('a=1&b=&c&a=2&&=x&d=1=2') ?? [])]).toEqual([
      ['a', ['1', '2']],
      ['b', ['']],
      ['c', ['']],
      ['', ['x']],
      ['d', ['1=2']],
    ]);
    expect(readPairs('a=%zz')).toBeUndefined();
  });
  test('scalars', () => {
    for (const text of ['+1', ' 1', '1 ', '1.0', '1e2', '0x1', '', '-', '١'])
      expect(readScalar(text, 'integer'), text).toBe(MISFIT);
    expect([readScalar('-0012', 'integer'), readScalar('true', 'boolean'), readScalar('True', 'boolean')]).toEqual([
      -12,
      true,
      MISFIT,
    ]);
  });
});
