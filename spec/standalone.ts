/** Cuts schemas out of an OpenAPI document so that each stands alone: every `$ref` points into its own `$defs`. */
import type { JsonSchema } from './types.ts';

type Components = Readonly<Record<string, JsonSchema>>;

const PREFIX = '#/components/schemas/';

/**
 * A standalone copy of `schema`: component references become `#/$defs/<Name>` and the components that it reaches,
 * also recursively, are carried along in `$defs`.
 *
 * @throws Error when a reference names no component.
 */
export function standalone(schema: JsonSchema, components: Components): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const reached = new Map<string, JsonSchema>();
  const root = rewrite(schema, components, reached) as Record<string, unknown>;
  if (reached.size === 0) return root;
  return { ...root, $defs: Object.fromEntries(reached) };
}

function rewrite(node: unknown, components: Components, reached: Map<string, JsonSchema>): unknown {
  if (Array.isArray(node)) return node.map((item) => rewrite(item, components, reached));
  if (node === null || typeof node !== 'object') return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref' && typeof value === 'string') copy[key] = visit(value, components, reached);
    else copy[key] = rewrite(value, components, reached);
  }
  return copy;
}

function visit(reference: string, components: Components, reached: Map<string, JsonSchema>): string {
  if (!reference.startsWith(PREFIX)) throw new Error(`Unsupported reference ${reference}: only ${PREFIX}<Name> is.`);
  const name = reference.slice(PREFIX.length);
  const component = components[name];
  if (component === undefined) throw new Error(`The reference ${reference} names no schema.`);
  if (!reached.has(name)) {
    reached.set(name, true);
    reached.set(name, rewrite(component, components, reached) as JsonSchema);
  }
  return `#/$defs/${name}`;
}

/** What was made of schemas, once for each: whoever asks again gets the same one, of which a validator is known. */
const FOLLOWED = new WeakMap<object, JsonSchema>();
const STANDING = new WeakMap<object, WeakMap<object, JsonSchema>>();

/** Follows a top-level `$ref` of a standalone schema, keeping its `$defs`; other schemas come back unchanged. */
export function dereference(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean' || typeof schema['$ref'] !== 'string') return schema;
  const known = FOLLOWED.get(schema) ?? followed(schema);
  FOLLOWED.set(schema, known);
  return known;
}

/** The values that a schema enumerates, or the items of its arrays; none where it does not. */
export function enumOf(schema: JsonSchema): readonly unknown[] {
  const node = dereference(schema);
  if (typeof node === 'boolean') return [];
  if (Array.isArray(node['enum'])) return node['enum'] as unknown[];
  return node['items'] === undefined ? [] : enumOf(node['items'] as JsonSchema);
}

/** A subschema of `root` by itself, which still knows the definitions that its references name. */
export function within(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const defs = typeof root === 'boolean' ? undefined : (root['$defs'] as object | undefined);
  if (typeof schema === 'boolean' || defs === undefined) return schema;
  const standing = STANDING.get(defs) ?? new WeakMap<object, JsonSchema>();
  STANDING.set(defs, standing);
  const known = standing.get(schema) ?? { ...schema, $defs: defs };
  standing.set(schema, known);
  return known;
}

function followed(schema: JsonSchema): JsonSchema {
  let current = schema;
  for (let hops = 0; hops < 16; hops++) {
    if (typeof current === 'boolean' || typeof current['$ref'] !== 'string') return current;
    const defs = current['$defs'] as Components | undefined;
    const target = defs?.[current['$ref'].slice('#/$defs/'.length)];
    if (target === undefined || typeof target === 'boolean') return target ?? true;
    const { $ref: _ref, $defs: _defs, ...siblings } = current;
    current = { ...target, ...siblings, $defs: defs };
  }
  return current;
}
