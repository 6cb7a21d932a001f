/** The last touches on a converted schema: what its author took for granted, and what would let nothing through. */
import { KEYWORDS } from './keywords.ts';
import type { Node } from './source.ts';

type Schema = Record<string, unknown>;

/**
 * Alternatives under a discriminator are told apart by it, in whatever way the vendor's values do that; that exactly one
 * of them fits cannot be judged by the members alone.
 */
export function loosened(raw: Node, schema: Schema): Schema {
  if (raw['discriminator'] === undefined || !Array.isArray(schema['oneOf'])) return schema;
  const { oneOf, ...rest } = schema;
  return { ...rest, anyOf: oneOf };
}

/**
 * The schema with a type where it goes without saying, and with null where it is allowed.
 *
 * @param complete false for keywords that stand beside a reference: the type is what the reference says.
 */
export function finish(schema: Schema, nullable: boolean, complete: boolean): Schema {
  const typed = complete ? withType(schema) : schema;
  if (!nullable) return withoutMisfits(typed);
  const { type } = typed;
  if (type !== undefined) {
    const types = [...new Set([...[type].flat(), 'null'])];
    const values = Array.isArray(typed['enum']) ? { enum: [...new Set([...typed['enum'], null])] } : {};
    return withoutMisfits({ ...typed, type: types, ...values });
  }
  const rules = Object.keys(typed).filter((key) => KEYWORDS[key] !== undefined && key !== 'description');
  return rules.length === 0 ? typed : { anyOf: [typed, { type: 'null' }] };
}

/** A type that goes without saying for people: without it a number would satisfy a list of members. */
function withType(schema: Schema): Schema {
  if (['type', '$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if'].some((key) => key in schema))
    return schema;
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema)
    return { type: 'object', ...schema };
  return 'items' in schema ? { type: 'array', ...schema } : schema;
}

/** An enumeration none of whose values has the type (numbers written as texts) would let nothing through. */
function withoutMisfits(schema: Schema): Schema {
  const types = schema['type'] === undefined ? undefined : [schema['type']].flat();
  if (types === undefined || !Array.isArray(schema['enum'])) return schema;
  // Null and nothing else: the only way in which OpenAPI 3.0 can say so.
  if (types.includes('null') && schema['enum'].every((value) => value === null)) return { ...schema, type: 'null' };
  if (schema['enum'].some((value) => value !== null && types.includes(typeOf(value)))) return schema;
  const { enum: _, ...rest } = schema;
  return types.includes('null') && types.length === 1 ? schema : rest;

  function typeOf(value: unknown): string {
    if (Array.isArray(value)) return 'array';
    if (typeof value === 'number') return Number.isInteger(value) && types?.includes('integer') ? 'integer' : 'number';
    return value === null ? 'null' : typeof value;
  }
}
