/** Which of several variants a fixture is: what is written to it is to be of that variant (contract 4.9). */

import { isObject, tokens, valueAt } from '../../spec/json.ts';
import type { JsonSchema, Operation } from '../../spec/types.ts';
import { discriminatorOf, variantNames, variantsOf } from '../../spec/variants.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/session.ts';
import { beforeOf, readerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';

/** The variant of an update's body that the entity is: by what it shows, else by its traits; undefined where neither tells. */
export async function ownVariant(
  session: Session,
  operation: Operation,
  fixture: Fixture,
): Promise<JsonSchema | undefined> {
  const schema = jsonSchema(operation);
  const variants = variantsOf(schema);
  if (variants.length === 0) return undefined;
  const readable = readerOf(session.contract, operation)?.path === operation.path;
  const shown = readable ? (await beforeOf(session, operation, fixture))?.value : undefined;
  const values = discriminatorOf(schema)?.values ?? [];
  const present = placesOfName(session, operation).map((place) => valueAt(shown, place));
  const byShown = values.findIndex((own) => own.some((value) => present.includes(value)));
  const own = variants[byShown >= 0 ? byShown : namedBy(schema, fixture)];
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
  const schema = jsonSchema(operation);
  const discriminator = discriminatorOf(schema);
  const [name, ...below] = tokens(discriminator?.pointer ?? '');
  if (discriminator === undefined || name !== member.name) return false;
  let value = member.value;
  for (const part of below) {
    if (!isObject(value) || Object.keys(value).length !== 1) return false;
    value = value[part];
  }
  if (value !== undefined && valueAt(shown, discriminator.pointer) === value) return true;
  return discriminator.values[namedBy(schema, { traits })]?.includes(value) === true;
}

/** Where the name of the variant shows: where the dialect says, or in the same place. */
function placesOfName(session: Session, operation: Operation): string[] {
  const pointer = discriminatorOf(jsonSchema(operation))?.pointer;
  if (pointer === undefined) return [];
  const said = readbacks(session.contract, operation).filter(({ write }) => write === pointer);
  return said.length > 0 ? said.map(({ read }) => read) : [pointer];
}

/** The place of the variant that the traits name, by its schema or by the value that tells it apart; -1 where they name none. */
function namedBy(schema: JsonSchema, { traits }: Pick<Fixture, 'traits'>): number {
  const named = [traits['variant'], traits['type']].filter((trait) => trait !== undefined).map(String);
  const values = discriminatorOf(schema)?.values ?? [];
  const fits = (name: string, at: number): boolean =>
    named.includes(name) || (values[at] ?? []).some((value) => named.includes(String(value)));
  return variantNames(schema).findIndex(fits);
}

function jsonSchema({ body }: Operation): JsonSchema {
  return body?.contents.find(({ mediaType }) => mediaType === 'application/json')?.schema ?? true;
}
