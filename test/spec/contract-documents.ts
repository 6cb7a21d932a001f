/** The data files of `spec/` as they are written, and their parts in the notation of the hand-counted figures. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

export type Node = { readonly [key: string]: unknown };

export const [admin, legacy, silences, machines, conditions] = (await Promise.all(
  ['openapi/admin.yaml', 'openapi/legacy.yaml', 'silences.yaml', 'state-machines.yaml', 'legacy-conditions.yaml'].map(
    async (name) => parse(await readFile(new URL(`../../spec/${name}`, import.meta.url), 'utf8')),
  ),
)) as [Node, Node, Node, Node, Node];

export const node = (value: unknown): Node => (value ?? {}) as Node;
export const list = (value: unknown): readonly Node[] => (value ?? []) as readonly Node[];
export const names = (value: unknown): readonly string[] => (value ?? []) as readonly string[];

export interface Found {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly raw: Node;
}

export function operations(document: Node): Found[] {
  return Object.entries(node(document['paths'])).flatMap(([path, item]) =>
    Object.entries(node(item)).map(([method, raw]) => ({
      id: String(node(raw)['operationId']),
      method: method.toUpperCase(),
      path,
      raw: node(raw),
    })),
  );
}

export const adminOperations = operations(admin);

export function schemaName(schema: Node): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].replace('#/components/schemas/', '');
  if (Array.isArray(schema['oneOf'])) return `one of ${schema['oneOf'].length}`;
  const items = node(schema['items']);
  const unique = schema['uniqueItems'] === true ? 'unique ' : '';
  return `${unique}${typeof items['$ref'] === 'string' ? schemaName(items) : items['format']}[]`;
}

export function requestBody(raw: Node): string {
  if (raw['requestBody'] === undefined) return '-';
  const content = node(node(raw['requestBody'])['content']);
  const media = Object.keys(content);
  const schemas = new Set(media.map((type) => schemaName(node(node(content[type])['schema']))));
  const xml = media.includes('application/xml') ? ' +xml' : '';
  const required = node(raw['requestBody'])['required'] === true ? '' : ' optional';
  return media[0] === 'application/json' ? `${[...schemas].join('/')}${xml}${required}` : media.join();
}

export function success(raw: Node): string {
  return Object.entries(node(raw['responses']))
    .filter(([status]) => Number(status) < 400)
    .map(([status, response]) => {
      const json = node(node(node(response)['content'])['application/json'])['schema'];
      return `${status} ${json !== undefined ? schemaName(node(json)) : node(response)['x-body'] === 'open' ? '?' : '-'}`;
    })
    .join(', ');
}

/** One parameter in the notation of the figures. */
export function shape(name: string, marks: string, schema: Node): string {
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

export function bounds(word: string, from: unknown, to: unknown): string[] {
  return from === undefined && to === undefined ? [] : [`${word}${from ?? ''}..${to ?? ''}`];
}

export function parameterShapes(raw: Node, place: string): string[] {
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
