import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDialect } from '../../spec/dialect.ts';
import { document30, documentOf, type Json, reference, Shelf, taking } from './vendor-support.ts';

const shelf = new Shelf();
afterAll(() => shelf.remove());

const SCHEMA = '/paths/~1api~1admin~1v1~1{id}/put/requestBody/content/application~1json/schema';

function update(schema: Json, schemas: Json = {}): Json {
  return document30({ 'put /api/admin/v1/{id}': taking(schema) }, schemas);
}

describe('a broken document', () => {
  it.each<[string, string | Buffer | object, string, string | undefined]>([
    ['bad JSON', '{ "openapi": "3.0.0", ', 'cannot be read', undefined],
    ['bad YAML', 'openapi: 3.0.0\npaths: {a: [}\n', 'line 2', undefined],
    ['bytes that are no text', Buffer.from([0x7b, 0xc3, 0x28]), 'not valid UTF-8', undefined],
    ['an empty file', '', 'no map', undefined],
    ['a list', '[]', 'no map', undefined],
    ['another kind of document', { title: 'x' }, 'no member "openapi"', undefined],
    ['Swagger 2', { swagger: '2.0', paths: {} }, 'Swagger 2.0', undefined],
    ['a version to come', { openapi: '4.0.0', paths: {} }, 'it says 4.0.0', undefined],
    ['no paths', { openapi: '3.1.0' }, 'no operations', '/paths'],
    [
      'a reference to nothing',
      update(reference('Nobody')),
      '"#/components/schemas/Nobody" names nothing',
      `${SCHEMA}/$ref`,
    ],
    [
      'a deep reference to nothing',
      update(reference('A'), { A: { type: 'object', properties: { 'b/c': { items: reference('Nobody') } } } }),
      'names nothing',
      '/components/schemas/A/properties/b~1c/items/$ref',
    ],
    ['a reference to another file', update({ $ref: 'other.yaml#/A' }), 'leaves this file', `${SCHEMA}/$ref`],
    ['a reference to the net', update({ $ref: 'https://a.test/b.json' }), 'Bundle the description', `${SCHEMA}/$ref`],
    ['a reference by anchor', update({ $ref: '#anchor' }), 'names nothing', `${SCHEMA}/$ref`],
    [
      'references that go in a circle',
      update(reference('A'), { A: reference('B'), B: reference('A') }),
      'leads back to itself',
      '/components/schemas/A',
    ],
    [
      'a schema that is a text',
      update({ type: 'object', properties: { m: 'string' } }),
      'A schema was expected',
      `${SCHEMA}/properties/m`,
    ],
    [
      'a mapping to nothing',
      document30({
        'put /api/endpoint/v1/{e}/account/{a}': taking({
          oneOf: [{ type: 'object', required: ['a'] }],
          discriminator: { propertyName: 't', mapping: { x: '#/components/schemas/Gone' } },
        }),
      }),
      'names nothing',
      '/paths/~1api~1endpoint~1v1~1{e}~1account~1{a}/put/requestBody/content/application~1json/schema/discriminator/mapping/x',
    ],
  ])('%s is explained', async (_what, document, text, pointer) => {
    const error = await shelf.fault(document);
    expect(error.message).toContain(text);
    expect(error.file).toBe(join(shelf.folder, 'vendor.json'));
    expect(error.pointer).toBe(pointer);
    expect(error.message).not.toContain('\n');
  });

  it('is named when it is missing', async () => {
    await expect(loadDialect({ openapi: './absent.json' }, shelf.folder)).rejects.toThrow(
      `${join(shelf.folder, 'absent.json')}: The OpenAPI document cannot be read: there is no such file.`,
    );
  });

  it('does no harm where the contract does not look', async () => {
    const document = documentOf({
      'put /api/admin/v1/{id}': taking({ type: 'object', properties: { a: { type: 'string' } } }),
      'put /elsewhere': taking(reference('Nobody')),
      'get /api/other/v1': { responses: { '200': { $ref: 'other.yaml#/x' } } },
    });
    const { schemas } = await shelf.described(document);
    expect(Object.keys(schemas)).toEqual(['CreateAndUpdateClientAdminRequest']);
  });

  it('may refer to itself by its own name', async () => {
    const schemas = { A: { type: 'object', required: ['a'], properties: {} } };
    const { schema } = await shelf.described(update({ $ref: './vendor.json#/components/schemas/A' }, schemas));
    expect(schema('CreateAndUpdateClientAdminRequest')['required']).toEqual(['a']);
  });
});
