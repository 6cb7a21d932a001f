/** Walks the contract the other way: hand-counted figures against the documents of `spec/`. */
import { readFile } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as figures from './contract-figures.ts';

type Node = { readonly [key: string]: unknown };

const [admin, legacy, silences, machines, conditions] = (await Promise.all(
  ['openapi/admin.yaml', 'openapi/legacy.yaml', 'silences.yaml', 'state-machines.yaml', 'legacy-conditions.yaml'].map(
    async (name) => parse(await readFile(new URL(`../../spec/${name}`, import.meta.url), 'utf8')),
  ),
)) as [Node, Node, Node, Node, Node];

const node = (value: unknown): Node => (value ?? {}) as Node;
const list = (value: unknown): readonly Node[] => (value ?? []) as readonly Node[];
const names = (value: unknown): readonly string[] => (value ?? []) as readonly string[];

interface Found {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly raw: Node;
}

function operations(document: Node): Found[] {
  return Object.entries(node(document['paths'])).flatMap(([path, item]) =>
    Object.entries(node(item)).map(([method, raw]) => ({
      id: String(node(raw)['operationId']),
      method: method.toUpperCase(),
      path,
      raw: node(raw),
    })),
  );
}

const adminOperations = operations(admin);

function schemaName(schema: Node): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].replace('#/components/schemas/', '');
  if (Array.isArray(schema['oneOf'])) return `one of ${schema['oneOf'].length}`;
  const items = node(schema['items']);
  const unique = schema['uniqueItems'] === true ? 'unique ' : '';
  return `${unique}${typeof items['$ref'] === 'string' ? schemaName(items) : items['format']}[]`;
}

function requestBody(raw: Node): string {
  if (raw['requestBody'] === undefined) return '-';
  const content = node(node(raw['requestBody'])['content']);
  const media = Object.keys(content);
  const schemas = new Set(media.map((type) => schemaName(node(node(content[type])['schema']))));
  const xml = media.includes('application/xml') ? ' +xml' : '';
  const required = node(raw['requestBody'])['required'] === true ? '' : ' optional';
  return media[0] === 'application/json' ? `${[...schemas].join('/')}${xml}${required}` : media.join();
}

function success(raw: Node): string {
  return Object.entries(node(raw['responses']))
    .filter(([status]) => Number(status) < 400)
    .map(([status, response]) => {
      const json = node(node(node(response)['content'])['application/json'])['schema'];
      return `${status} ${json !== undefined ? schemaName(node(json)) : node(response)['x-body'] === 'open' ? '?' : '-'}`;
    })
    .join(', ');
}

/** One parameter in the notation of the figures. */
function shape(name: string, marks: string, schema: Node): string {
  const array = schema['type'] === 'array';
  const words = [
    name + marks,
    schema['format'] ?? schema['type'],
    ...bounds('', schema['minimum'], schema['maximum']),
    ...bounds('length ', schema['minLength'], schema['maxLength']),
    ...bounds('items ', schema['minItems'], schema['maxItems']),
    ...(schema['pattern'] === undefined ? [] : ['pattern']),
    ...(schema['enum'] === undefined ? [] : [`of ${names(schema['enum']).length}`]),
    ...(array ? [shape('each', '', node(schema['items']))] : []),
  ];
  return words.join(' ');
}

function bounds(word: string, from: unknown, to: unknown): string[] {
  return from === undefined && to === undefined ? [] : [`${word}${from ?? ''}..${to ?? ''}`];
}

function parameterShapes(raw: Node, place: string): string[] {
  return list(raw['parameters'])
    .filter((p) => p['in'] === place)
    .map((p) =>
      shape(
        String(p['name']),
        `${p['required'] === true ? '*' : ''}${p['deprecated'] === true ? '!' : ''}`,
        node(p['schema']),
      ),
    );
}

