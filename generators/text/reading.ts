import { isObject, token } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { flatten, isString, itemNodes, keyword } from '../schema/conjunction.ts';
import type { Node, SchemaDocument } from '../schema/document.ts';
import { canonical, typeOf } from '../schema/json.ts';
import { typesOf } from '../schema/types.ts';
import { prepare } from '../schema/valid.ts';
import type { Clause } from '../violations/own-clauses.ts';
import { sitesOf } from '../violations/sites.ts';

/** The value that a text stands for, or the clause that it breaks by not standing for any. */
export type Reading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly keyword: 'type' | 'format'; readonly pointer: string; readonly reason: string };

const INTEGER = /^-?(0|[1-9][0-9]*)$/;
const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/**
 * How a value is written in a path, query or form, before percent-encoding: numbers in decimal digits, truth values as
 * `true` and `false`, the items of an array joined by commas, other values as JSON.
 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toText).join(',');
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value).toString();
  return value === undefined ? '' : JSON.stringify(value);
}

/** The texts of a parameter's value: one per item of an array, else one. */
export function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(toText) : [toText(value)];
}

/**
 * Reads a decoded text strictly: an integer is an optional minus and digits without leading zeros, a number is as in
 * JSON, a truth value is `true` or `false`, a string is the text itself. For arrays, one text per item; a single text is
 * split at its commas. Bounds, lengths and lists of values are not judged here, see `brokenByText`.
 * @throws as `valid` for references that cannot be followed.
 */
export function fromText(schema: JsonSchema, text: string | readonly string[]): Reading {
  const { doc } = prepare(schema);
  return read(doc, [doc.root], text, '');
}

function read(doc: SchemaDocument, nodes: readonly Node[], text: string | readonly string[], pointer: string): Reading {
  const flat = flatten(doc, nodes);
  const { allowed, integer } = typesOf(flat);
  if (allowed.includes('array') && (allowed.length === 1 || typeof text !== 'string'))
    return readItems(doc, flat, text, pointer);
  const [only = '', ...more] = typeof text === 'string' ? [text] : text;
  if (more.length > 0) return { ok: false, keyword: 'type', pointer, reason: 'a single value is given several times' };
  const formats = keyword(flat, 'format', isString).map(({ value }) => value);
  const types =
    keyword(flat, 'type', (value): value is unknown => value !== undefined).length > 0 ? allowed : listedTypes(flat);
  if (types.includes('number') && (integer ? INTEGER : NUMBER).test(only)) {
    if (integer && formats.includes('int64') && BigInt.asIntN(64, BigInt(only)) !== BigInt(only)) {
      return { ok: false, keyword: 'format', pointer, reason: 'the integer needs more than 64 bits' };
    }
    return { ok: true, value: Number(only) };
  }
  if (types.includes('boolean') && (only === 'true' || only === 'false')) return { ok: true, value: only === 'true' };
  if (types.includes('string') || types.length === 0) return { ok: true, value: only };
  return {
    ok: false,
    keyword: 'type',
    pointer,
    reason: `${JSON.stringify(only)} is not ${integer ? 'an integer' : `a ${types.join(' or ')}`}`,
  };
}

function readItems(
  doc: SchemaDocument,
  nodes: readonly Node[],
  text: string | readonly string[],
  pointer: string,
): Reading {
  const texts = typeof text === 'string' ? text.split(',') : text;
  const items: unknown[] = [];
  for (const [index, item] of texts.entries()) {
    const reading = read(doc, itemNodes(doc, nodes, index), item, pointer + token(index));
    if (!reading.ok) return reading;
    items.push(reading.value);
  }
  return { ok: true, value: items };
}

/** Without `type`, the types of listed values decide; without those, every text is a string. */
function listedTypes(nodes: readonly Node[]): string[] {
  const values = nodes.flatMap((node) => {
    if (!isObject(node.schema)) return [];
    if (Object.hasOwn(node.schema, 'const')) return [node.schema['const']];
    return Array.isArray(node.schema['enum']) ? node.schema['enum'] : [];
  });
  return [...new Set(values.map(typeOf))];
}

/** The clauses of a schema that a typed value breaks; empty when it is valid. */
export function brokenByValue(schema: JsonSchema, value: unknown): Clause[] {
  const { doc } = prepare(schema);
  if (doc.accepts(value)) return [];
  const clauses = sitesOf(doc).broken(value, value) ?? [];
  return clauses.length > 0 ? clauses : [combinator(schema)];
}

/**
 * The clauses of a parameter's schema that decoded texts break; empty when they are valid. A text of
 * `x-comma-separated` values is valid when each of its values is.
 */
export function brokenByText(schema: JsonSchema, text: string | readonly string[]): readonly Clause[] {
  if (!isObject(schema)) return judged(schema, text);
  let known = JUDGED.get(schema);
  if (known === undefined) {
    known = new Map();
    JUDGED.set(schema, known);
  }
  const key = JSON.stringify(text);
  let clauses = known.get(key);
  if (clauses === undefined) {
    clauses = judged(schema, text);
    if (known.size >= MOST_JUDGED) known.clear();
    if (key.length <= LONGEST_JUDGED) known.set(key, clauses);
  }
  return clauses;
}

/** Most parameters of a request stay as they are from case to case: what was said of so many short texts is kept. */
const JUDGED = new WeakMap<object, Map<string, readonly Clause[]>>();
const MOST_JUDGED = 64;
const LONGEST_JUDGED = 200;

function judged(schema: JsonSchema, text: string | readonly string[]): Clause[] {
  if (isObject(schema) && schema['x-comma-separated'] === true && schema['type'] !== 'array') {
    const parts = toTexts(text).flatMap((one) => one.split(','));
    const clauses = parts.flatMap((part) => brokenOnce(schema, part));
    return [...new Map(clauses.map((clause) => [canonical(clause), clause])).values()];
  }
  return brokenOnce(schema, text);
}

function brokenOnce(schema: JsonSchema, text: string | readonly string[]): Clause[] {
  const reading = fromText(schema, text);
  return reading.ok ? brokenByValue(schema, reading.value) : [{ keyword: reading.keyword, pointer: reading.pointer }];
}

function combinator(schema: JsonSchema): Clause {
  const names = ['oneOf', 'anyOf', 'not', 'if', '$ref', 'allOf'];
  return { keyword: names.find((name) => isObject(schema) && Object.hasOwn(schema, name)) ?? 'schema', pointer: '' };
}
