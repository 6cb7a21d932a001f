/** The schema of one member of an update: what another value for it must satisfy. */
import {
  dereference,
  type JsonSchema,
  jsonSchemaOf,
  type Operation,
  tokens,
  variantsOf,
  within,
} from '../../spec/index.ts';
import { complaints } from '../judges/index.ts';

/**
 * The schema at a place of the request: a JSON Pointer into the body, or `?name` for a query parameter. Where the body has
 * variants, that of the variant which `body` is. Undefined where nothing is known of the place.
 */
export function memberSchema(operation: Operation, write: string, body: unknown): JsonSchema | undefined {
  if (write.startsWith('?'))
    return operation.parameters.find(({ name, in: place }) => place === 'query' && name === write.slice(1))?.schema;
  const json = jsonSchemaOf(operation);
  let schema: JsonSchema | undefined = json;
  for (const part of write.split('/').slice(1))
    schema = schema === undefined ? undefined : memberOf(variantOf(schema, body), part);
  return schema === undefined ? undefined : dereference(schema);
}

/** True where the body has variants that its owner tells: each has the members that stand in it. */
export function tellsVariants(operation: Operation): boolean {
  const json = jsonSchemaOf(operation);
  return json !== undefined && operation.body?.standing !== 'assumed' && variantsOf(json).length > 0;
}

/**
 * True for a member that other variants of the body have, but not the one that `body` is: an entity of that variant may show
 * it without there being a way to write it. Never where the variants are only assumed.
 */
export function isOfOtherVariants(operation: Operation, write: string, body: unknown): boolean {
  const json = jsonSchemaOf(operation);
  if (json === undefined || operation.body?.standing === 'assumed') return false;
  const fitting = variantsOf(json).filter((variant) => complaints(variant, body).length === 0);
  const [own] = fitting;
  if (own === undefined || fitting.length !== 1) return false;
  let member: JsonSchema | undefined = own;
  for (const part of tokens(write)) member = member === undefined ? undefined : memberOf(dereference(member), part);
  return member === undefined;
}

function variantOf(schema: JsonSchema, value: unknown): JsonSchema {
  const node = dereference(schema);
  if (typeof node === 'boolean') return node;
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = node[keyword];
    if (!Array.isArray(branches)) continue;
    const fitting = (branches as JsonSchema[])
      .map((branch) => within(node, branch))
      .find((branch) => complaints(branch, value).length === 0);
    if (fitting !== undefined) return dereference(fitting);
  }
  return node;
}

function memberOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  if (typeof schema === 'boolean') return undefined;
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  const own = properties?.[name];
  if (own !== undefined) return within(schema, own);
  for (const part of (schema['allOf'] ?? []) as JsonSchema[]) {
    const found = memberOf(dereference(within(schema, part)), name);
    if (found !== undefined) return found;
  }
  const items = schema['items'] as JsonSchema | undefined;
  if (items !== undefined && /^\d+$/.test(name)) return within(schema, items);
  const free = schema['additionalProperties'] as JsonSchema | undefined;
  return typeof free === 'object' ? within(schema, free) : undefined;
}
