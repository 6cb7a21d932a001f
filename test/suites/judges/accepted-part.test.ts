/** What of an answer may be written back: members that the schema of the update has and accepts. */
import { expect, test } from 'vitest';
import { acceptedPart } from '../../../suites/judges/index.ts';

const text = { type: 'string' };
const person = {
  type: 'object',
  required: ['name'],
  properties: { name: text, phone: text, address: { type: 'object', properties: { city: text, zip: text } } },
};

test.each([
  ['is all of it', { name: 'A', more: 1 }, { name: 'A', more: 1 }],
  ['has no member without a value', { name: 'A', phone: null }, { name: 'A' }],
  [
    'has what is right below another member',
    { name: 'A', address: { city: 'B', zip: 1 } },
    { name: 'A', address: { city: 'B' } },
  ],
  ['is none where a required member is wrong', { name: null, phone: '1' }, undefined],
])('the part %s', (_, value, part) => {
  expect(acceptedPart(person, value)).toEqual(part);
});

test('what a closed schema does not know is left out', () => {
  expect(acceptedPart({ ...person, additionalProperties: false }, { name: 'A', 'a/b': 1 })).toEqual({ name: 'A' });
});

test('of several variants it is the one that has the most of it', () => {
  const variant = (kind: string, own: object) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, ...own },
    additionalProperties: false,
  });
  const schema = { oneOf: [variant('A', {}), variant('B', { note: text }), { type: 'object', maxProperties: 0 }] };
  expect(acceptedPart(schema, { kind: 'B', note: 'x', extra: null })).toEqual({ kind: 'B', note: 'x' });
});
