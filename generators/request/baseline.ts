/** The smallest valid request of an operation. */

import type { Operation } from '../../spec/types.ts';
import { plainValue } from '../schema/valid.ts';
import type { RequestCase } from './case.ts';

/** Values that cannot be generated, because they must name something that exists. */
export interface Bindings {
  /** Path parameter values by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameter values by name, in place of generated ones. */
  readonly query?: Readonly<Record<string, string>>;
  /** The JSON body, in place of a generated one. */
  readonly body?: unknown;
}

/**
 * Required parameters with plain values in the middle of their range, no optional ones, and the smallest body of the
 * schema (contract section 4). Path parameters come from the bindings.
 *
 * @throws UnsatisfiableSchemaError when a schema has no valid value.
 */
export function baseline(operation: Operation, bindings: Bindings): RequestCase {
  const query = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }): [string, string] => [name, bindings.query?.[name] ?? asText(plainValue(schema))]);
  const extra = Object.entries(bindings.query ?? {}).filter(([name]) => !query.some(([known]) => known === name));
  const schema = operation.body?.contents.find(({ mediaType }) => mediaType === 'application/json')?.schema;
  const value = bindings.body ?? (schema === undefined ? undefined : plainValue(schema));
  return {
    operation,
    path: bindings.path,
    query: [...query, ...extra],
    headers: [],
    ...(value === undefined ? {} : { body: { mediaType: 'application/json', value } }),
    label: 'the smallest valid request',
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
