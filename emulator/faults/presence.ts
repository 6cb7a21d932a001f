import { constraintsOf } from '../../spec/constraints.ts';
import type { JsonSchema, Operation } from '../../spec/types.ts';
import { crashOn, crashOnChange, crashOnRepeat } from './crash.ts';
import type { Fault, FaultHint } from './types.ts';

/**
 * One fault per parameter and body member with a constraint (contract 4, all tables): the server breaks as soon as a request
 * has it, or, where no request can do without, as soon as it has another value than at first.
 */
export function presenceFaults(operation: Operation): Fault[] {
  const make = (place: string, change: string, hint: Partial<FaultHint>, breaks: string): Fault => ({
    id: `${operation.id}.${place}.breaks`,
    family: 'crash',
    operation: operation.id,
    breaks: `${operation.id} answers 500 to ${breaks} ${place}.`,
    hint: { operation: operation.id, ...hint, direction: 'accepts', topic: 'constraint' },
    change: { kind: 'switch', name: change },
  });
  const parameters = operation.parameters.flatMap(({ in: place, name, required, schema }) => {
    if (place === 'query' && required) {
      const hint = { parameter: name };
      const again = isEnum(schema)
        ? [make(`${name}.again`, crashOnRepeat(name), hint, 'what it was sent before as')]
        : [];
      return [make(name, crashOnChange(name), hint, 'each new value of'), ...again];
    }
    if ((place === 'query' || place === 'form') && !required)
      return [make(name, crashOn(name), { parameter: name }, 'every request with')];
    return [];
  });
  const members = memberPointers(operation).map((pointer) =>
    make(`body${pointer.replaceAll('/', '.')}`, crashOn(nameOf(pointer)), { pointer }, 'every request with'),
  );
  const variants = hasVariants(operation)
    ? [
        make(
          'body.variants',
          crashOnChange('type'),
          { pointer: '' },
          'another type than the first, so to all but one of the',
        ),
      ]
    : [];
  return [...parameters, ...members, ...variants];
}

function isEnum(schema: JsonSchema): boolean {
  return typeof schema === 'object' && 'enum' in schema;
}

function hasVariants({ interface: side, body }: Operation): boolean {
  const schema = side === 'admin' ? body?.contents[0]?.schema : undefined;
  return (
    schema !== undefined && constraintsOf(schema).some(({ keyword, pointer }) => keyword === 'oneOf' && pointer === '')
  );
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
