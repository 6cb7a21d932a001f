import { constraintsOf } from '../../spec/constraints.ts';
import { tokens } from '../../spec/json.ts';
import type { JsonSchema, Operation } from '../../spec/types.ts';
import { discriminatorOf, variantsOf } from '../../spec/variants.ts';
import type { Fault } from './types.ts';

/**
 * Faults in a body that is one of several variants (contract 4.9): members of which a constraint is ignored, made lenient or
 * made strict, and variants that do not exist.
 *
 * @param faultsOf the faults of one schema.
 */
export function variantFaults(
  operation: Operation,
  schema: JsonSchema,
  faultsOf: (operation: Operation, parameter: undefined, schema: JsonSchema) => Fault[],
): Fault[] {
  const variants = variantsOf(schema);
  const found = new Map<string, Fault>();
  for (const fault of variants.flatMap((variant) => faultsOf(operation, undefined, variant))) {
    const { pointer = '', direction } = fault.hint;
    // Without what tells the variants apart a body would be several of them at once, and refused all the same.
    if (pointer === '' || isTold(variants, pointer)) continue;
    // Which words a variant takes may hang on its other members.
    const { value: _word, ...hint } = fault.hint;
    const isWord = direction === 'accepts' && fault.family === 'enum-member-refused';
    if (!found.has(fault.id)) found.set(fault.id, isWord ? { ...fault, hint, standing: 'debatable' } : fault);
  }
  return [...found.values(), ...unknownVariant(operation, schema)];
}

/** True for what each variant asks for: it is by this that they are told apart. */
function isTold(variants: readonly JsonSchema[], pointer: string): boolean {
  return variants.every((variant) =>
    constraintsOf(variant).some((one) => one.pointer === pointer && one.keyword === 'required'),
  );
}

function unknownVariant(operation: Operation, schema: JsonSchema): Fault[] {
  const discriminator = discriminatorOf(schema);
  if (discriminator === undefined || typeof schema === 'boolean') return [];
  const { pointer, values } = discriminator;
  const strange = tokens(pointer).reduceRight<JsonSchema>(
    (member, name) => ({ type: 'object', required: [name], properties: { [name]: member } }),
    { type: 'string', not: { enum: values.flat() } },
  );
  return [
    {
      id: `${operation.id}.body.variant.unknown.accepted`,
      family: 'enum-unknown-accepted',
      operation: operation.id,
      breaks: `${operation.id} accepts a body of a variant that does not exist.`,
      hint: { operation: operation.id, pointer: '', keyword: 'oneOf', direction: 'refuses', topic: 'constraint' },
      change: {
        kind: 'schema',
        parameter: undefined,
        pointer: '',
        keyword: 'oneOf',
        to: [...(schema['oneOf'] as JsonSchema[]), strange],
      },
    },
  ];
}
