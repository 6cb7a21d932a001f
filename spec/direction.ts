/**
 * What a schema says in one direction (OpenAPI 3.1, after JSON Schema Validation 9.4): what is `readOnly` is no part of a
 * request, what is `writeOnly` no part of an answer, and neither is required there. What happens to a member that is sent
 * all the same is not said, so nothing is promised of it.
 */
import type { JsonSchema } from './types.ts';

/** Which way a body travels. */
export type Direction = 'request' | 'response';

const FOREIGN: Readonly<Record<Direction, string>> = { request: 'readOnly', response: 'writeOnly' };

/** A standalone schema without the members that do not belong to bodies of this direction; itself when it has none. */
export function directed(schema: JsonSchema, direction: Direction): JsonSchema {
  if (typeof schema === 'boolean' || !JSON.stringify(schema).includes(`"${FOREIGN[direction]}":true`)) return schema;
  const defs = (schema['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return without(schema, FOREIGN[direction], defs) as JsonSchema;
}

function without(node: unknown, mark: string, defs: Readonly<Record<string, JsonSchema>>): unknown {
  if (Array.isArray(node)) return node.map((item) => without(item, mark, defs));
  if (node === null || typeof node !== 'object') return node;
  const own = node as Record<string, unknown>;
  const hidden = new Set(partsOf(own).flatMap((part) => hiddenIn(part, mark, defs)));
  return Object.fromEntries(
    Object.entries(own).map(([keyword, value]) => {
      if (keyword === 'properties') return [keyword, withoutNames(value, hidden, mark, defs)];
      if (keyword === 'required' && Array.isArray(value)) return [keyword, value.filter((name) => !hidden.has(name))];
      return [keyword, VALUES.has(keyword) ? value : without(value, mark, defs)];
    }),
  );
}

/** Keywords whose values are no schemas, whatever stands in them. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'example', 'examples']);

/** A schema and what it is put together of: what one part hides another may require. */
function partsOf(schema: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const all = Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]) : [];
  return [schema, ...all.filter((part) => part !== null && typeof part === 'object')] as Record<string, unknown>[];
}

function hiddenIn(
  schema: Readonly<Record<string, unknown>>,
  mark: string,
  defs: Readonly<Record<string, JsonSchema>>,
): string[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).flatMap(([name, property]) => (isMarked(property, mark, defs) ? [name] : []));
}

function isMarked(schema: JsonSchema, mark: string, defs: Readonly<Record<string, JsonSchema>>): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema[mark] === true) return true;
  const target = typeof schema['$ref'] === 'string' ? defs[schema['$ref'].slice('#/$defs/'.length)] : undefined;
  return target !== undefined && typeof target !== 'boolean' && target[mark] === true;
}

function withoutNames(
  properties: unknown,
  hidden: ReadonlySet<string>,
  mark: string,
  defs: Readonly<Record<string, JsonSchema>>,
): unknown {
  const kept = Object.entries((properties ?? {}) as object).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(kept.map(([name, property]) => [name, without(property, mark, defs)]));
}
