import type { Operation } from '../../spec/types.ts';
import { type SchemaNode, settle } from '../edge/schemas.ts';
import type { Fault, FaultHint } from './types.ts';

/** Keyword of a schema whose numbers are read carelessly; the value says how. */
const CARELESS = 'x-careless';

/** One fault per integer in a query or path and per careless way to read it (contract 2.1, 4, all tables). */
export function numberFaults(operation: Operation): Fault[] {
  return operation.parameters.flatMap(({ in: place, name: parameter, schema }) => {
    const node = settle(schema, schema);
    if (node['type'] !== 'integer' || place === 'form') return [];
    const make = (to: string, breaks: string, hint: Partial<FaultHint>): Fault => ({
      id: `${operation.id}.${parameter}.${to}`,
      family: 'number',
      operation: operation.id,
      breaks: `${operation.id} ${breaks} for ${parameter}.`,
      hint: { operation: operation.id, parameter, pointer: '', ...hint, direction: 'refuses', topic: 'constraint' },
      change: { kind: 'schema', parameter, pointer: '', keyword: CARELESS, to },
    });
    const bounded = typeof node['maximum'] === 'number';
    return [
      make('infinity-taken', 'takes a number without end', { keyword: 'type' }),
      ...(place === 'path' ? [make('fraction-cut', 'cuts the fraction off a number', { keyword: 'type' })] : []),
      ...(bounded ? [make('32-bits-kept', 'keeps 32 bits of a number', { keyword: 'maximum' })] : []),
    ];
  });
}

/** The text of the number that a careless reader makes of a text. */
export function carelessly(text: string, schema: SchemaNode): string {
  const how = schema[CARELESS];
  if (how === 'infinity-taken' && text === 'Infinity') return String(schema['maximum'] ?? 1);
  if (how === '32-bits-kept' && /^-?\d+$/.test(text)) return String(BigInt.asIntN(32, BigInt(text)));
  if (how === 'fraction-cut' && /^\d+\.\d+$/.test(text)) return text.replace(/\..*/, '');
  return text;
}
