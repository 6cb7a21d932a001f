/** Bodies that name a variant which does not exist (contract 4.9: exactly one of those listed). */
import type { Violation } from '../../generators/index.ts';
import { valueAt } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { discriminatorOf } from '../../spec/variants.ts';
import { pointerSet, pointerUnset } from '../judges/pointer.ts';
import { complaints } from '../judges/schema.ts';

/** The accepted body with a name that no variant has, and with none: nothing else can be why it is refused. */
export function strangeVariants(schema: JsonSchema, accepted: unknown): Violation[] {
  const discriminator = discriminatorOf(schema);
  if (
    discriminator === undefined ||
    typeof accepted !== 'object' ||
    accepted === null ||
    complaints(schema, accepted).length > 0
  )
    return [];
  const { pointer } = discriminator;
  const named = valueAt(accepted, pointer);
  const names = typeof named === 'string' ? [`${named}_OTHER`, 'no-such-variant'] : [];
  const made: [operator: string, value: unknown][] = [
    ...names.map((name): [string, unknown] => ['unknown-variant', pointerSet(accepted, pointer, name)]),
    ['unnamed-variant', pointerUnset(accepted, pointer)],
  ];
  return made
    .filter(([, value]) => complaints(schema, value).length > 0)
    .map(([operator, value]) => ({
      operator,
      keyword: 'oneOf',
      pointer: '',
      schemaPointer: '',
      old: accepted,
      new: value,
      value,
      certainty: 'definite',
    }));
}
