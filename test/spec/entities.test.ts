/** The kinds of entities are data: what is made from them is fresh, and a kind or a way more needs no line of code. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { kindsSource, readEntities, withKinds, withWays } from '../../spec/entities.ts';
import { loadContract } from '../../spec/load.ts';

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the file satisfies its schema', async () => {
  const valid = new Ajv2020().compile(JSON.parse(await read('spec/entities.schema.json')) as object);
  expect(valid(await readEntities()), JSON.stringify(valid.errors)).toBe(true);
});

test('what is made from it is fresh (npm run registers)', async () => {
  const entities = await readEntities();
  expect(await read('spec/kinds.ts')).toBe(kindsSource(entities));
  const schema = await read('target/profile.schema.json');
  expect(schema).toBe(withKinds(schema, entities));
});

test('one kind more is known to the compiler, and to editors in both places', async () => {
  const { kinds } = await readEntities();
  const more = { kinds: { ...kinds, 'new-kind': { ids: ['newId'], below: 'domain', types: ['size'] } } };
  expect(kindsSource(more)).toContain(`  'new-kind': { ids: ['newId'], below: 'domain', types: ['size'] },\n`);
  const schema = JSON.parse(withKinds(await read('target/profile.schema.json'), more)) as {
    properties: Record<'fixtures' | 'absent', { properties: Record<string, unknown> }>;
  };
  for (const place of ['fixtures', 'absent'] as const)
    expect(Object.keys(schema.properties[place].properties)).toEqual(Object.keys(more.kinds));
});

test('the ways of operations are those of the contract, and name no other operation', async () => {
  const { operations } = await loadContract({ validate: false });
  expect(operations.find(({ id }) => id === 'domain.activate')?.ways).toMatchObject({ after: 'domain.suspend' });
  expect(() => withWays(operations, { 'domain.suspend': { undoneBy: 'domain.wake' } })).toThrow('domain.wake');
});
