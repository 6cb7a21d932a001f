import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import { answerSchema, bodySchema, documentOf, publishedDocument, Shelf, taking } from './vendor-support.ts';

const shelf = new Shelf();
afterAll(() => shelf.remove());

/** Whence the bodies of all operations come: `person.update: claimed > claimed`. */
function standings(contract: Contract): string[] {
  return contract.operations
    .filter(({ interface: name }) => name === 'admin')
    .map(({ id, body, success }) => `${id}: ${body?.standing} > ${success.map(({ standing }) => standing).join()}`);
}

describe("a vendor's whole document", () => {
  it.each(['default', 'alternate'] as const)('says as much as the %s dialect that it was made of', async (name) => {
    const openapi = shelf.write(`${name}.json`, await publishedDocument(name));
    const told = await loadContract({ dialect: { base: 'none', openapi } });
    const claimed = await loadContract({ validate: false, dialect: { base: name, claimed: true } });
    expect(standings(told)).toEqual(standings(claimed));
    expect(told.dialect.notices).toEqual([]);
    // Ids of other entities are recognised by the members' names: any id in range need not exist. What is read-only is
    // left out of requests.
    const ids = (contract: Contract) =>
      contract.requirements.filter(
        ({ area, id }) =>
          !area.startsWith('legacy') && !/(id\.minimum\.accepts$|^person\.update\.body\.(created|modified))/i.test(id),
      );
    expect(ids(told).map(({ id }) => id)).toEqual(ids(claimed).map(({ id }) => id));
  });

  it('answers where the type and the not-found members are, when the schemas leave no doubt', async () => {
    const { dialect } = await shelf.contract(await publishedDocument('alternate'));
    const answer = (id: string) => dialect.answers.get(id);
    expect(answer('error.not-found.members')).toEqual({
      value: { code: '/error/id', description: '/error/text' },
      standing: 'claimed',
    });
    expect(answer('admin.type.write')).toEqual({ value: '/kind', standing: 'claimed' });
    expect(answer('admin.type.read')).toBeUndefined();
    const own = { 'error.not-found.members': { code: '/a', description: '/b' } };
    const overruled = await shelf.contract(await publishedDocument('alternate'), { answers: own });
    expect(overruled.answer('error.not-found.members')?.value).toEqual({ code: '/a', description: '/b' });
  });

  it('leaves what it does not describe as the base has it, assumed', async () => {
    const contract = await shelf.contract(
      documentOf({ 'put /api/notification/v1/{n}': taking({ properties: { on: { type: 'boolean' } } }) }),
    );
    expect(contract.operation('notification.update').body?.standing).toBe('claimed');
    expect(contract.operation('notification.update').success[0]?.standing).toBe('assumed');
    expect(contract.operation('person.update').body?.standing).toBe('assumed');
    expect(contract.answer('ssl.list.order')?.standing).toBe('assumed');
    expect(contract.dialect.claimed).toBe(false);
  });

  it('replaces the schema of a claimed base too, and is completed by an overlay', async () => {
    const document = documentOf({
      'put /api/person/v2/{id}': taking({ type: 'object', properties: { nick: { type: 'string' } } }),
    });
    const contract = await shelf.contract(document, { base: 'default', claimed: true });
    expect(Object.keys(bodySchema(contract, 'person.update')['properties'] as object)).toEqual(['nick']);
    expect(contract.operation('client.update').body?.standing).toBe('claimed');
    const overlay = shelf.write('overlay.json', {
      overlay: '1.0.0',
      info: { title: '', version: '' },
      actions: [{ target: '$.components.schemas.PersonInfo.properties.nick', update: { maxLength: 9 } }],
    });
    const completed = await shelf.contract(document, { overlay });
    expect(bodySchema(completed, 'person.update')).toHaveProperty('properties.nick', { type: 'string', maxLength: 9 });
  });
});

describe('the form of the file', () => {
  const document = documentOf({
    'put /api/domain/v1/{id}/monitoring': taking({
      type: 'object',
      required: ['ä'],
      properties: { ä: { type: 'string' } },
    }),
  });
  const json = JSON.stringify(document);

  it.each<[string, string | Buffer]>([
    ['JSON', json],
    ['JSON with a byte order mark', `\ufeff${json}`],
    ['JSON in UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['YAML', stringify(document)],
    ['YAML with a byte order mark and Windows line ends', `\ufeff${stringify(document).replaceAll('\n', '\r\n')}`],
    ['YAML with an unquoted version', stringify(document).replace('3.1.0', '3.1')],
  ])('%s is read', async (_what, content) => {
    const contract = await shelf.contract(content);
    expect(bodySchema(contract, 'domain.monitoring.update')).toHaveProperty('required', ['ä']);
  });
});

describe('a large document', () => {
  it('is read for what the contract needs, with 300 paths and 600 schemas around it', async () => {
    const operations: Record<string, Record<string, unknown>> = {};
    const schemas: Record<string, unknown> = {};
    for (let n = 0; n < 300; n++) {
      const next = { $ref: `#/components/schemas/Thing${(n + 1) % 300}` };
      schemas[`Thing${n}`] = { type: 'object', properties: { next, list: { type: 'array', items: next } } };
      schemas[`Other${n}`] = { $ref: `https://elsewhere.test/schemas.json#/Other${n}` };
      operations[`get /api/thing${n}/v1/{id}`] = {
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: `#/components/schemas/Other${n}` } } } },
        },
      };
    }
    operations['get /api/discovery/v1/bucket/{b}'] = {
      responses: { '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing0' } } } } },
    };
    const contract = await shelf.contract(documentOf(operations, { components: { schemas } }));
    const schema = answerSchema(contract, 'bucket.read');
    expect(Object.keys(schema['$defs'] as object)).toHaveLength(301);
    expect(contract.operation('bucket.read').success[0]?.standing).toBe('claimed');
  });
});
