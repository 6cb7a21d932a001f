/** How fast values are made for the largest schemas of the contract under the default dialect. */
import fc from 'fast-check';
import { valid } from '../../generators/index.ts';
import { loadContract } from '../../spec/load.ts';
import type { JsonSchema } from '../../spec/types.ts';

const SCHEMAS = 10;
const TIME_MS = 500;

/** One line per schema: name, size of its JSON and values per second. */
export async function generatorThroughput(): Promise<string> {
  const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  const bodies = contract.operations.flatMap((operation) => [
    ...(operation.body?.contents ?? []).map(({ schema }) => ({ name: `${operation.id} request`, schema })),
    ...operation.success.flatMap(({ contents }) =>
      contents.map(({ schema }) => ({ name: `${operation.id} response`, schema })),
    ),
  ]);
  const seen = new Set<string>();
  return bodies
    .map(({ name, schema }) => ({ name, schema, size: JSON.stringify(schema).length, text: JSON.stringify(schema) }))
    .toSorted((a, b) => b.size - a.size)
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, SCHEMAS)
    .map(
      ({ name, schema, size }) =>
        `  ${name.padEnd(34)} ${String(size).padStart(7)} bytes  ${String(perSecond(schema)).padStart(7)} values/s`,
    )
    .join('\n');
}

function perSecond(schema: JsonSchema): number {
  const arbitrary = valid(schema);
  fc.sample(arbitrary, { numRuns: 20, seed: 1 });
  let made = 0;
  const startedAt = performance.now();
  for (let seed = 2; performance.now() - startedAt < TIME_MS; seed++)
    made += fc.sample(arbitrary, { numRuns: 50, seed }).length;
  return Math.round((made / (performance.now() - startedAt)) * 1000);
}
