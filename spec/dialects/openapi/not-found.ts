/** The not-found body (contract 7.1) as a vendor's 404 responses describe it. */
import { isDeepStrictEqual } from 'node:util';

import { token } from '../../json.ts';
import type { SchemaConverter } from './convert.ts';
import type { Notices } from './notices.ts';
import { same } from './same.ts';
import { isNode } from './source.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What the vendor's 404 responses say. */
export interface NotFound {
  /** For the contract's NotFoundBody. */
  readonly schema: Schema;
  /** Answer to `error.not-found.members`; undefined when the schema leaves it open. */
  readonly members: { readonly code: string; readonly description: string } | undefined;
}

/**
 * The not-found body out of all 404 responses. Where they differ each of them may come.
 *
 * @param pointers schemas of the 404 responses of operations whose 404 has the not-found body.
 */
export function notFoundAt(
  converter: SchemaConverter,
  notices: Notices,
  pointers: readonly string[],
): NotFound | undefined {
  const kinds: { schema: Schema; pointer: string }[] = [];
  for (const pointer of pointers) {
    const schema = converter.root(pointer, 'response');
    if (!isNode(schema)) continue;
    if (schema['type'] !== undefined && ![schema['type']].flat().includes('object')) {
      notices.add(
        `The answer 404 is ${String(schema['type'])} here; the contract says an object, and governs.`,
        pointer,
      );
    } else if (!kinds.some((kind) => same(kind.schema, schema, converter.helpers))) kinds.push({ schema, pointer });
  }
  const [first, ...others] = kinds;
  if (first === undefined) return undefined;
  for (const { pointer } of others) {
    notices.add(`The answer 404 differs from that at ${first.pointer}; either is accepted as NotFoundBody.`, pointer);
  }
  const places = kinds.map(({ schema }) => membersOf(schema, converter.helpers, ''));
  const agreed = places.every((place) => isDeepStrictEqual(place, places[0])) ? places[0] : undefined;
  const schema =
    others.length === 0
      ? { ...first.schema, type: 'object' }
      : { type: 'object', anyOf: kinds.map((kind) => kind.schema) };
  return { schema, members: agreed };
}

/** Two required members of which only one is a text: that is the description, and the number is the code. */
function membersOf(schema: Schema, helpers: ReadonlyMap<string, unknown>, at: string): NotFound['members'] | undefined {
  const members = isNode(schema['properties']) ? schema['properties'] : {};
  const required = [...new Set((schema['required'] ?? []) as string[])];
  const typed = required.map((name) => {
    const member = follow(members[name], helpers);
    return { pointer: `${at}${token(name)}`, member, type: member?.['type'] };
  });
  const [only] = typed;
  if (typed.length === 1 && only?.type === 'object' && at === '' && only.member !== undefined)
    return membersOf(only.member, helpers, only.pointer);
  const texts = typed.filter(({ type }) => type === 'string');
  const numbers = typed.filter(({ type }) => type === 'integer' || type === 'number');
  const [text, number] = [texts[0], numbers[0]];
  if (typed.length !== 2 || text === undefined || number === undefined) return undefined;
  return { code: number.pointer, description: text.pointer };
}

function follow(schema: unknown, helpers: ReadonlyMap<string, unknown>): Schema | undefined {
  if (!isNode(schema)) return undefined;
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const target = helpers.get(reference.slice('#/components/schemas/'.length));
  return isNode(target) && typeof target['$ref'] !== 'string' ? target : undefined;
}
