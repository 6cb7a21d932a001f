/** Values of a request that belong to the entity it is about: what it reads now, what its traits say, and what no other has. */
import { baseline } from '../../generators/index.ts';
import type { JsonSchema, Operation, Parameter } from '../../spec/index.ts';
import {
  discriminatorOf,
  isObject,
  jsonSchemaOf,
  tokens,
  valueAt,
  variantNames,
  variantsOf,
} from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { complaints, pointerSet } from '../judges/index.ts';
import { readbacks } from '../subject/returned.ts';
import type { Subject } from '../subject/subject.ts';

/** A required enum that one of the fixture's traits answers (the type of an endpoint) is given that value. */
export function traitValues({ operation, fixture }: Subject): Record<string, string> {
  const traits = Object.values(fixture?.traits ?? {}).map(String);
  return Object.fromEntries(
    requiredQuery(operation).flatMap(({ name, schema }) => {
      if (typeof schema !== 'object' || !Array.isArray(schema['enum'])) return [];
      const member = (schema['enum'] as unknown[]).map(String).find((value) => traits.includes(value));
      return member === undefined ? [] : [[name, member]];
    }),
  );
}

/** Texts for required parameters that no other entity is given: a server may want them to be unique. */
export function uniqueValues({ operation, fixture }: Subject): Record<string, string> {
  const mark = markOf(fixture);
  if (mark === undefined) return {};
  const plain = new Map(baseline(operation, { path: {}, ...(operation.body === undefined ? {} : { body: {} }) }).query);
  return Object.fromEntries(
    requiredQuery(operation).flatMap(({ name, schema, reference }) => {
      const text = plain.get(name);
      if (text === undefined || reference !== undefined || typeof schema !== 'object' || schema['enum'] !== undefined)
        return [];
      // Lower-case letters and digits are what rules for texts let through most.
      const marked = [`${text.toLowerCase()}${mark}`, `${text}${mark}`].find(
        (one) => complaints(schema, one).length === 0,
      );
      return marked === undefined ? [] : [[name, marked]];
    }),
  );
}

/** A body whose required texts no other entity is given, as far as the schema lets them be changed. */
export function uniqueBody(schema: unknown, body: unknown, fixture: Fixture | undefined): unknown {
  const mark = markOf(fixture);
  if (mark === undefined || typeof schema !== 'object' || schema === null || !isObject(body)) return body;
  return Object.entries(body).reduce<unknown>((whole, [name, value]) => {
    if (typeof value !== 'string') return whole;
    const marked = pointerSet(whole, `/${name}`, `${value}${mark}`);
    return complaints(schema as { readonly [keyword: string]: unknown }, marked).length === 0 ? marked : whole;
  }, body);
}

/** What the entity's GET shows under the names of required parameters; undefined unless it shows all of them. */
export async function valuesAsTheyRead(subject: Subject): Promise<Record<string, string> | undefined> {
  const required = requiredQuery(subject.operation);
  if (required.length === 0 || !subject.showsItself) return undefined;
  const shown = (await subject.before())?.value;
  const found = required.flatMap(({ name, schema }): [string, string][] => {
    const value = valueAt(shown, `/${name.replaceAll('.', '/')}`);
    const fits = ['string', 'number'].includes(typeof value) && complaints(schema, value).length === 0;
    return fits ? [[name, String(value)]] : [];
  });
  return found.length === required.length ? Object.fromEntries(found) : undefined;
}

function requiredQuery({ parameters }: Operation): Parameter[] {
  return parameters.filter(({ in: place, required }) => place === 'query' && required);
}

/** A few letters and digits of the entity's id. */
function markOf(fixture: Fixture | undefined): string | undefined {
  const id = Object.values(fixture?.ids ?? {}).at(-1);
  return id === undefined
    ? undefined
    : String(id)
        .replace(/[^0-9A-Za-z]/g, '')
        .slice(-6);
}

/** The variant of an update's body that the entity is: by what it shows, else by its traits; undefined where neither tells. */
export async function ownVariant(subject: Subject): Promise<JsonSchema | undefined> {
  const schema = jsonSchemaOf(subject.operation) ?? true;
  const variants = variantsOf(schema);
  if (variants.length === 0) return undefined;
  const shown = subject.showsItself ? (await subject.before())?.value : undefined;
  const values = discriminatorOf(schema)?.values ?? [];
  const present = placesOfName(subject).map((place) => valueAt(shown, place));
  const byShown = values.findIndex((own) => own.some((value) => present.includes(value)));
  const own = variants[byShown >= 0 ? byShown : namedBy(schema, subject.fixture?.traits)];
  // Of a variant whose members nobody tells, nothing can be formed.
  return typeof own === 'object' && own['properties'] !== undefined ? own : undefined;
}

/** True for a member that holds only what tells the variants apart, with a value of the variant that the entity is: it writes nothing new. */
export function isByNature(
  { traits }: Fixture,
  operation: Operation,
  member: { readonly name: string; readonly value: unknown },
  shown: unknown,
): boolean {
  const schema = jsonSchemaOf(operation) ?? true;
  const discriminator = discriminatorOf(schema);
  const [name, ...below] = tokens(discriminator?.pointer ?? '');
  if (discriminator === undefined || name !== member.name) return false;
  let value = member.value;
  for (const part of below) {
    if (!isObject(value) || Object.keys(value).length !== 1) return false;
    value = value[part];
  }
  if (value !== undefined && valueAt(shown, discriminator.pointer) === value) return true;
  return discriminator.values[namedBy(schema, traits)]?.includes(value) === true;
}

/** Where the name of the variant shows: where the dialect says, or in the same place. */
function placesOfName({ contract, operation }: Subject): string[] {
  const pointer = discriminatorOf(jsonSchemaOf(operation) ?? true)?.pointer;
  if (pointer === undefined) return [];
  const said = readbacks(contract, operation).filter(({ write }) => write === pointer);
  return said.length > 0 ? said.map(({ read }) => read) : [pointer];
}

/** The place of the variant that the traits name, by its schema or by the value that tells it apart; -1 where they name none. */
function namedBy(schema: JsonSchema, traits: Fixture['traits'] = {}): number {
  const named = [traits['variant'], traits['type']].filter((trait) => trait !== undefined).map(String);
  const values = discriminatorOf(schema)?.values ?? [];
  const fits = (name: string, at: number): boolean =>
    named.includes(name) || (values[at] ?? []).some((value) => named.includes(String(value)));
  return variantNames(schema).findIndex(fits);
}
