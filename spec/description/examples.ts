/** One example for each body and each parameter that must be given. */
import { type Direction, directed } from '../direction.ts';
import { isObject, valueAt } from '../json.ts';
import { standalone } from '../standalone.ts';
import type { JsonSchema } from '../types.ts';
import { operationsIn, type Tree, within } from './tree.ts';

/** Makes a valid value of a standalone schema, always the same; undefined where there is none worth showing. `name` is that of a parameter. */
export type ExampleOf = (schema: JsonSchema, name?: string) => unknown;

/** Parameters of the DCV form that are told for an order with one domain: of each pair that excludes the other, one. */
const ONE_DOMAIN = ['loginName', 'loginPassword', 'orderNumber', 'domainName', 'newMethod'];

/** A copy of a document without extensions, with examples made by `exampleOf`. */
export function withExamples(document: Tree, exampleOf: ExampleOf): Tree {
  const copy = structuredClone(document);
  const schemas = within(copy, 'components', 'schemas') as Record<string, JsonSchema>;
  const of = (schema: unknown, direction: Direction, name?: string): unknown =>
    exampleOf(directed(standalone(schema as JsonSchema, schemas), direction), name);
  for (const { operation } of operationsIn(copy)) {
    for (const parameter of (operation['parameters'] ?? []) as Tree[]) {
      if (parameter['required'] !== true) continue;
      const example = of(parameter['schema'], 'request', String(parameter['name']));
      if (example !== undefined) parameter['example'] = example;
    }
    exemplify(resolved(operation['requestBody'], copy), (schema) => of(schema, 'request'));
    for (const response of Object.values(within(operation, 'responses'))) {
      const answer = resolved(response, copy);
      exemplify(answer, (schema) => of(schema, 'response'));
      for (const [name, header] of Object.entries((answer['headers'] ?? {}) as Record<string, Tree>))
        header['example'] ??= of(header['schema'], 'response', name);
    }
  }
  return copy;
}

function exemplify(body: Tree, of: (schema: unknown) => unknown): void {
  if (!isObject(body['content'])) return;
  for (const [mediaType, media] of Object.entries(body['content']) as [string, Tree][]) {
    // How XML looks follows from the schema; a JSON value beside it would only be mistaken for it.
    if (mediaType === 'application/xml' || media['example'] !== undefined) continue;
    const example = of(media['schema']);
    if (example !== undefined) media['example'] = narrowed(media['schema'], example);
  }
}

/** The form of the DCV action describes orders of one domain and of several: an example is one of the two. */
function narrowed(schema: unknown, example: unknown): unknown {
  const isDcv = isObject(schema) && String(schema['$ref']).endsWith('/DcvUpdateRequest');
  if (!isDcv || !isObject(example)) return example;
  return Object.fromEntries(Object.entries(example).filter(([name]) => ONE_DOMAIN.includes(name)));
}

function resolved(part: unknown, document: Tree): Tree {
  if (!isObject(part)) return {};
  return typeof part['$ref'] === 'string' ? resolved(valueAt(document, part['$ref'].slice(1)), document) : part;
}