describe('the Admin Operations API document', () => {
  it('is valid OpenAPI 3.1 of version 26.7.1', async () => {
    const document = await SwaggerParser.validate(structuredClone(admin) as never);
    expect((document as unknown as Node)['openapi']).toBe('3.1.0');
    expect(document.info.version).toBe('26.7.1');
  });

  it('has 46 operations, so many in each area', () => {
    const counts: Record<string, number> = {};
    for (const { raw } of adminOperations) {
      const area = names(raw['tags']).join();
      counts[area] = (counts[area] ?? 0) + 1;
    }
    expect(adminOperations).toHaveLength(46);
    expect(counts).toEqual(figures.OPERATIONS_BY_AREA);
  });

  it('has every row of the operation tables', () => {
    const rows = adminOperations.map(({ id, method, path, raw }) =>
      [
        id,
        `${method} ${path}`,
        list(raw['parameters']).filter((p) => p['in'] === 'query').length,
        requestBody(raw),
        success(raw),
      ]
        .join(' | ')
        .trim(),
    );
    expect(rows).toEqual(figures.OPERATIONS);
  });

  it('lists 400 and 401 everywhere, and 404 where an entity stands in the path, save the notifications', () => {
    const errors = (raw: Node) => Object.keys(node(raw['responses'])).filter((status) => Number(status) >= 400);
    for (const { id, raw } of adminOperations) {
      expect(errors(raw), id).toEqual(figures.WITHOUT_404.includes(id) ? ['400', '401'] : ['400', '401', '404']);
    }
  });

  it('answers 404 with the not-found body, and a mark certificate with its details', () => {
    const other = adminOperations.filter(({ raw }) => {
      const absent = node(raw['responses'])['404'];
      return absent !== undefined && node(absent)['$ref'] !== '#/components/responses/NotFound';
    });
    expect(other.map(({ id }) => id)).toEqual(['mark.read']);
    const content = node(node(node(other[0]?.raw['responses'])['404'])['content']);
    expect(schemaName(node(node(content['application/json'])['schema']))).toBe('MarkCertDetails');
  });

  it('says of an absent entity what the 404 says', () => {
    for (const { id, raw } of adminOperations) {
      const expected = id.startsWith('notification.')
        ? 'silent'
        : id === 'mark.read'
          ? 'entity-body'
          : figures.WITHOUT_404.includes(id)
            ? 'none'
            : 'documented';
      expect(raw['x-absence'], id).toBe(expected);
    }
  });

  it('observes with GET, destroys with DELETE and modifies with PUT, save that removed delegations leave the endpoint', () => {
    const usual: Readonly<Record<string, string>> = { GET: 'observe', PUT: 'modify', DELETE: 'destroy' };
    const other = adminOperations.filter(({ method, raw }) => raw['x-effect'] !== usual[method]);
    expect(other.map(({ id, raw }) => `${id} ${raw['x-effect']}`)).toEqual(['endpoint.delegations.delete modify']);
  });

  it('gives each operation the section of its table', () => {
    const sections = ['4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9', '4.10', '4.11'];
    const areas = Object.keys(figures.OPERATIONS_BY_AREA);
    for (const { id, raw } of adminOperations) {
      expect(raw['x-section'], id).toBe(sections[areas.indexOf(names(raw['tags']).join())]);
    }
  });

  it('has every path parameter with its bounds', () => {
    for (const { id, path, raw } of adminOperations) {
      const expected = (figures.PATH_PARAMETERS as Readonly<Record<string, readonly string[]>>)[path] ?? [];
      expect(parameterShapes(raw, 'path'), id).toEqual(expected);
    }
    expect(Object.keys(node(admin['paths']))).toHaveLength(Object.keys(figures.PATH_PARAMETERS).length + 1);
  });

  it('has every query parameter with its constraints', () => {
    const found = adminOperations
      .map(({ id, raw }) => [id, parameterShapes(raw, 'query')] as const)
      .filter(([, shapes]) => shapes.length > 0);
    expect(Object.fromEntries(found)).toEqual(figures.QUERY_PARAMETERS);
  });

  it('has every member of every enumeration', () => {
    const found: Record<string, string> = {};
    for (const p of adminOperations.flatMap(({ raw }) => list(raw['parameters']))) {
      const schema = node(p['schema']);
      const members = schema['enum'] ?? node(schema['items'])['enum'];
      if (members !== undefined) found[String(p['name'])] = names(members).join(', ');
    }
    expect(found).toEqual(figures.ENUMERATIONS);
  });

  it('names the seven account variants and all schemas whose fields are not shown, without a constraint', () => {
    const body = node(adminOperations.find(({ id }) => id === 'account.update')?.raw['requestBody']);
    const schema = node(node(node(body['content'])['application/json'])['schema']);
    expect(list(schema['oneOf']).map(schemaName)).toEqual(figures.ACCOUNT_VARIANTS);
    const silent = Object.entries(node(node(admin['components'])['schemas'])).filter(
      ([, s]) => node(s)['x-silence'] === 'schema.fields',
    );
    expect(silent).toHaveLength(figures.NAMED_SCHEMAS + figures.ACCOUNT_VARIANTS.length);
    for (const [name, s] of silent) expect(Object.keys(node(s)).sort(), name).toEqual(['description', 'x-silence']);
  });

  it('counts the list in a header, guards two operations by a role and everything by a bearer token', () => {
    const headers = adminOperations.flatMap(({ id, raw }) =>
      Object.values(node(raw['responses'])).flatMap((r) => Object.keys(node(node(r)['headers'])).map((h) => [id, h])),
    );
    expect(headers).toEqual([['ssl.list', 'X-Total-Count']]);
    const guarded = adminOperations.filter(({ raw }) => raw['x-role'] === 'MRAO').map(({ id }) => id);
    expect(guarded).toEqual(['domain.suspend', 'domain.activate']);
    expect(admin['security']).toEqual([{ 'bearer-jwt': [] }]);
    expect(adminOperations.filter(({ raw }) => raw['security'] !== undefined)).toEqual([]);
  });

  it('accepts as a link exactly what the contract lists', () => {
    const update = adminOperations.find(({ id }) => id === 'endpoint.update');
    const link = list(update?.raw['parameters']).find((p) => p['name'] === 'config.enrollmentLinkAddress');
    const schema = node(link?.['schema']);
    const pattern = new RegExp(String(schema['pattern']), 'u');
    const examples = names(schema['examples']);
    const schemes = 'http https ftp ftps gopher telnet nntp mailto news'.split(' ');
    expect(examples.map((example) => example.split(':')[0])).toEqual(['', ...schemes]);
    expect(examples.filter((example) => !pattern.test(example))).toEqual([]);
    for (const wrong of [
      'example.test',
      'ldap://x',
      'javascript:alert(1)',
      'http',
      'https:',
      'xhttp://a',
      '//a/b',
      ' ',
    ])
      expect(pattern.test(wrong), wrong).toBe(false);
  });
});

