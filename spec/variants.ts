/** Bodies that are exactly one of several variants (contract 4.9), and what tells these apart. */
import { dereference } from './standalone.ts';
import type { JsonSchema } from './types.ts';

/** The variants of a schema that is one of several, each a schema of its own; none of any other schema. */
export function variantsOf(schema: JsonSchema): JsonSchema[] {
  const resolved = dereference(schema);
  if (typeof resolved === 'boolean' || !Array.isArray(resolved['oneOf'])) return [];
  const { $defs } = resolved;
  return (resolved['oneOf'] as JsonSchema[]).map((variant) =>
    dereference(typeof variant === 'boolean' || $defs === undefined ? variant : { ...variant, $defs }),
  );
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

/** A member that every variant asks for, with values that no other variant has there. */
export interface Discriminator {
  readonly name: string;
  /** Its values, those of one variant after those of another, in the order of the variants. */
  readonly values: readonly (readonly unknown[])[];
}

/** The member that tells the variants of a schema apart; undefined where there are no variants, or no such member. */
export function discriminatorOf(schema: JsonSchema): Discriminator | undefined {
  const variants = variantsOf(schema);
  const [first] = variants;
  if (variants.length < 2 || first === undefined || typeof first === 'boolean') return undefined;
  for (const name of Object.keys((first['properties'] ?? {}) as object)) {
    const values = variants.map((variant) => valuesAt(variant, name));
    const all = values.flat();
    const told = values.every(({ length }) => length > 0) && new Set(all).size === all.length;
    if (told) return { name, values };
  }
  return undefined;
}

/** The values that a variant allows for a member that it asks for; none where it may be left out or take others. */
function valuesAt(variant: JsonSchema, name: string): readonly unknown[] {
  if (typeof variant === 'boolean') return [];
  const { required, properties } = variant as { required?: readonly string[]; properties?: Record<string, JsonSchema> };
  if (required?.includes(name) !== true) return [];
  const found = properties?.[name];
  const member =
    found === undefined || typeof found === 'boolean' ? found : dereference({ $defs: variant['$defs'], ...found });
  if (member === undefined || typeof member === 'boolean') return [];
  return 'const' in member ? [member['const']] : Array.isArray(member['enum']) ? (member['enum'] as unknown[]) : [];
}
