import type { JsonSchema } from '../../spec/types.ts';

/** A schema that is not `true` or `false`. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** Follows references of a standalone schema to the schema that they stand for; siblings of `$ref` are kept. */
export function settle(schema: JsonSchema, root: JsonSchema): SchemaNode {
  if (typeof schema === 'boolean') return {};
  if (typeof schema['$ref'] !== 'string' || typeof root === 'boolean') return schema;
  const defs = (root['$defs'] ?? {}) as Record<string, JsonSchema>;
  const target = settle(defs[schema['$ref'].slice('#/$defs/'.length)] ?? true, root);
  const { $ref: _, ...siblings } = schema;
  return { ...target, ...siblings };
}

/** The properties of an object schema, those of its alternatives included. */
export function propertiesOf(schema: JsonSchema, root: JsonSchema): Map<string, SchemaNode> {
  const node = settle(schema, root);
  const found = new Map<string, SchemaNode>();
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const branch of (node[keyword] ?? []) as JsonSchema[]) {
      for (const [name, child] of propertiesOf(branch, root)) found.set(name, child);
    }
  }
  for (const [name, child] of Object.entries((node['properties'] ?? {}) as Record<string, JsonSchema>)) {
    found.set(name, settle(child, root));
  }
  return found;
}

/** The JSON type that a schema asks for, null aside; `x-read-as` stands where a fault has taken the type away. */
export function typeOf(node: SchemaNode): string | undefined {
  const type = node['type'] ?? node['x-read-as'];
  return typeof type === 'string'
    ? type
    : Array.isArray(type)
      ? (type as string[]).find((t) => t !== 'null')
      : undefined;
}
