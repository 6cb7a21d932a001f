import { constraintsOf } from '../../spec/constraints.ts';
import type { Operation } from '../../spec/types.ts';
import { crashOn } from './crash.ts';
import type { Fault, FaultHint } from './types.ts';

/** One fault per parameter and body member with a constraint: the server breaks as soon as a request has it (contract 4, all tables). */
export function presenceFaults(operation: Operation): Fault[] {
  const make = (place: string, name: string, hint: Partial<FaultHint>): Fault => ({
    id: `${operation.id}.${place}.breaks`,
    family: 'crash',
    operation: operation.id,
    breaks: `${operation.id} answers 500 to every request with ${place}.`,
    hint: { operation: operation.id, ...hint, direction: 'accepts', topic: 'constraint' },
    change: { kind: 'switch', name: crashOn(name) },
  });
  const parameters = operation.parameters
    .filter(({ in: place, required }) => (place === 'query' || place === 'form') && !required)
    .map(({ name }) => make(name, name, { parameter: name }));
  return [
    ...parameters,
    ...memberPointers(operation).map((pointer) =>
      make(`body${pointer.replaceAll('/', '.')}`, nameOf(pointer), { pointer }),
    ),
  ];
}

/** Places of the body that a member's name leads to. */
function memberPointers({ interface: side, body }: Operation): string[] {
  const schema = side === 'admin' ? body?.contents[0]?.schema : undefined;
  if (schema === undefined) return [];
  return [...new Set(constraintsOf(schema).map(({ pointer }) => pointer))].filter((pointer) => nameOf(pointer) !== '');
}

function nameOf(pointer: string): string {
  return pointer.split('/').findLast((part) => part !== 'items') ?? '';
}
