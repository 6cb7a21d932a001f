import { afterAll, describe, expect, it } from 'vitest';
import { accepts, answering, document30, documentOf, type Json, reference, Shelf, taking } from './vendor-support.ts';

const shelf = new Shelf();
afterAll(() => shelf.remove());

/** The schema of an administrator's update as it is after conversion. */
async function converted(schema: Json, schemas: Json = {}, version: '3.0' | '3.1' = '3.0'): Promise<Json> {
  const operations = { 'put /api/admin/v1/{id}': taking(schema) };
  const document =
    version === '3.0' ? document30(operations, schemas) : documentOf(operations, { components: { schemas } });
  return (await shelf.described(document)).schema('CreateAndUpdateClientAdminRequest');
}

/** One member of it. */
async function member(schema: Json, schemas: Json = {}, version: '3.0' | '3.1' = '3.0'): Promise<Json> {
  const whole = await converted({ type: 'object', properties: { m: schema } }, schemas, version);
  const m = (whole['properties'] as Json)['m'] as Json;
  return whole['$defs'] === undefined ? m : { ...m, $defs: whole['$defs'] };
}

describe('OpenAPI 3.0 becomes JSON Schema 2020-12', () => {
  it.each<[string, Json, Json]>([
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'a nullable enumeration',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'exclusive bounds',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
      { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 9 },
    ],
    ['inclusive bounds', { type: 'number', minimum: 1, exclusiveMinimum: false }, { type: 'number', minimum: 1 }],
    ['example', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    ['int32', { type: 'integer', format: 'int32' }, { type: 'integer', format: 'int32' }],
    [
      'xml, externalDocs and own extensions',
      { type: 'string', xml: { name: 'a' }, externalDocs: {}, 'x-order': 3 },
      { type: 'string' },
    ],
    [
      'members without a type',
      { properties: { a: { type: 'string' } } },
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
    [
      'a format that nobody knows',
      { type: 'string', format: 'phone' },
      { type: 'string', 'x-documented-format': 'phone' },
    ],
    [
      'a date notation as pattern',
      { type: 'string', format: 'date-time', pattern: 'yyyy-MM-dd' },
      { type: 'string', format: 'date', 'x-documented-format': 'date-time', 'x-documented-pattern': 'yyyy-MM-dd' },
    ],
    [
      'a notation with time',
      { type: 'string', format: 'date-time', pattern: "yyyy-MM-dd'T'HH:mm:ss" },
      { type: 'string', format: 'date-time', 'x-documented-pattern': "yyyy-MM-dd'T'HH:mm:ss" },
    ],
    ['an enumeration of another type', { type: 'integer', enum: ['1', '2'] }, { type: 'integer' }],
    ['repeats', { type: 'string', enum: ['a', 'a'] }, { type: 'string', enum: ['a'] }],
    ['nothing at all', { type: 'string', minLength: null, enum: [] }, { type: 'string' }],
    ['const, which 3.0 does not know', { type: 'string', const: 'a' }, { type: 'string' }],
  ])('%s', async (_what, from, to) => {
    expect(await member(from)).toEqual(to);
  });

  it('ignores what stands beside a reference, but for null', async () => {
    const schemas = { Name: { type: 'string', maxLength: 3 } };
    expect(accepts(await member({ ...reference('Name'), minLength: 2 }, schemas), 'a')).toBe(true);
    expect(accepts(await member(reference('Name'), schemas), null)).toBe(false);
    expect(accepts(await member({ ...reference('Name'), nullable: true }, schemas), null)).toBe(true);
    const wrapped = await member({ allOf: [reference('Name')], nullable: true, description: 'x' }, schemas);
    expect([null, 'abc', 'abcd', 4].map((value) => accepts(wrapped, value))).toEqual([true, true, false, false]);
  });
});

describe('OpenAPI 3.1', () => {
  it('keeps lists of types, const, and what stands beside a reference', async () => {
    expect(await member({ type: ['string', 'null'] }, {}, '3.1')).toEqual({ type: ['string', 'null'] });
    expect(await member({ const: 4 }, {}, '3.1')).toEqual({ const: 4 });
    const schema = await member({ ...reference('Name'), minLength: 2 }, { Name: { maxLength: 3 } }, '3.1');
    expect(['a', 'ab', 'abcd'].map((value) => accepts(schema, value))).toEqual([false, true, false]);
  });

  it('follows references to any place of the file', async () => {
    const schemas = { Box: { type: 'object', properties: { lid: { type: 'integer' } } } };
    const schema = await member({ $ref: '#/components/schemas/Box/properties/lid' }, schemas, '3.1');
    expect([1, 'a'].map((value) => accepts(schema, value))).toEqual([true, false]);
  });

  it('takes a member that nothing is said about for anything', async () => {
    const whole = await converted({ type: 'object', properties: { m: null } }, {}, '3.1');
    expect(whole['properties']).toEqual({ m: true });
  });
});

describe('schemas made of others', () => {
  it('inheritance reads as one list of members', async () => {
    const schemas = {
      Base: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      Heir: { allOf: [reference('Base'), { required: ['b'], properties: { b: { type: 'integer' } } }] },
    };
    expect(await converted(reference('Heir'), schemas)).toEqual({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
    });
  });

  it('parts that are more than members stay apart', async () => {
    const schemas = { Base: { type: 'object', minProperties: 2, properties: { a: { type: 'string' } } } };
    const schema = await converted({ allOf: [reference('Base'), { type: 'object', required: ['b'] }] }, schemas);
    expect([{ b: 1 }, { a: 'x', b: 1 }, { a: 1, b: 1 }].map((value) => accepts(schema, value))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('circles stay references', async () => {
    const schemas = {
      Node: {
        type: 'object',
        properties: { parent: reference('Node'), others: { type: 'array', items: reference('Leaf') } },
      },
      Leaf: { allOf: [reference('Node'), { type: 'object', properties: { end: { type: 'boolean' } } }] },
    };
    const schema = await converted(reference('Node'), schemas);
    expect(accepts(schema, { parent: { parent: { others: [{ end: true, others: [] }] } } })).toBe(true);
    expect(accepts(schema, { parent: { others: [{ end: 'no' }] } })).toBe(false);
  });

  it('alternatives under a discriminator need not exclude each other by their members', async () => {
    const union = { oneOf: [reference('A'), reference('B')], discriminator: { propertyName: 't' } };
    const shape = { type: 'object', properties: { t: { type: 'string' } } };
    expect(accepts(await member(union, { A: shape, B: shape }), { t: 'A' })).toBe(true);
  });

  it('names that no component may have are no obstacle', async () => {
    const schemas = { 'Map«string,List<Thing>»': { type: 'integer' }, 'Map~string/Thing': { type: 'boolean' } };
    const strange = await member({ $ref: '#/components/schemas/Map%C2%ABstring,List%3CThing%3E%C2%BB' }, schemas);
    expect(accepts(strange, 1)).toBe(true);
    expect(accepts(await member({ $ref: '#/components/schemas/Map~0string~1Thing' }, schemas), true)).toBe(true);
  });
});

describe('what is read-only or write-only', () => {
  const schemas = {
    Person: {
      type: 'object',
      required: ['id', 'name', 'pin'],
      properties: {
        id: { type: 'string', readOnly: true },
        name: { type: 'string' },
        pin: { type: 'string', writeOnly: true },
        kin: { type: 'array', items: reference('Person') },
      },
    },
  };
  const document = document30(
    {
      'get /api/person/v2/{id}': answering(reference('Person')),
      'put /api/person/v2/{id}': taking(reference('Person')),
    },
    schemas,
  );
  const GET = "$.paths['/api/person/v2/{id}'].get.responses['200'].content['application/json'].schema";
  const PUT = "$.paths['/api/person/v2/{id}'].put.requestBody.content['application/json'].schema";

  it('is left out of the other direction, also deep inside, without a word', async () => {
    const described = await shelf.described(document);
    expect(accepts(described.at(PUT), { name: 'n', pin: 'p', kin: [{ name: 'n', pin: 'p' }] })).toBe(true);
    expect(accepts(described.at(PUT), { name: 'n', kin: [] })).toBe(false);
    expect(accepts(described.at(GET), { id: 'i', name: 'n', kin: [{ id: 'i', name: 'n' }] })).toBe(true);
    expect(accepts(described.at(GET), { id: 'i', name: 'n', kin: [{ name: 'n' }] })).toBe(false);
    expect(described.notices.filter((notice) => notice.includes('PersonInfo'))).toEqual([]);
    expect(described.schema('PersonInfo')['properties']).toEqual({ id: true, name: true, pin: true, kin: true });
  });

  it('is judged so by the contract', async () => {
    const contract = await shelf.contract(document);
    const body = contract.operation('person.update').body;
    expect(body?.standing).toBe('claimed');
    expect(accepts(body?.contents[0]?.schema ?? false, { name: 'n', pin: 'p' })).toBe(true);
    const answer = contract.operation('person.read').success[0];
    expect(answer?.standing).toBe('claimed');
    expect(accepts(answer?.contents[0]?.schema ?? false, { name: 'n' })).toBe(false);
    const required = contract.requirements.filter(({ id }) => /^person\.update\.body\.\w+\.required/.test(id));
    expect(required.map(({ id }) => id)).toEqual([
      'person.update.body.name.required.refuses',
      'person.update.body.pin.required.refuses',
    ]);
  });

  it('is no longer required where another part requires it', async () => {
    const schema = await converted({
      allOf: [
        { type: 'object', properties: { id: { type: 'string', readOnly: true } } },
        { type: 'object', required: ['id', 'a'] },
      ],
    });
    expect(schema['required']).toEqual(['a']);
  });
});

describe('rules that cannot be used', () => {
  it.each<[string, Json, string]>([
    ['a pattern of another language', { type: 'string', pattern: '(?i)[a-z]++' }, 'pattern'],
    ['a bound that is a text', { type: 'integer', maximum: '9' }, 'a number'],
    ['a type that is none', { type: 'file' }, 'one of string'],
    ['required on the member itself', { type: 'string', required: true }, 'a list of names'],
  ])('%s is left out and told', async (_what, schema, text) => {
    const operations = { 'put /api/admin/v1/{id}': taking({ type: 'object', properties: { m: schema } }) };
    const { notices } = await shelf.described(document30(operations));
    const notice = notices.find((line) => line.includes('left out'));
    expect(notice).toContain(
      'vendor.json at /paths/~1api~1admin~1v1~1{id}/put/requestBody/content/application~1json/schema/properties/m/',
    );
    expect(notice).toContain(text);
  });
});