describe('the legacy document', () => {
  const actions = operations(legacy);
  const schemas = node(node(legacy['components'])['schemas']);
  const target = (value: unknown): string => String(node(value)['$ref']).replace('#/components/schemas/', '');
  const form = (raw: Node): Node => {
    const media = node(node(node(raw['requestBody'])['content'])['application/x-www-form-urlencoded']);
    return node(schemas[target(media['schema'])]);
  };

  it('is valid OpenAPI 3.1', async () => {
    const document = await SwaggerParser.validate(structuredClone(legacy) as never);
    expect((document as unknown as Node)['openapi']).toBe('3.1.0');
  });

  it('has both paths of the status action and the DCV action', () => {
    expect(actions.map(({ id, method, path }) => `${id} ${method} ${path}`)).toEqual([
      'legacy.order-status POST /products/!getPostPaymentStatus',
      'legacy.order-status.download POST /products/download/!getPostPaymentStatus',
      'legacy.dcv-update POST /products/!AutoUpdateDCV',
    ]);
    expect(actions.map(({ raw }) => names(raw['tags']).join())).toEqual([
      'legacy-status',
      'legacy-status',
      'legacy-dcv',
    ]);
  });

  it('has every form parameter', () => {
    const found = actions.map(({ id, raw }) => {
      const schema = form(raw);
      const named = Object.entries(node(schema['properties'])).map(([name, value]) => {
        const marks = `${names(schema['required']).includes(name) ? '*' : ''}${node(value)['x-conditional'] === true ? '~' : ''}`;
        return shape(name, marks, node(value));
      });
      const unnamed = list(schema['x-unnamed-parameters']).map((p) =>
        shape(`<${p['role']}>`, p['conditional'] === true ? '~' : '', p),
      );
      return [id, [...named, ...unnamed]];
    });
    expect(Object.fromEntries(found)).toEqual(figures.LEGACY_PARAMETERS);
  });

  it('names every field of the order state with its type', () => {
    const kinds: Record<string, string[]> = { string: [], integer: [], step: [] };
    for (const [name, value] of Object.entries(node(node(schemas['OrderState'])['properties']))) {
      const type = node(value)['type'];
      const word = type === undefined ? 'step' : Array.isArray(type) ? String(type[0]) : String(type);
      kinds[word]?.push(name);
    }
    expect(kinds).toEqual(figures.ORDER_STATE);
    const agreement = Object.keys(node(node(schemas['AgreementStep'])['properties']));
    expect(agreement).toEqual(['clickThroughStatus', 'clickThroughEmailAddress', 'lastEmailSent', 'lastOpenDate']);
  });
});

