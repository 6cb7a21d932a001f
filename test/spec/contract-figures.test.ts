/** Walks the contract the other way: hand-counted figures against the documents of `spec/`. */
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import {
  admin,
  adminOperations,
  list,
  type Node,
  names,
  node,
  parameterShapes,
  requestBody,
  schemaName,
  success,
} from './contract-documents.ts';
import * as figures from './contract-figures.ts';

describe('the Admin Operations API document', () => {
  it('is valid OpenAPI 3.1 of version 26.7.1', async () => {
    const document = await SwaggerParser.validate(structuredClone(admin) as never);
    expect((document as unknown as Node)['openapi']).toBe('3.1.0');
    expect(document.info.version).toBe('26.7.1');
  });

  it('has so many operations in each area', () => {
    const counts: Record<string, number> = {};
    for (const { raw } of adminOperations) {
      const area = names(raw['tags']).join();
      counts[area] = (counts[area] ?? 0) + 1;
    }
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
    expect([...new Set(examples.map((example) => example.split(':')[0]))]).toEqual(['', ...schemes]);
    expect(examples.filter((example) => !pattern.test(example))).toEqual([]);
    // Whoever looks at the scheme only takes it alone (silence endpoint.link-address.form).
    expect(schemes.filter((scheme) => !pattern.test(`${scheme}:`))).toEqual([]);
    for (const wrong of ['example.test', 'ldap://x', 'javascript:alert(1)', 'http', 'xhttp://a', '//a/b', ' '])
      expect(pattern.test(wrong), wrong).toBe(false);
  });
});
