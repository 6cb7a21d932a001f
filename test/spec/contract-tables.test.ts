/** Hand-counted figures of the legacy actions, and of the tables beside the documents. */
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import {
  admin,
  adminOperations,
  conditions,
  legacy,
  list,
  machines,
  type Node,
  names,
  node,
  operations,
  shape,
  silences,
} from './contract-documents.ts';
import * as figures from './contract-figures.ts';

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
