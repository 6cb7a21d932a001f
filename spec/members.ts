/** The members that schemas of objects know, by their places. */
import { token } from './json.ts';
import { dereference, within } from './standalone.ts';
import type { JsonSchema } from './types.ts';
import { variantsOf } from './variants.ts';

/** How many objects a place may lie in: an object may hold another of its own kind, and that the next one. */
const DEEPEST = 5;

/** Places of the members that a schema of an object knows, those of inner objects in place of the objects. */
export function placesIn(schema: JsonSchema): string[] {
  return placesBelow(schema, '', 0);
}

function placesBelow(schema: JsonSchema, at: string, depth: number): string[] {
  const node = dereference(schema);
  const properties = typeof node === 'object' ? node['properties'] : undefined;
  if (typeof node !== 'object' || properties === undefined || depth === DEEPEST) return at === '' ? [] : [at];
  const known = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return known.flatMap(([name, member]) => placesBelow(within(node, member), at + token(name), depth + 1));
}

/** The same where an object is one of several variants: the members of all of them. */
export function placesInAny(schema: JsonSchema): ReadonlySet<string> {
  return new Set([schema, ...variantsOf(schema)].flatMap((one) => placesIn(one)));
}

/** A name by its letters and digits alone: case and separators are a matter of taste (sslId, SslId, ssl_id). */
export function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
