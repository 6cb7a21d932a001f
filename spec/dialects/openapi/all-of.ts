/** Folds the parts of an `allOf` into one object schema: inheritance, as most descriptions use it. */
import { isDeepStrictEqual } from 'node:util';
import { isNode } from './source.ts';

/** An object schema of members only. */
type Plain = Readonly<Record<string, unknown>>;

const PLAIN = new Set(['type', 'properties', 'required', 'title', 'description', 'deprecated', 'examples']);

/**
 * One schema that says what all parts say together; undefined when they are more than lists of members, or say
 * different things about one member.
 */
export function merged(parts: readonly unknown[]): Record<string, unknown> | undefined {
  const properties: Record<string, unknown> = {};
  const required = new Set<string>();
  const notes: Record<string, unknown> = {};
  for (const part of parts) {
    if (part === true) continue;
    if (!isNode(part) || !isPlain(part)) return undefined;
    for (const [name, schema] of Object.entries((part['properties'] ?? {}) as object)) {
      if (Object.hasOwn(properties, name) && !isDeepStrictEqual(properties[name], schema)) return undefined;
      properties[name] = schema;
    }
    for (const name of (part['required'] ?? []) as string[]) required.add(name);
    for (const key of ['title', 'description', 'deprecated']) if (part[key] !== undefined) notes[key] = part[key];
  }
  return {
    ...notes,
    type: 'object',
    ...(required.size === 0 ? {} : { required: [...required] }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

function isPlain(part: Plain): boolean {
  const open = part['additionalProperties'] === true;
  const keys = Object.keys(part).filter((key) => !key.startsWith('x-') && !(open && key === 'additionalProperties'));
  return keys.every((key) => PLAIN.has(key)) && (part['type'] === undefined || part['type'] === 'object');
}
