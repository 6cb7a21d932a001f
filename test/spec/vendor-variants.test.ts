import { afterAll, describe, expect, it } from 'vitest';
import { discriminatorOf } from '../../spec/variants.ts';
import { accepts, document30, type Json, reference, Shelf, taking } from './vendor-support.ts';

const shelf = new Shelf();
afterAll(() => shelf.remove());

const NAMES = [
  'CreatePublicAcmeEnrollAccount',
  'CreateSslMaggieEnrollAccount',
  'CreateSslRestApiEnrollAccount',
  'CsWebFormAccountRequest',
  'DeviceWebFormAccountRequest',
  'SSLWebFormAccountRequest',
  'SmimeWebFormAccountRequest',
];

function variant(type: string): Json {
  return {
    type: 'object',
    required: ['type', type],
    properties: { type: { type: 'string', enum: [type] }, [type]: { type: 'string' } },
  };
}

function body(schema: Json, schemas: Json): Json {
  return document30({ 'put /api/endpoint/v1/{e}/account/{a}': taking(schema) }, schemas);
}

function some(value: readonly string[]): Json[] {
  return value.map((name) => reference(name));
}

describe('the account variants', () => {
  it.each(['oneOf', 'anyOf'])('are taken from %s by their names', async (keyword) => {
    const schemas = Object.fromEntries(NAMES.map((name) => [name, variant(name)]));
    const document = body({ [keyword]: some(NAMES.toReversed()) }, schemas);
    const { schema } = await shelf.described(document);
    for (const name of NAMES) expect(schema(name)['required']).toEqual(['type', name]);
    const contract = await shelf.contract(document);
    const own = contract.operation('account.update').body;
    expect(own?.standing).toBe('claimed');
    expect(
      accepts(own?.contents[0]?.schema ?? false, { type: 'CsWebFormAccountRequest', CsWebFormAccountRequest: 'x' }),
    ).toBe(true);
    expect(accepts(own?.contents[0]?.schema ?? false, { type: 'CsWebFormAccountRequest' })).toBe(false);
  });

  it('are taken in their order where the names differ', async () => {
    const own = NAMES.map((_, index) => `Variant${index}`);
    const schemas = Object.fromEntries(own.map((name) => [name, variant(name)]));
    const { schema, notices } = await shelf.described(body({ oneOf: some(own) }, schemas));
    expect(schema('CsWebFormAccountRequest')['required']).toEqual(['type', 'Variant3']);
    expect(notices.filter((notice) => notice.includes('variant'))).toEqual([]);
  });

  it.each([
    ['as it stands', (item: Json): Json => item],
    ['by reference', (_: Json, name: string): Json => reference(`${name}Item`)],
  ])('are told apart by a member below another that all require, %s', async (_, place) => {
    const item = (name: string): Json => variant(name);
    const nested = (name: string): Json => ({
      type: 'object',
      required: ['Item'],
      properties: { Item: place(item(name), name) },
    });
    const schemas = Object.fromEntries(
      NAMES.flatMap((name) => [
        [name, nested(name)],
        [`${name}Item`, item(name)],
      ]),
    );
    const contract = await shelf.contract(body({ oneOf: some(NAMES) }, schemas));
    const own = contract.operation('account.update').body;
    expect(own?.standing).toBe('claimed');
    const schema = own?.contents[0]?.schema ?? false;
    expect(discriminatorOf(schema)).toEqual({ pointer: '/Item/type', values: NAMES.map((name) => [name]) });
    const [first = ''] = NAMES;
    expect(accepts(schema, { Item: { type: first, [first]: 'x' } })).toBe(true);
    expect(accepts(schema, { Item: { type: 'none', [first]: 'x' } })).toBe(false);
  });

  it.each([
    ['may be left out', { type: 'object' }, []],
    ['may be null', { type: 'object', nullable: true }, ['Item']],
  ])('are not told apart below a member that %s', async (_, beside, required) => {
    const schemas = Object.fromEntries(
      NAMES.map((name) => {
        const { type: __, ...item } = variant(name);
        return [name, { type: 'object', required, properties: { Item: { ...beside, ...item } } }];
      }),
    );
    const { notices } = await shelf.described(body({ oneOf: some(NAMES) }, schemas));
    expect(notices.filter((notice) => notice.includes('cannot be told apart'))).toHaveLength(1);
  });

  it('are told apart by a discriminator that maps them', async () => {
    const schemas = Object.fromEntries(
      NAMES.map((name) => [name, { type: 'object', properties: { kind: { type: 'string' } } }]),
    );
    const mapping = Object.fromEntries(
      NAMES.map((name, index) => [`K${index}`, index % 2 ? name : `#/components/schemas/${name}`]),
    );
    const { schema } = await shelf.described(
      body({ oneOf: some(NAMES), discriminator: { propertyName: 'kind', mapping } }, schemas),
    );
    expect(schema('SSLWebFormAccountRequest')).toMatchObject({
      required: ['kind'],
      properties: { kind: { type: 'string', enum: ['K5'] } },
    });
  });

  it('are found as heirs of a schema with a discriminator', async () => {
    const heirs = Object.fromEntries(
      NAMES.map((name) => [
        name,
        { allOf: [reference('Account'), { type: 'object', properties: { [name]: { type: 'string' } } }] },
      ]),
    );
    const mapping = Object.fromEntries(NAMES.map((name) => [name.toUpperCase(), `#/components/schemas/${name}`]));
    const Account = {
      type: 'object',
      required: ['t'],
      properties: { t: { type: 'string' } },
      discriminator: { propertyName: 't', mapping },
    };
    const { schema } = await shelf.described(body(reference('Account'), { Account, ...heirs }));
    expect(schema('SmimeWebFormAccountRequest')).toMatchObject({
      required: ['t'],
      properties: { t: { enum: ['SMIMEWEBFORMACCOUNTREQUEST'] }, SmimeWebFormAccountRequest: { type: 'string' } },
    });
  });

  it.each<[string, Json, Json, string]>([
    ['no alternatives', variant('x'), {}, 'Alternatives (oneOf, anyOf or a discriminator) are expected'],
    [
      'alternatives that cannot be told apart',
      { oneOf: some(NAMES) },
      Object.fromEntries(NAMES.map((name) => [name, { type: 'object', properties: { a: { type: 'string' } } }])),
      'cannot be told apart',
    ],
    [
      'alternatives that share a value of the member that tells them apart',
      { oneOf: some(NAMES) },
      Object.fromEntries(
        NAMES.map((name) => [name, { ...variant(name), properties: { type: { enum: [name, 'any'] } } }]),
      ),
      'cannot be told apart',
    ],
  ])('%s leave the base, and that is told', async (_what, schema, schemas, text) => {
    const { schemas: found, notices } = await shelf.described(body(schema, schemas));
    expect(found).toEqual({});
    expect(notices.filter((notice) => notice.includes(text))).toHaveLength(1);
  });

  it('too few leave the rest assumed, too many are left out', async () => {
    const few = await shelf.contract(body({ oneOf: [variant('a'), variant('b')] }, {}));
    expect(few.operation('account.update').body?.standing).toBe('assumed');
    expect(few.dialect.notices.filter((notice) => notice.includes('only assumed'))).toHaveLength(1);
    const more = [...NAMES, 'Eighth'];
    const schemas = Object.fromEntries(more.map((name) => [name, variant(name)]));
    const { notices } = await shelf.described(body({ oneOf: some(more) }, schemas));
    expect(notices.filter((notice) => notice.includes('left out: Eighth'))).toHaveLength(1);
  });
});
