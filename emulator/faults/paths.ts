import type { Operation } from '../../spec/types.ts';
import type { Fault } from './types.ts';

/** Name of the switch: an id with further characters is read as the number that it begins with. */
export const prefixRead = (parameter: string): string => `prefix-read:${parameter}`;

/** Name of the switch: what stands under another parent is served all the same. */
export const FOREIGN_SERVED = 'foreign-served';

/** Name of the switch: an id that nothing has is taken for the one that it begins with. */
export const ID_BEGINNING = 'id-beginning';

/** Path values without the last digit of each number. */
export function shortened(path: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) => [name, typeof value === 'number' ? Math.trunc(value / 10) : value]),
  );
}

/** Paths that are looked at carelessly (contract 2.1, 7.1). */
export function pathFaults(operation: Operation): Fault[] {
  const fault = (family: Fault['family'], suffix: string, name: string, breaks: string): Fault => ({
    id: `${operation.id}.${suffix}`,
    family,
    operation: operation.id,
    breaks: `${operation.id} ${breaks}.`,
    hint: { operation: operation.id, topic: 'path' },
    change: { kind: 'switch', name },
  });
  const ids = operation.parameters.filter(({ in: place }) => place === 'path');
  const prefixes = ids
    .filter(({ schema }) => typeof schema === 'object' && schema['type'] === 'integer')
    .map(({ name }) =>
      fault(
        'constraint-lenient',
        `path.${name}.prefix-read`,
        prefixRead(name),
        `reads ${name} as far as it is a number and passes over the rest`,
      ),
    );
  const [id, ...parents] = ids;
  // What is shown below an entity need not tell whose it is.
  const whole = operation.method === 'GET' && operation.path.endsWith('}');
  if (whole && parents.length === 0 && typeof id?.schema === 'object' && id.schema['type'] === 'integer')
    prefixes.push(
      fault('absence', 'id-beginning', ID_BEGINNING, 'serves the entity whose id the given one begins with'),
    );
  const does = { GET: 'serves', PUT: 'changes', POST: 'changes', DELETE: 'deletes' }[operation.method];
  const foreign = fault('absence', 'foreign-served', FOREIGN_SERVED, `${does} what stands under another parent`);
  return [...(operation.method === 'DELETE' ? [] : prefixes), ...(parents.length > 0 ? [foreign] : [])];
}

/** The path's segments as a careless reader takes them; `names` are those of the path parameters. */
export function carelessSegments(
  segments: readonly string[],
  names: readonly string[],
  has: (name: string) => boolean,
): readonly string[] {
  return segments.map((text, i) => (has(prefixRead(names[i] ?? '')) ? (/^\d+/.exec(text)?.[0] ?? text) : text));
}
