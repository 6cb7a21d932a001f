import { afterAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from './contract-figures.ts';
import { accepts, answering, document30, documentOf, type Json, reference, Shelf, taking } from './vendor-support.ts';

const shelf = new Shelf();
afterAll(() => shelf.remove());

const TEXT = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
const NUMBER = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };

function mentions(notices: readonly string[], ...texts: string[]): string[] {
  return notices.filter((notice) => texts.every((text) => notice.includes(text)));
}

describe('finding operations', () => {
  it.each<[string, string, Json]>([
    ['other names of path parameters', '/api/ssl/v2/{certificate}/location/{place}', {}],
    ['a base path', '/cm/v9/api/ssl/v2/{x}/location/{y}', {}],
    ['a base path with a parameter', '/{tenant}/api/ssl/v2/{x}/location/{y}', {}],
    ['a slash at the end', '/api/ssl/v2/{x}/location/{y}/', {}],
    ['a base path in the servers', '/ssl/v2/{x}/location/{y}', { servers: [{ url: 'https://host/cm/api' }] }],
    [
      'a variable in the servers',
      '/ssl/v2/{x}/location/{y}',
      { servers: [{ url: '{root}', variables: { root: { default: '/api' } } }] },
    ],
  ])('%s', async (_what, path, more) => {
    const { schema } = await shelf.described(documentOf({ [`get ${path}`]: answering(TEXT) }, more));
    expect(schema('LocationResponseItem')['required']).toEqual(['a']);
  });

  it('takes the base path that most operations have, and tells of the others', async () => {
    const { schema, notices } = await shelf.described(
      documentOf({
        'get /old/api/smime/v2/{id}': answering(NUMBER),
        'get /new/api/smime/v2/{id}': answering(TEXT),
        'get /new/api/admin/v1/{id}': answering(TEXT),
      }),
    );
    expect(accepts(schema('DetailsResponse'), { a: 'x' })).toBe(true);
    expect(mentions(notices, 'below /new', 'base URL')).toHaveLength(1);
    expect(mentions(notices, '/old/api/smime/v2/{id}')).toHaveLength(1);
  });

  it('tells which operations are missing, and does not fail for it', async () => {
    const { notices, schemas } = await shelf.described(documentOf({ 'get /api/admin/v1/{id}': answering(TEXT) }));
    expect(Object.keys(schemas)).toEqual(['ClientAdminDetailsResponse']);
    expect(mentions(notices, '45 of the contract', 'ssl.list')).toHaveLength(1);
    const patched = await shelf.described(
      documentOf({ 'patch /api/admin/v1/{id}': taking(TEXT), 'get /api/admin/v1/{id}': answering(TEXT) }),
    );
    expect(mentions(patched.notices, 'admin.update is PUT', 'PATCH')).toHaveLength(1);
  });

  it.each([
    ['none at all', documentOf({})],
    ['those of another service', documentOf({ 'get /something/else': answering(TEXT) })],
  ])('refuses a document with %s', async (_what, document) => {
    const { message } = await shelf.fault(document);
    expect(message).toContain(`None of the contract's ${OPERATIONS.length} operations is described here`);
    expect(message).toContain('/paths');
  });

  it('follows references to path items, request bodies and responses', async () => {
    const components = {
      pathItems: {
        Admin: {
          put: {
            requestBody: { $ref: '#/components/requestBodies/Change' },
            responses: { '200': { description: '' } },
          },
        },
      },
      requestBodies: { Change: taking(TEXT)['requestBody'] },
    };
    const paths = { '/api/admin/v1/{id}': { $ref: '#/components/pathItems/Admin' } };
    const { schema } = await shelf.described({ ...documentOf({}), paths, components });
    expect(schema('CreateAndUpdateClientAdminRequest')['required']).toEqual(['a']);
  });
});

