/** A value of a schema that people read: like what such a member holds in practice. */
import { isObject, token, tokens, valueAt } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { prepare } from './valid.ts';

/** What a text in a member of such a name looks like. The first that fits both name and schema is taken. */
const TEXTS: readonly (readonly [name: RegExp, texts: readonly string[]])[] = [
  [/www-authenticate/i, ['Bearer']],
  [/secondaryemails|emails$/i, ['ada.lovelace@example.com']],
  [/mail|eppn|upn/i, ['ada@example.com']],
  [/webhook|slack|teams|url|link_?address/i, ['https://hooks.example.com/certificates']],
  [/sha-?256/i, ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08']],
  [/sha-?1/i, ['a94a8fe5ccb19ba61c4c0873d391e987982fbbd3']],
  [/md5/i, ['098f6bcd4621d373cade4e832627b4f6']],
  [/serial/i, ['03A1B2C3D4E5F6']],
  [/country/i, ['AT']],
  [/postal|zip|post_?code/i, ['1010']],
  [/phone/i, ['+43 1 5550100']],
  [/street|address/i, ['Ringstrasse 1', '192.0.2.0/24']],
  [/city|locality|town/i, ['Vienna']],
  [/state_?or|state_?province|^state$|region/i, ['Vienna']],
  [/domains|alternative_?names/i, ['www.example.com']],
  [/(common|domain|host)_?name|fqdn|primary_?domain/i, ['www.example.com']],
  [/middle/i, ['Augusta']],
  [/forename|first_?name/i, ['Ada']],
  [/surname|last_?name/i, ['Lovelace']],
  [/login|account/i, ['ada.lovelace']],
  [/password|secret|access_?code/i, ['Not-a-real-secret-1']],
  [/locale/i, ['en']],
  [/time_?zone/i, ['UTC+00:00 - Coordinated Universal Time']],
  [/frequency/i, ['Daily']],
  [/ports/i, ['443, 8443']],
  [/legal|org|parent_?name|owner|vendor/i, ['Example Corporation']],
  [/requester|created_?by|modified_?by|creator|idp$/i, ['Ada Lovelace']],
  [/issuer|subject$/i, ['CN=Example Issuing CA, O=Example Corporation, C=AT']],
  [/key_?algorithm|key_?type/i, ['RSA']],
  [/signature/i, ['SHA256withRSA']],
  [/usage/i, ['serverAuth', 'digitalSignature']],
  [/relationship/i, ['Employee']],
  [/order_?number/i, ['1000001']],
  [/error_?message/i, ['']],
  [/comment|remark|description|help|text/i, ['Renewed by the platform team']],
  [/title/i, ['Security Officer']],
  [/status|state/i, ['Issued', 'Pending']],
  [/name/i, ['Example']],
];

/** Numbers that would look odd as any other. */
const NUMBERS: readonly (readonly [name: RegExp, value: number])[] = [
  [/total-count/i, 1],
  [/year/i, 2027],
  [/key_?size/i, 2048],
  [/term|duration|days$/i, 365],
  [/days_?before/i, 30],
  [/failed_?attempts/i, 0],
  [/order_?number|order$/i, 1_000_001],
  [/(^|_)id$|Id$|Ids$/, 101],
];

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-06-30',
  'date-time': '2026-06-30T12:00:00.000Z',
  uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
};

/**
 * The example of a schema: every declared member, each with a value that its name suggests wherever the schema takes
 * it. Always the same.
 *
 * @param schema standalone: every reference stays inside it.
 * @param name what the value as a whole is called, if it has a name.
 * @returns undefined for a schema that says nothing.
 * @throws as `fullValue`.
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (typeof schema === 'boolean' || !saysSomething(schema)) return undefined;
  const { doc, recipe } = prepare(schema);
  const written = JSON.stringify(schema);
  const shown = shownIn(schema);
  let root = structuredClone(recipe.full());
  for (const { pointer, called, value } of leavesOf(root, '', name)) {
    for (const candidate of [...(shown.get(called) ?? []), ...candidatesFor(called, value, written)]) {
      const changed = withValue(root, pointer, candidate);
      if (!doc.accepts(changed)) continue;
      root = changed;
      break;
    }
  }
  return root;
}

function saysSomething(schema: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(schema).some((keyword) => !['description', 'title', '$defs'].includes(keyword));
}

/** Examples that the schema itself gives, by the names of its members. */
function shownIn(schema: unknown, found = new Map<string, unknown[]>()): ReadonlyMap<string, readonly unknown[]> {
  if (Array.isArray(schema)) for (const part of schema) shownIn(part, found);
  if (!isObject(schema)) return found;
  for (const [name, member] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
    const { examples } = isObject(member) ? member : {};
    if (Array.isArray(examples)) found.set(name, [...(found.get(name) ?? []), ...(examples as unknown[])]);
  }
  for (const part of Object.values(schema)) shownIn(part, found);
  return found;
}

interface Leaf {
  readonly pointer: string;
  /** Name of the nearest member. */
  readonly called: string;
  readonly value: unknown;
}

/** Innermost values and, before them, maps whose keys the schema leaves to people. */
function leavesOf(value: unknown, pointer: string, called: string): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, pointer + token(index), called));
  if (!isObject(value)) return [{ pointer, called, value }];
  const [first] = Object.values(value);
  const map: Leaf[] = typeof first === 'string' ? [{ pointer, called, value }] : [];
  return [...map, ...Object.entries(value).flatMap(([name, child]) => leavesOf(child, pointer + token(name), name))];
}

function candidatesFor(called: string, value: unknown, written: string): unknown[] {
  if (isObject(value)) {
    // Keys that no schema names were made by the generator.
    const isMap = Object.keys(value).every((key) => !written.includes(JSON.stringify(key)));
    return isMap ? [{ server: 'web-1.example.com' }] : [];
  }
  if (typeof value === 'number') return NUMBERS.filter(([name]) => name.test(called)).map(([, number]) => number);
  if (typeof value !== 'string') return [];
  const formatted = Object.values(FORMATS).filter((text) => text.length >= 10 && shapeOf(text) === shapeOf(value));
  return [...formatted, ...TEXTS.filter(([name]) => name.test(called)).flatMap(([, texts]) => texts), 'Example'];
}

function shapeOf(text: string): string {
  return text.replace(/[0-9a-f]/gi, '0').replace(/\.0+Z$/, 'Z');
}

function withValue(root: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value;
  const copy = structuredClone(root);
  const cut = pointer.lastIndexOf('/');
  const parent = valueAt(copy, pointer.slice(0, cut)) as Record<string, unknown> | undefined;
  const [key = ''] = tokens(pointer.slice(cut));
  if (parent !== undefined) parent[key] = value;
  return copy;
}
