import { afterAll, describe, expect, it } from 'vitest';
import { constraintsOf } from '../../spec/constraints.ts';
import { loadContract } from '../../spec/load.ts';
import { withReferences } from '../../spec/references.ts';
import { accepts, answering, documentOf, type Json, Shelf, taking } from './vendor-support.ts';

const shelf = new Shelf();
afterAll(() => shelf.remove());

function mentions(notices: readonly string[], ...texts: string[]): string[] {
  return notices.filter((notice) => texts.every((text) => notice.includes(text)));
}

/** The statuses of a certificate by the contract. */
async function statusWords(): Promise<readonly string[]> {
  const { parameters } = (await loadContract({ validate: false })).operation('ssl.list');
  const schema = parameters.find(({ name }) => name === 'status')?.schema as { readonly enum: readonly string[] };
  return schema.enum;
}

describe('the body of a 404', () => {
  const missing = (schema: Json) => answering(schema, '404');
  const body = (properties: Json, required: string[]) => missing({ type: 'object', required, properties });
  const number = { type: 'integer' };
  const text = { type: 'string' };

  it.each<[string, Json, unknown]>([
    [
      'a number and a text',
      body({ code: number, message: text }, ['code', 'message']),
      { code: '/code', description: '/message' },
    ],
    [
      'one level down',
      body({ error: { type: 'object', required: ['n', 't/x'], properties: { n: number, 't/x': text } } }, ['error']),
      { code: '/error/n', description: '/error/t~1x' },
    ],
    ['two texts', body({ code: text, message: text }, ['code', 'message']), undefined],
    ['members that may be absent', body({ code: number, message: text }, ['code']), undefined],
    ['three members', body({ a: number, b: text, c: text }, ['a', 'b', 'c']), undefined],
  ])('%s', async (_what, operation, members) => {
    const { answers, schemas } = await shelf.described(documentOf({ 'get /api/person/v2/{id}': operation }));
    expect(schemas).toHaveProperty('NotFoundBody');
    expect(answers['error.not-found.members']).toEqual(members);
  });

  it('may be any of those described', async () => {
    const { schema, answers, notices } = await shelf.described(
      documentOf({
        'get /api/person/v2/{id}': body({ code: number, message: text }, ['code', 'message']),
        'get /api/admin/v1/{id}': body({ id: number, why: text }, ['id', 'why']),
      }),
    );
    const bodies = [{ code: 1, message: 'x' }, { id: 1, why: 'x' }, { other: 1 }];
    expect(bodies.map((value) => accepts(schema('NotFoundBody'), value))).toEqual([true, true, false]);
    expect(answers).toEqual({});
    expect(mentions(notices, 'The answer 404 differs')).toHaveLength(1);
  });

  it('stays an object, and the body of an absent mark certificate is not taken for it', async () => {
    const array = await shelf.described(
      documentOf({ 'get /api/person/v2/{id}': missing({ type: 'array', items: {} }) }),
    );
    expect(array.schemas).toEqual({});
    expect(mentions(array.notices, 'an object, and governs')).toHaveLength(1);
    const mark = await shelf.described(
      documentOf({ 'get /api/mark-certificate/v1/{id}': body({ a: number, b: text }, ['a', 'b']) }),
    );
    expect(mark.schemas).toEqual({});
  });
});

describe('members that name other entities', () => {
  it('are known by their names', async () => {
    const id = { type: 'integer' };
    const properties = {
      sslId: id,
      org_id: id,
      requesterAdminId: { anyOf: [id, { type: 'null' }] },
      ownerPersonId: id,
      note: { type: 'string' },
      orgId: { type: 'string' },
    };
    const { schema } = await shelf.described(
      documentOf({ 'put /api/ssl/v2': taking({ type: 'object', required: ['sslId'], properties }) }),
    );
    const members = withReferences(schema('SslInfo'))['properties'] as Record<string, Json>;
    const kinds = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member['x-reference']]));
    expect(kinds).toEqual({
      sslId: 'ssl-certificate',
      org_id: 'organization',
      requesterAdminId: 'administrator',
      ownerPersonId: 'person',
    });
  });

  it('are what a list of them is called', async () => {
    const ids = { type: 'array', items: { type: 'integer', format: 'int32' } };
    const properties = { sslId: { type: 'integer' }, orgIds: ids, counts: ids };
    const { schema } = await shelf.described(
      documentOf({ 'put /api/ssl/v2': taking({ type: 'object', required: ['sslId'], properties }) }),
    );
    const members = withReferences(schema('SslInfo'))['properties'] as Record<string, { readonly items?: Json }>;
    expect(members['orgIds']?.items?.['x-reference']).toBe('organization');
    expect(members['counts']?.items).not.toHaveProperty('x-reference');
  });

  it('are known however deep they lie, and whatever is written beside them counts', () => {
    const id = { type: 'integer' };
    const inner = { type: 'object', properties: { orgId: id, personId: { ...id, 'x-reference': 'administrator' } } };
    const marked = withReferences({
      properties: {
        credentials: { type: 'array', items: inner },
        orgData: { properties: { orgDelegations: { items: id } } },
      },
    });
    expect(marked).toMatchObject({
      properties: {
        credentials: {
          items: {
            properties: { orgId: { 'x-reference': 'organization' }, personId: { 'x-reference': 'administrator' } },
          },
        },
        orgData: { properties: { orgDelegations: { items: { 'x-reference': 'organization' } } } },
      },
    });
  });

  it('have no bound that must be accepted, by whatever name ids are called', () => {
    const bounded = { type: 'integer', minimum: 1, maximum: 9 };
    const properties = { templateId: bounded, days: bounded, group_ids: { type: 'array', items: bounded } };
    const open = constraintsOf({ type: 'object', properties }).filter(({ reference }) => reference);
    expect(new Set(open.map(({ pointer }) => pointer))).toEqual(
      new Set(['/templateId', '/group_ids', '/group_ids/items']),
    );
  });

  it('must tell which certificate is changed, so that no other one is hit', async () => {
    const body = (properties: Json) => documentOf({ 'put /api/ssl/v2': taking({ type: 'object', properties }) });
    const unknown = await shelf.described(body({ reference: { type: 'string' }, term: { type: 'integer' } }));
    expect(unknown.schemas).toEqual({});
    expect(mentions(unknown.notices, 'x-reference: ssl-certificate')).toHaveLength(1);
    const marked = await shelf.described(body({ serial: { type: 'string', 'x-reference': 'ssl-certificate' } }));
    expect(marked.schema('SslInfo')['required']).toEqual(['serial']);
    expect(mentions(marked.notices, 'taken to require serial')).toHaveLength(1);
  });
});

