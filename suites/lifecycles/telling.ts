/** Values that careless servers do not keep as they are: what is accepted must show just so (design: state is observed). */
import type { JsonSchema } from '../../spec/types.ts';
import { complaints } from '../judges/schema.ts';
import { isChosen, longestText } from './variation.ts';

/** A value, and whether a server that accepts it may still be excused for not keeping it. */
export interface Telling {
  readonly value: unknown;
  readonly debatable: boolean;
}

/** Characters that servers escape, decode, or take for something else; the first that fits a text is used. */
const ODD_TEXTS = [`Tom & <b>Ann</b> + "Bo" 'O' 100%41 Zoë 日本`, `A&B <i> "C" 'D' +%41`, 'Zoë & <b>', 'a+b<c'];

/** Some storages know no characters beyond the Basic Multilingual Plane: that they should refuse them is not shown. */
const ASTRAL_TEXT = 'Tom 😀 Ann';

/** From here on a bounded number may be an id that has all of its 32 bits. */
const NO_QUANTITY = 2 ** 31 - 1;

const WORDS = ['Alpha', 'Beta', 'Gamma'];

/**
 * Telling values of a member by its schema, at most one of each kind: odd characters, the greatest number, a fraction, a list
 * of several items. None for values from a fixed set and for names of other entities.
 */
export function tellingValues(schema: JsonSchema | undefined): Telling[] {
  if (schema === undefined || typeof schema === 'boolean' || isChosen(schema)) return [];
  const isValid = (value: unknown): boolean => complaints(schema, value).length === 0;
  const first = (values: readonly unknown[], debatable = false): Telling[] =>
    values
      .filter(isValid)
      .slice(0, 1)
      .map((value) => ({ value, debatable }));
  if (typeIs(schema, 'array')) return first(lists(schema));
  const { maximum } = schema;
  if (typeof maximum === 'number' && maximum < NO_QUANTITY)
    return [...first([maximum]), ...(typeIs(schema, 'number') ? first([maximum - 0.5]) : [])];
  // What has a form of its own may be refused or rewritten for reasons of that form.
  if (!typeIs(schema, 'string') || schema['pattern'] !== undefined || schema['format'] !== undefined) return [];
  const longest = longestText(schema);
  return [...first(ODD_TEXTS), ...first([ASTRAL_TEXT], true), ...first(longest === undefined ? [] : [longest])];
}

function lists({ items }: { readonly [keyword: string]: unknown }): unknown[] {
  if (typeof items !== 'object' || items === null) return [];
  const { enum: members } = items as { readonly enum?: readonly unknown[] };
  if (Array.isArray(members)) return [members.slice(0, 3), members.slice(0, 2)].filter(({ length }) => length > 1);
  return isChosen(items as JsonSchema) ? [] : [WORDS, WORDS.slice(0, 2)];
}

function typeIs({ type }: { readonly [keyword: string]: unknown }, name: string): boolean {
  return [type].flat().includes(name);
}
