/** Lists the constraints of a schema: the raw material of the derived requirements. */
import { isDeepStrictEqual } from 'node:util';
import { tokens } from './json.ts';
import { isCalledId, isId } from './references.ts';
import { dereference, within } from './standalone.ts';
import type { JsonSchema } from './types.ts';
import { variantsOf } from './variants.ts';

/** One keyword at one instance location of a schema. */
export interface Constraint {
  /** Instance location: `''` the value itself, `/name` a member, `/items` each array item. */
  readonly pointer: string;
  readonly keyword: string;
  /** The keyword's value; for `enum` one constraint per member stands in `members`. */
  readonly value: unknown;
  /** The place names another entity, or is called so: values of our choosing need not exist there. */
  readonly reference: boolean;
}

const VALUE_KEYWORDS = [
  'type',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'enum',
  'const',
  'minItems',
  'maxItems',
  'uniqueItems',
  'oneOf',
] as const;

/** How deep nested objects and arrays are followed; recursive schemas end here. */
const MAX_DEPTH = 4;

/**
 * The constraints of a standalone schema in a stable order, nested ones included (contract section 4: each table row is
 * one or more of them). Alternatives below `oneOf` are not entered: which of them holds depends on the instance.
 */
export function constraintsOf(schema: JsonSchema): Constraint[] {
  return walk(schema, '', 0);
}

/**
 * The constraints of the members of a schema that is one of several variants (`oneOf`, contract 4.9), one for each place and
 * keyword whichever of the variants has it. Where they differ, `value` is undefined.
 */
export function variantConstraintsOf(schema: JsonSchema): Constraint[] {
  const found = new Map<string, Constraint>();
  for (const constraint of variantsOf(schema).flatMap(constraintsOf)) {
    // What speaks of the whole body is what the variants have in common, or `oneOf` itself.
    if (constraint.pointer === '') continue;
    const key = `${constraint.keyword} ${constraint.pointer}`;
    const known = found.get(key);
    const same = known === undefined || isDeepStrictEqual(known.value, constraint.value);
    found.set(key, same ? constraint : { ...constraint, value: undefined });
  }
  return [...found.values()];
}

/** True for what names another entity, or is called as if it did: which ones there are no schema tells. */
function isReference(pointer: string, schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false;
  const name = tokens(pointer.replace(/\/items$/, '')).at(-1) ?? '';
  return schema['x-reference'] !== undefined || (isCalledId(name) && isId(schema));
}

function walk(schema: JsonSchema, pointer: string, depth: number): Constraint[] {
  if (typeof schema === 'boolean' || depth > MAX_DEPTH) return [];
  const resolved = dereference(schema);
  if (typeof resolved === 'boolean') return [];
  const found: Constraint[] = [];
  for (const keyword of VALUE_KEYWORDS) {
    if (resolved[keyword] === undefined || isImplied(resolved, keyword)) continue;
    found.push({ pointer, keyword, value: resolved[keyword], reference: isReference(pointer, resolved) });
  }
  if (resolved['items'] !== undefined && Number(resolved['maxItems'] ?? 2) > 1) {
    const items = dereference(within(resolved, resolved['items'] as JsonSchema));
    found.push({ pointer, keyword: 'items', value: true, reference: isReference(`${pointer}/items`, items) });
  }
  const required = resolved['required'];
  if (Array.isArray(required)) {
    for (const member of required)
      found.push({ pointer: `${pointer}/${String(member)}`, keyword: 'required', value: true, reference: false });
  }
  for (const [name, child] of Object.entries((resolved['properties'] ?? {}) as Record<string, JsonSchema>)) {
    found.push(...walk(within(resolved, child), `${pointer}/${name}`, depth + 1));
  }
  const { items } = resolved as { readonly items?: JsonSchema };
  if (items !== undefined) found.push(...walk(within(resolved, items), `${pointer}/items`, depth + 1));
  return found;
}

/**
 * True for a keyword that can be broken only together with another one: the width of an integer that is bounded on both
 * sides, and a length that the pattern sees to.
 */
function isImplied(schema: Readonly<Record<string, unknown>>, keyword: string): boolean {
  const bounded =
    ['minimum', 'exclusiveMinimum'].some((name) => name in schema) &&
    ['maximum', 'exclusiveMaximum'].some((name) => name in schema);
  if (keyword === 'format') return bounded && (schema['format'] === 'int32' || schema['format'] === 'int64');
  if (keyword !== 'minLength' && keyword !== 'maxLength') return false;
  const lengths = lengthsOf(schema['pattern']);
  if (lengths === undefined) return false;
  const bound = schema[keyword] as number;
  return keyword === 'minLength' ? lengths.min >= bound : lengths.max <= bound;
}

/** The lengths that a pattern of one repeated character class lets through; undefined for any other pattern. */
function lengthsOf(pattern: unknown): { readonly min: number; readonly max: number } | undefined {
  const found = /^\^\[(?:[^\]\\]|\\.)+\](?:(?<many>[+*])|\{(?<from>\d+),(?<to>\d*)\})\$$/.exec(String(pattern))?.groups;
  if (found === undefined) return undefined;
  if (found['many'] !== undefined) return { min: found['many'] === '+' ? 1 : 0, max: Number.POSITIVE_INFINITY };
  return { min: Number(found['from']), max: found['to'] === '' ? Number.POSITIVE_INFINITY : Number(found['to']) };
}
