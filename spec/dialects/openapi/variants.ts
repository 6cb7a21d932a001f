/** Account variants: the alternatives of a request body that the contract names without showing them (4.9). */

import { token } from '../../json.ts';
import { DEEPEST_DISCRIMINATOR } from '../../variants.ts';
import type { SchemaConverter } from './convert.ts';
import type { Notices } from './notices.ts';
import { isNode, type Node, type VendorDocument } from './source.ts';

type Schema = Record<string, unknown>;
type Helpers = SchemaConverter['helpers'];

interface Alternative {
  readonly name: string;
  readonly pointer: string;
  /** Values of the discriminator that stand for it. */
  readonly values: readonly string[];
}

/**
 * Schemas for the contract's variants out of the vendor's alternatives: those of the same name, then the others in
 * their order, since on the wire only the whole set matters. Undefined when the vendor gives no alternatives, or such
 * as cannot be told apart: then "exactly one of" could not be judged.
 *
 * @param pointer where the vendor describes the body.
 * @param names the contract's names for the variants.
 */
export function variantsAt(
  document: VendorDocument,
  converter: SchemaConverter,
  notices: Notices,
  pointer: string,
  names: readonly string[],
): ReadonlyMap<string, Schema> | undefined {
  const { value, pointer: at } = document.resolve(pointer);
  const discriminator = isNode(value['discriminator']) ? value['discriminator'] : undefined;
  const found = alternatives(document, value, at, discriminator);
  if (found.length < 2) {
    notices.add(
      `Alternatives (oneOf, anyOf or a discriminator) are expected here for ${names.join(', ')}; they stay as in the base.`,
      at,
    );
    return undefined;
  }
  const chosen = assign(found, names);
  const left = found.filter((one) => ![...chosen.values()].includes(one));
  const unmatched = names.filter((name) => !chosen.has(name));
  if (left.length > 0)
    notices.add(
      `More alternatives than the contract has variants; left out: ${left.map(({ name }) => name).join(', ')}.`,
      at,
    );
  if (unmatched.length > 0)
    notices.add(
      `No alternative is left for ${unmatched.join(', ')}, so the variants stay unproven: they are only assumed.`,
      at,
    );
  const property = typeof discriminator?.['propertyName'] === 'string' ? discriminator['propertyName'] : undefined;
  const schemas = new Map<string, Schema>();
  for (const [name, one] of chosen) {
    const schema = converter.root(one.pointer, 'request');
    if (isNode(schema)) schemas.set(name, property === undefined ? schema : tied(schema, property, one.values));
  }
  const pair = confusable(schemas, converter.helpers);
  if (pair !== undefined) {
    notices.add(
      `${pair[0]} and ${pair[1]} cannot be told apart by a required member, so "exactly one of" could not be judged; the variants stay as in the base.`,
      at,
    );
    return undefined;
  }
  return schemas;
}

function alternatives(
  document: VendorDocument,
  value: Node,
  at: string,
  discriminator: Node | undefined,
): Alternative[] {
  const mapping = isNode(discriminator?.['mapping']) ? discriminator['mapping'] : {};
  const mapped = Object.entries(mapping).flatMap(([key, reference]) => {
    if (typeof reference !== 'string') return [];
    const isName = document.at(`/components/schemas${token(reference)}`) !== undefined;
    const target = isName ? `#/components/schemas${token(reference)}` : reference;
    return [{ key, pointer: document.target(target, `${at}/discriminator/mapping${token(key)}`) }];
  });
  const of = (pointer: string): Alternative => {
    const target = document.resolve(pointer);
    const title = target.value['title'];
    const last = target.pointer.split('/').pop() ?? '';
    return {
      name: /^\d+$/.test(last) && typeof title === 'string' ? title : last,
      pointer: target.pointer,
      values: mapped.filter((entry) => entry.pointer === target.pointer).map(({ key }) => key),
    };
  };
  for (const keyword of ['oneOf', 'anyOf']) {
    const list = value[keyword];
    if (Array.isArray(list)) return list.map((_, index) => of(`${at}/${keyword}/${index}`));
  }
  if (discriminator === undefined) return [];
  const heirs = Object.entries((document.at('/components/schemas') ?? {}) as Node).flatMap(([name, schema]) => {
    const parts = isNode(schema) && Array.isArray(schema['allOf']) ? schema['allOf'] : [];
    const pointer = `/components/schemas${token(name)}`;
    const inherits = parts.some(
      (part: unknown, index) =>
        isNode(part) &&
        typeof part['$ref'] === 'string' &&
        document.target(part['$ref'], `${pointer}/allOf/${index}/$ref`) === at,
    );
    return inherits ? [pointer] : [];
  });
  return [...new Set([...mapped.map(({ pointer }) => pointer), ...heirs])].map(of);
}

