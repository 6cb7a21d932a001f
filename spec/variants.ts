/** Bodies that are exactly one of several variants (contract 4.9), and what tells these apart. */
import { token } from './json.ts';
import { dereference, within } from './standalone.ts';
import type { JsonSchema } from './types.ts';

/** The variants of a schema that is one of several, each a schema of its own; none of any other schema. */
export function variantsOf(schema: JsonSchema): JsonSchema[] {
  const resolved = dereference(schema);
  if (typeof resolved === 'boolean' || !Array.isArray(resolved['oneOf'])) return [];
  return (resolved['oneOf'] as JsonSchema[]).map((variant) => dereference(within(resolved, variant)));
}

/** What the variants of a schema are called, in their order: by the component that each is, or by its title. */
export function variantNames(schema: JsonSchema): string[] {
  const resolved = dereference(schema);
  if (typeof resolved === 'boolean' || !Array.isArray(resolved['oneOf'])) return [];
  return (resolved['oneOf'] as JsonSchema[]).map((variant) => {
    const name = typeof variant === 'boolean' ? undefined : (variant['$ref'] ?? variant['title']);
    return typeof name === 'string' ? name.slice(name.lastIndexOf('/') + 1) : '';
  });
}

/** How many objects a member that tells variants apart may lie in. */
export const DEEPEST_DISCRIMINATOR = 4;

/** A member that every variant asks for, with values that no other variant has there. */
export interface Discriminator {
  /** Where it stands in a body, as a JSON Pointer; all objects on the way are required, too. */
  readonly pointer: string;
  /** Its values, those of one variant after those of another, in the order of the variants. */
  readonly values: readonly (readonly unknown[])[];
}

/** The member that tells the variants of a schema apart, the nearest to the top; undefined where there are no variants, or no such member. */
export function discriminatorOf(schema: JsonSchema): Discriminator | undefined {
  const variants = variantsOf(schema);
  if (variants.length < 2) return undefined;
  return discriminatorAmong(variants, '', 0);
}

/** @param schemas what each variant says of the place `pointer`. */
function discriminatorAmong(schemas: readonly JsonSchema[], pointer: string, depth: number): Discriminator | undefined {
  const [first] = schemas;
  if (first === undefined || typeof first === 'boolean') return undefined;
  const required = Object.keys((first['properties'] ?? {}) as object).flatMap((name) => {
    const members = schemas.map((schema) => requiredMember(schema, name));
    const all = members.filter((member) => member !== undefined);
    return all.length < members.length ? [] : [{ place: pointer + token(name), members: all }];
  });
  for (const { place, members } of required) {
    const values = members.map(valuesOf);
    const all = values.flat();
    const told = values.every(({ length }) => length > 0) && new Set(all).size === all.length;
    if (told) return { pointer: place, values };
  }
  if (depth >= DEEPEST_DISCRIMINATOR) return undefined;
  for (const { place, members } of required) {
    const found = discriminatorAmong(members, place, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The schema of a member that an object must have; undefined where it may be left out, or nothing is said of it. */
function requiredMember(schema: JsonSchema, name: string): Exclude<JsonSchema, boolean> | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { required, properties } = schema as { required?: readonly string[]; properties?: Record<string, JsonSchema> };
  const found = required?.includes(name) === true ? properties?.[name] : undefined;
  if (found === undefined || typeof found === 'boolean') return undefined;
  const member = dereference(within(schema, found));
  return typeof member === 'boolean' ? undefined : member;
}

/** The values that a member may have; none where they are not counted. */
function valuesOf(member: Exclude<JsonSchema, boolean>): readonly unknown[] {
  return 'const' in member ? [member['const']] : Array.isArray(member['enum']) ? (member['enum'] as unknown[]) : [];
}