describe('finding schemas', () => {
  it.each(['application/json;charset=UTF-8', 'Application/JSON', 'application/hal+json', '*/*'])(
    'under the media type %s',
    async (media) => {
      const { schema } = await shelf.described(documentOf({ 'get /api/admin/v1/{id}': answering(TEXT, '200', media) }));
      expect(schema('ClientAdminDetailsResponse')['required']).toEqual(['a']);
    },
  );

  it('prefers JSON to everything else', async () => {
    const content = {
      '*/*': { schema: NUMBER },
      'application/xml': { schema: NUMBER },
      'application/json': { schema: TEXT },
    };
    const { schema } = await shelf.described(
      documentOf({ 'put /api/organization/v1/{id}': { requestBody: { content } } }),
    );
    expect(accepts(schema('UpdateOrganizationRequest'), { a: 'x' })).toBe(true);
  });

  it.each<[string, Json, string]>([
    ['no JSON', answering(TEXT, '200', 'text/html'), 'no JSON content (only text/html)'],
    ['no schema', { responses: { '200': { description: '', content: { 'application/json': {} } } } }, 'no schema'],
    ['a schema that says nothing', answering({ type: 'object', description: 'an object' }), 'no schema'],
    ['no success', { responses: { '400': { description: '' } } }, 'The answer 200 of admin.read is not described'],
  ])('%s is told, and leaves the base', async (_what, operation, text) => {
    const { schemas, notices } = await shelf.described(documentOf({ 'get /api/admin/v1/{id}': operation }));
    expect(schemas).toEqual({});
    expect(mentions(notices, text, 'vendor.json at /paths/~1api~1admin~1v1~1{id}/get')).toHaveLength(1);
  });

  it('takes another success for the documented one, and tells', async () => {
    const document = documentOf({ 'get /api/admin/v1/{id}': answering(TEXT, '203') });
    const { schema, notices } = await shelf.described(document);
    expect(schema('ClientAdminDetailsResponse')['required']).toEqual(['a']);
    expect(mentions(notices, 'admin.read succeeds with 200', '203')).toHaveLength(1);
  });

  it('takes the items of a list, and only of a list', async () => {
    const list = await shelf.described(documentOf({ 'get /api/ssl/v2': answering({ type: 'array', items: TEXT }) }));
    expect(list.schema('SSLIdentity')['required']).toEqual(['a']);
    const page = { type: 'object', properties: { content: { type: 'array', items: TEXT } } };
    const wrapped = await shelf.described(documentOf({ 'get /api/ssl/v2': answering(page) }));
    expect(wrapped.schemas).toEqual({});
    expect(mentions(wrapped.notices, 'ssl.list', 'array of SSLIdentity', 'governs')).toHaveLength(1);
  });
});

describe('one schema in several places', () => {
  const FIRST =
    "$.paths['/api/ssl/v2/{sslId}/location/{locationId}'].get.responses['200'].content['application/json'].schema";
  const SECOND =
    "$.paths['/api/smime/v2/{certId}/location/{locationId}'].get.responses['200'].content['application/json'].schema";

  it('is one schema when the places agree, whatever the parts are called', async () => {
    const schemas = {
      One: { type: 'object', description: 'first', properties: { next: reference('One'), of: reference('Part') } },
      Two: { type: 'object', description: 'second', properties: { next: reference('Two'), of: reference('Piece') } },
      Part: TEXT,
      Piece: TEXT,
    };
    const { at, schema, notices } = await shelf.described(
      document30(
        {
          'get /api/ssl/v2/{sslId}/location/{locationId}': answering(reference('One')),
          'get /api/smime/v2/{certId}/location/{locationId}': answering(reference('Two')),
        },
        schemas,
      ),
    );
    expect(at(FIRST)).toBe(false);
    expect(accepts(schema('LocationResponseItem'), { of: { a: 1 } })).toBe(false);
    expect(mentions(notices, 'LocationResponseItem')).toEqual([]);
  });

  it('is judged by what each operation says when they clash, and that is told', async () => {
    const document = documentOf({
      'get /api/ssl/v2/{sslId}/location/{locationId}': answering(TEXT),
      'get /api/smime/v2/{certId}/location/{locationId}': answering(NUMBER),
    });
    const { at, notices } = await shelf.described(document);
    expect([{ a: 'x' }, { a: 1 }].map((value) => accepts(at(FIRST), value))).toEqual([true, false]);
    expect([{ a: 'x' }, { a: 1 }].map((value) => accepts(at(SECOND), value))).toEqual([false, true]);
    const [notice] = mentions(notices, 'LocationResponseItem', 'client.location.read', 'ssl.location.read');
    expect(notice).toContain('vendor.json at /paths/~1api~1smime~1v2~1{certId}~1location~1{locationId}/get');
    const contract = await shelf.contract(document);
    const answer = contract.operation('client.location.read').success[0];
    expect(answer?.standing).toBe('claimed');
    expect([{ a: 'x' }, { a: 1 }].map((value) => accepts(answer?.contents[0]?.schema ?? true, value))).toEqual([
      false,
      true,
    ]);
  });
});