describe('the tables beside the documents', () => {
  it('allow seven type changes of administrators and three steps of delegations', () => {
    const table = list(machines['machines']).map((machine) => [
      machine['id'],
      list(machine['transitions']).map((t) => `${t['from']} ${t['to']} ${t['operation']} ${t['status'] ?? ''}`.trim()),
    ]);
    expect(Object.fromEntries(table)).toEqual({
      'administrator-type': [
        'STANDARD API',
        'STANDARD IDP',
        'STANDARD SAS',
        'API STANDARD',
        'IDP STANDARD',
        'IDP SAS',
        'SAS STANDARD',
      ].map((change) => `${change} admin.update`),
      'delegation-mode': [
        'global custom endpoint.delegations.update 201',
        'custom custom endpoint.delegations.update 204',
        'custom global endpoint.delegations.delete 204',
      ],
    });
    const ids = new Set(adminOperations.map(({ id }) => id));
    const triggers = list(machines['machines']).flatMap((m) =>
      list(m['transitions']).map((t) => String(t['operation'])),
    );
    expect(triggers.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('list seven common legacy conditions, one of the status action and six of the DCV action', () => {
    const counts: Record<string, number> = {};
    for (const condition of list(conditions['conditions'])) {
      const actions = names(condition['actions']).join('+');
      counts[actions] = (counts[actions] ?? 0) + 1;
    }
    expect(counts).toEqual({ 'getPostPaymentStatus+AutoUpdateDCV': 7, getPostPaymentStatus: 1, AutoUpdateDCV: 6 });
    const ids = list(conditions['conditions']).map(({ id }) => id);
    expect(new Set(ids).size).toBe(14);
  });

  it('are silent only where the register says so', () => {
    const known = new Set(list(silences['silences']).map(({ id }) => String(id)));
    const named = [admin, legacy].flatMap((document) => silencesIn(document));
    expect(named.length).toBeGreaterThan(80);
    expect([...new Set(named)].filter((id) => !known.has(id))).toEqual([]);
  });
});

/** Every silence id that a document names. */
function silencesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'x-silence' || key === 'silence') return [String(inner)];
    return key === 'x-silences' ? [...names(inner)] : silencesIn(inner);
  });
}
