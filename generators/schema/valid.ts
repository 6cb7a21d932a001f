import type fc from 'fast-check';
import { isObject } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import type { Alphabet } from '../automaton/alphabet.ts';
import { Builder } from './builder.ts';
import { SchemaDocument } from './document.ts';
import { canonical } from './json.ts';
import { filtered, type Recipe } from './recipe.ts';
import { REFERRING } from './validator.ts';

/** What generated values are made of. */
export interface ValidOptions {
  /** Characters of generated texts. Default `plain`: what a server refuses is then not due to characters that nobody documented. */
  readonly alphabet?: Alphabet;
}

/** A schema ready for use: its document and its recipe. */
export interface Prepared {
  readonly doc: SchemaDocument;
  readonly recipe: Recipe;
}

/**
 * Random values of a JSON Schema (draft 2020-12, OpenAPI 3.1). Built from the constraints rather than filtered; what
 * cannot be built (`not`, overlapping `oneOf`, `if`) is searched for within a bound. Every value, also a shrunk one, is
 * valid, with formats asserted; the length of a string is its number of code points.
 * @param schema standalone: every reference stays inside it.
 * @throws UnsupportedSchemaError for what cannot be generated, naming JSON Pointer and keyword.
 * @throws UnsatisfiableSchemaError when no value exists or none was found.
 */
export function valid(schema: JsonSchema, options: ValidOptions = {}): fc.Arbitrary<unknown> {
  return prepare(schema, options.alphabet).recipe.arbitrary;
}

/** The plain value of a schema: always the same, with nothing in it that need not be there. @throws as `valid`. */
export function plainValue(schema: JsonSchema): unknown {
  return prepare(schema).recipe.plain();
}

/** The full value of a schema: always the same, with every declared member. @throws as `valid`. */
export function fullValue(schema: JsonSchema): unknown {
  return prepare(schema).recipe.full();
}

const PREPARED = new WeakMap<object, Map<Alphabet, Prepared>>();
const ALIKE = new Map<string, Prepared>();

/** Document and recipe of a schema, made once for all that are written alike. @throws as `valid`. */
export function prepare(schema: JsonSchema, alphabet: Alphabet = 'plain'): Prepared {
  const known = isObject(schema) ? PREPARED.get(schema)?.get(alphabet) : undefined;
  if (known) return known;
  const lean = withoutIdleDefinitions(schema);
  const text = `${alphabet} ${JSON.stringify(lean)}`;
  const prepared = ALIKE.get(text) ?? make(lean, alphabet);
  ALIKE.set(text, prepared);
  if (isObject(schema))
    PREPARED.set(schema, (PREPARED.get(schema) ?? new Map<Alphabet, Prepared>()).set(alphabet, prepared));
  return prepared;
}

/** A part of a larger schema carries all definitions of that along, mostly without a reference to any. */
function withoutIdleDefinitions(schema: JsonSchema): JsonSchema {
  if (!isObject(schema) || schema['$defs'] === undefined) return schema;
  const { $defs: _, ...rest } = schema;
  return REFERRING.test(JSON.stringify(rest)) ? schema : (rest as JsonSchema);
}

function make(schema: JsonSchema, alphabet: Alphabet): Prepared {
  const doc = new SchemaDocument(schema);
  const recipe = filtered(new Builder(doc, alphabet).build([doc.root]), (value) => doc.accepts(value), {
    pointer: '',
    keyword: rootKeyword(schema),
  });
  // A first value: what cannot be found is told now and not in the middle of a run.
  recipe.plain();
  return { doc, recipe };
}

function rootKeyword(schema: JsonSchema): string {
  return isObject(schema) ? (Object.keys(schema).find((name) => !name.startsWith('$')) ?? 'type') : canonical(schema);
}
