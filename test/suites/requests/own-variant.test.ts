/** What belongs to one variant of a body alone, where the variants' name stands below another member (contract 4.9). */
import { expect, test } from 'vitest';
import type { Operation } from '../../../spec/types.ts';
import { isOfOtherVariants } from '../../../suites/requests/member-schema.ts';
import { isByNature } from '../../../suites/requests/own-values.ts';
import type { Fixture } from '../../../target/types.ts';

const variant = (kind: string, own: string) => ({
  title: kind,
  type: 'object',
  required: ['item'],
  properties: {
    item: { type: 'object', required: ['kind'], properties: { kind: { const: kind }, [own]: { type: 'string' } } },
  },
});
const schema = { oneOf: [variant('A', 'one'), variant('B', 'two')] };
const operation = {
  id: 'account.update',
  body: { standing: 'claimed', contents: [{ mediaType: 'application/json', schema }] },
} as unknown as Operation;
const fixture = { kind: 'account', traits: { variant: 'A' } } as unknown as Fixture;

test.each([
  ['its name as it shows', { kind: 'B' }, { item: { kind: 'B' } }, true],
  ['its name as a trait tells it', { kind: 'A' }, undefined, true],
  ['the name of another', { kind: 'B' }, { item: { kind: 'A' } }, false],
  ['its name and more', { kind: 'A', one: 'x' }, { item: { kind: 'A' } }, false],
  ['no name', {}, { item: {} }, false],
])('an entity is by nature %s', (_, value, shown, expected) => {
  expect(isByNature(fixture, operation, { name: 'item', value }, shown)).toBe(expected);
});

test('a member below another is of the variants that have it', () => {
  const body = { item: { kind: 'A' } };
  expect(isOfOtherVariants(operation, '/item/one', body)).toBe(false);
  expect(isOfOtherVariants(operation, '/item/two', body)).toBe(true);
});
