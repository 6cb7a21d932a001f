/** The contract as others get it: whole, folded, with nothing in it that only this suite understands. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import { violations } from '../../generators/index.ts';
import { loadContract } from '../../spec/load.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { OPERATIONS } from '../spec/contract-figures.ts';
import { accepts, bodySchema } from '../spec/vendor-support.ts';
import { ALL, at, described, type Json, operationsOf, shelf } from './support.ts';

const OURS =
  /"x-(absence|body|choice|conditional|effect|entity|member|presence|prose|reference|role|section|semantic|silences?)"/;

describe.each(ALL)('$dialect in OpenAPI $version', ({ dialect, version }) => {
  it('has every operation of the contract, with section and status as the contract gives them', async () => {
    const document = await described(dialect, version);
    const found = new Map(operationsOf(document).map((one) => [String(one.operation['operationId']), one]));
    for (const row of OPERATIONS) {
      const [id = '', target = '', , , success = ''] = row.split(' | ');
      const one = found.get(id);
      expect(`${one?.method.toUpperCase()} ${one?.path}`, id).toBe(target);
      expect(String(one?.operation['description'])).toMatch(/Contract section 4\.\d+/);
      const status = /^\d+/.exec(success)?.[0];
      if (status !== undefined) expect(Object.keys(one?.operation['responses'] as Json), id).toContain(status);
    }
    expect([...found.keys()].filter((id) => !id.startsWith('legacy.')).length).toBe(OPERATIONS.length);
    expect([...found.keys()].filter((id) => id.startsWith('legacy.')).sort()).toEqual(
      dialect === 'alternate'
        ? ['legacy.dcv-update', 'legacy.order-status']
        : ['legacy.dcv-update', 'legacy.order-status', 'legacy.order-status.download'],
    );
  });

  it('says nothing that only this suite understands, and has no part that nothing refers to', async () => {
    const document = await described(dialect, version);
    const text = JSON.stringify(document);
    expect(text.match(OURS)).toBeNull();
    const components = document['components'] as Record<string, Json>;
    for (const [kind, entries] of Object.entries(components)) {
      if (kind === 'securitySchemes') continue;
      for (const name of Object.keys(entries)) expect(text).toContain(`"#/components/${kind}/${name}"`);
    }
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(components[kind ?? '']?.[name ?? ''], `${kind}/${name}`).toBeDefined();
  });

  it('shows an example of every body and of every parameter that must be given', async () => {
    const document = await described(dialect, version);
    const bare = operationsOf(document).flatMap(({ operation }) => {
      const parameters = ((operation['parameters'] ?? []) as Json[]).filter(({ required }) => required === true);
      const bodies = [operation['requestBody'], ...Object.values(operation['responses'] as Json)];
      const media = bodies.map((body) => at(body, 'content', 'application/json')).filter((one) => one !== undefined);
      return [...parameters, ...(media as Json[])]
        .filter((one) => one['example'] === undefined && saysSomething(one['schema'], document))
        .map((one) => `${String(operation['operationId'])} ${String(one['name'] ?? 'body')}`);
    });
    expect(bare).toEqual([]);
  });
});

function saysSomething(schema: unknown, document: Json): boolean {
  const reference = at(schema, '$ref');
  const own = typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : schema;
  return Object.keys(own as Json).some((key) => key !== 'description' && key !== 'title' && key !== 'anyOf');
}

describe('examples of OpenAPI 3.1', () => {
  it.each(['default', 'alternate'] as const)('of %s are valid for another reader', async (dialect) => {
    const document = await described(dialect);
    const ajv = new Ajv2020({ strict: false });
    (formats as unknown as (instance: Ajv2020) => void)(ajv);
    for (const format of ['int32', 'int64']) ajv.addFormat(format, { type: 'number', validate: Number.isInteger });
    ajv.addSchema({ $id: 'https://description.invalid/document', ...document });
    let tried = 0;
    for (const { path, method, operation } of operationsOf(document)) {
      const place = ['paths', path, method];
      for (const [media, pointer] of [
        [at(operation, 'requestBody', 'content', 'application/json'), [...place, 'requestBody']],
        [at(operation, 'responses', '200', 'content', 'application/json'), [...place, 'responses', '200']],
      ] as const) {
        if (at(media, 'example') === undefined) continue;
        const written = [...pointer, 'content', 'application/json', 'schema'];
        const $ref = `https://description.invalid/document#/${written.map((one) => encodeURIComponent(one.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
        const validate = ajv.compile({ $ref });
        expect(validate(at(media, 'example')), `${$ref} ${JSON.stringify(validate.errors)}`).toBe(true);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(25);
  });
});

describe('answers of the dialect', () => {
  const of = async (dialect: 'default' | 'alternate' | 'none') => {
    const document = await described(dialect);
    const byId = new Map(operationsOf(document).map(({ operation }) => [String(operation['operationId']), operation]));
    const statuses = (id: string): string[] => Object.keys(at(byId.get(id), 'responses') as Json);
    const parameter = (id: string, name: string): Json =>
      (at(byId.get(id), 'parameters') as Json[]).find((one) => one['name'] === name) as Json;
    return { document, byId, statuses, parameter };
  };

  it('stand where the dialect gives them, and nowhere else', async () => {
    const [usual, other, none] = await Promise.all([of('default'), of('alternate'), of('none')]);
    expect(usual.parameter('endpoint.read', 'id')['schema']).toMatchObject({ minimum: 1 });
    expect(none.parameter('endpoint.read', 'id')['schema']).not.toHaveProperty('minimum');
    expect(usual.parameter('ssl.list', 'size')['schema']).toMatchObject({ default: 200, maximum: 200 });
    expect(other.parameter('ssl.list', 'size')['schema']).toMatchObject({ default: 25 });
    expect(usual.parameter('endpoint.update', 'orgDelegations')).toMatchObject({ explode: true });
    expect(other.parameter('endpoint.update', 'orgDelegations')).toMatchObject({ explode: false });
    expect(none.parameter('endpoint.update', 'orgDelegations')).not.toHaveProperty('explode');
    expect(usual.statuses('domain.suspend')).not.toContain('403');
    expect(other.statuses('domain.suspend')).toContain('403');
    expect(other.statuses('admin.update')).toContain('409');
    expect(usual.statuses('notification.delete')).toContain('404');
    expect(none.statuses('notification.delete')).not.toContain('404');
    expect(usual.statuses('bucket.client-secret.reset')).toContain('200');
    expect(other.statuses('bucket.client-secret.reset')).toContain('204');
    expect(none.statuses('bucket.client-secret.reset')).toEqual(['400', '401', '404']);
    expect(other.statuses('legacy.dcv-update')).toEqual(['200', '400']);
  });

  it('give error bodies their form and their members', async () => {
    const [usual, other, none] = await Promise.all([of('default'), of('alternate'), of('none')]);
    const response = (document: Json, name: string): unknown => at(document, 'components', 'responses', name);
    const forms = ({ document }: { document: Json }): unknown[] =>
      ['BadRequest', 'Unauthorized'].map((name) =>
        Object.keys((at(response(document, name), 'content') ?? {}) as Json),
      );
    expect(forms(usual)).toEqual([['application/json'], ['application/json']]);
    expect(forms(other)).toEqual([['text/plain'], []]);
    expect(forms(none)).toEqual([[], []]);
    expect(response(usual.document, 'Unauthorized')).toHaveProperty('headers.WWW-Authenticate');
    expect(response(other.document, 'Unauthorized')).not.toHaveProperty('headers');
    expect(at(usual.document, 'components', 'schemas', 'NotFoundBody', 'required')).toEqual(['code', 'description']);
  });

  it('close requests and open delegations as they say', async () => {
    const [usual, other] = await Promise.all([of('default'), of('alternate')]);
    const schemas = (document: Json): Record<string, Json> => at(document, 'components', 'schemas') as never;
    expect(schemas(other.document)['UpdateBucketRequest']).toMatchObject({ additionalProperties: false });
    expect(schemas(usual.document)['UpdateBucketRequest']).not.toHaveProperty('additionalProperties');
    const delegations = ({ byId }: typeof usual): unknown =>
      at(byId.get('endpoint.delegations.update'), 'requestBody', 'content', 'application/json', 'schema');
    expect(delegations(usual)).toMatchObject({ minItems: 1 });
    expect(delegations(other)).not.toHaveProperty('minItems');
  });
});

describe('read as the document of a vendor', () => {
  const files = shelf();
  afterAll(files.remove);

  it.each(ALL.filter(({ dialect }) => dialect !== 'none'))(
    '$dialect in $version says what it was made from',
    async (one) => {
      const { dialect, version } = one;
      const openapi = files.put(`${dialect}-${version}.json`, await described(dialect, version));
      const [read, meant] = await Promise.all([
        loadContract({ validate: false, dialect: { openapi } }),
        loadContract({ validate: false, dialect: { base: dialect, claimed: true } }),
      ]);
      expect(read.dialect.notices).toEqual([]);
      let tried = 0;
      for (const { id, interface: of, body } of meant.operations) {
        if (body === undefined || of !== 'admin' || id === 'account.update') continue;
        const schema = bodySchema(meant, id) as JsonSchema;
        for (const violation of violations(schema)) {
          if (violation.certainty !== 'definite') continue;
          tried += 1;
          expect(
            accepts(bodySchema(read, id), violation.value),
            `${id} ${violation.operator} ${violation.pointer} ${JSON.stringify(violation.value)}`,
          ).toBe(accepts(schema, violation.value));
        }
      }
      expect(tried).toBeGreaterThan(300);
    },
  );
});