function assign(found: readonly Alternative[], names: readonly string[]): Map<string, Alternative> {
  const chosen = new Map<string, Alternative>();
  const word = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
  for (const name of names) {
    const match = found.find((one) => word(one.name) === word(name));
    if (match !== undefined) chosen.set(name, match);
  }
  const rest = found.filter((one) => ![...chosen.values()].includes(one));
  for (const name of names) {
    if (chosen.has(name)) continue;
    const next = rest.shift();
    if (next !== undefined) chosen.set(name, next);
  }
  return new Map(names.flatMap((name) => (chosen.has(name) ? [[name, chosen.get(name) as Alternative]] : [])));
}

/** The variant with its discriminator's values spelt out, as far as the vendor maps them. */
function tied(schema: Schema, property: string, values: readonly string[]): Schema {
  const members = (isNode(schema['properties']) ? schema['properties'] : {}) as Schema;
  const member = isNode(members[property]) ? (members[property] as Schema) : {};
  const { enum: _, const: __, ...open } = member;
  const rule = values.length === 0 ? member : { type: 'string', ...open, enum: [...values] };
  const required = [...new Set([...((schema['required'] ?? []) as string[]), property])];
  return { ...schema, required, properties: { ...members, [property]: rule } };
}

/** The first two variants of which one may satisfy the other's schema whatever it holds. */
function confusable(schemas: ReadonlyMap<string, Schema>, helpers: Helpers): readonly [string, string] | undefined {
  const entries = [...schemas];
  for (const [index, [name, schema]] of entries.entries()) {
    for (const [other, second] of entries.slice(index + 1)) if (!isApart(schema, second, helpers)) return [name, other];
  }
  return undefined;
}

/**
 * True when a member that one of the two requires has values that the other does not allow, or is an object that is apart
 * in the same way: what tells variants from one another may lie below others.
 */
function isApart(a: Schema, b: Schema, helpers: Helpers, depth = 0): boolean {
  const members = (schema: Schema): Schema => (isNode(schema['properties']) ? schema['properties'] : {});
  const required = new Set([...((a['required'] ?? []) as string[]), ...((b['required'] ?? []) as string[])]);
  return [...required].some((name) => {
    const [one, two] = [followed(members(a)[name], helpers), followed(members(b)[name], helpers)];
    if (one === undefined || two === undefined) return false;
    const [first, second] = [valuesOf(one), valuesOf(two)];
    if (first !== undefined && second !== undefined) return !first.some((value) => second.includes(value));
    // What is no object satisfies any rule about members.
    const holdsMembers = one['type'] === 'object' || two['type'] === 'object';
    return holdsMembers && depth < DEEPEST_DISCRIMINATOR && isApart(one, two, helpers, depth + 1);
  });
}

/** A member's schema with its reference followed; undefined where it says nothing. */
function followed(schema: unknown, helpers: Helpers): Schema | undefined {
  let here = schema;
  for (let hops = 0; isNode(here) && typeof here['$ref'] === 'string' && hops < 16; hops++)
    here = helpers.get(here['$ref'].slice(here['$ref'].lastIndexOf('/') + 1));
  return isNode(here) ? here : undefined;
}

function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}