describe('parameters', () => {
  const query = (name: string, schema: Json, more: Json = {}) => ({ in: 'query', name, schema, ...more });

  it('that differ from the contract are told, and the contract governs', async () => {
    const parameters = [
      query('size', { type: 'integer', format: 'int64', minimum: 0, maximum: 500 }),
      query('vendor', { type: 'string', maxLength: 128 }, { required: true }),
      query('status', { type: 'string', enum: ['Issued'] }),
      query('position', { type: 'integer' }),
    ];
    const document = documentOf({ 'get /api/ssl/v2': { parameters } });
    const { notices } = await shelf.described(document);
    const [size] = mentions(notices, 'Parameter size of ssl.list');
    expect(size).toContain('vendor.json at /paths/~1api~1ssl~1v2/get/parameters/0');
    expect(size).toContain('format int32, here int64; maximum 200, here 500');
    expect(size).not.toContain('minimum');
    expect(mentions(notices, 'Parameter vendor of ssl.list', 'optional, here required')).toHaveLength(1);
    expect(mentions(notices, 'Parameter status of ssl.list', 'here [Issued]')).toHaveLength(1);
    expect(mentions(notices, 'Parameter position')).toEqual([]);
    expect(mentions(notices, 'not described here', 'ssl.list (')).toHaveLength(1);
    const contract = await shelf.contract(document);
    const own = contract.operation('ssl.list').parameters.find(({ name }) => name === 'size');
    expect(own?.schema).toMatchObject({ format: 'int32', maximum: 200 });
  });

  it('that are written otherwise and come to the same are one notice', async () => {
    const status = { type: 'string', enum: (await statusWords()).map((word) => word.toUpperCase()) };
    const parameters = [
      query('commonName', { type: 'string', maxLength: 2147483647 }),
      query('status', status),
      query('size', { type: 'integer', minimum: 0, maximum: 500 }),
      // The range of the format, written out.
      query('orgId', { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }),
    ];
    const { notices } = await shelf.described(documentOf({ 'get /api/ssl/v2': { parameters } }));
    expect(
      mentions(notices, 'the same to every request', 'commonName of ssl.list, status of ssl.list, orgId of ssl.list'),
    ).toHaveLength(1);
    expect(mentions(notices, 'Parameter commonName')).toEqual([]);
    expect(mentions(notices, 'Parameter status')).toEqual([]);
    expect(mentions(notices, 'Parameter size of ssl.list', 'maximum 200, here 500')).toHaveLength(1);
  });

  it('of the path are compared in their order', async () => {
    const parameters = [
      { in: 'path', name: 'tenant', required: true, schema: { type: 'string' } },
      { in: 'path', name: 'cert', required: true, schema: { type: 'integer', minimum: 5 } },
      { in: 'path', name: 'place', required: true, schema: { type: 'string' } },
    ];
    const { notices } = await shelf.described(
      documentOf({ 'get /{tenant}/api/ssl/v2/{cert}/location/{place}': { parameters } }),
    );
    expect(mentions(notices, 'Parameter sslId of ssl.location.read', 'minimum 1, here 5')).toHaveLength(1);
    expect(mentions(notices, 'Parameter locationId of ssl.location.read', 'type integer, here string')).toHaveLength(1);
    expect(mentions(notices, 'differs from the contract')).toHaveLength(2);
  });

  it('that only the vendor requires are told', async () => {
    const parameters = [{ in: 'header', name: 'customerUri', required: true, schema: { type: 'string' } }];
    const { notices } = await shelf.described(documentOf({ 'get /api/admin/v1/{id}': { parameters } }));
    expect(mentions(notices, 'admin.read requires header customerUri')).toHaveLength(1);
  });
});
