import { expect, it } from 'vitest';
import { typeAnswers } from '../../spec/dialects/openapi/admin-type.ts';

const TYPES = ['STANDARD', 'API', 'IDP', 'SAS'];
const type = { enum: TYPES };
const written = (properties: object, helpers = new Map<string, unknown>()) =>
  typeAnswers({ CreateAndUpdateClientAdminRequest: { properties } }, TYPES, helpers)['admin.type.write'];

it.each([
  ['a member', { kind: type }, '/kind'],
  ['a member of a member', { texts: { type: 'object', properties: { kind: type } } }, '/texts/kind'],
  ['two members, of which nobody knows which counts', { kind: type, sort: { properties: { kind: type } } }, undefined],
  ['none', { kind: { enum: ['STANDARD', 'API'] } }, undefined],
])('the type is found in %s', (_name, properties, expected) => {
  expect(written(properties)).toBe(expected);
});

it('is found behind references, which may lead back', () => {
  const helpers = new Map<string, unknown>([['Box', { properties: { kind: type, box: { $ref: '#/$defs/Loop' } } }]]);
  helpers.set('Loop', { properties: { loop: { $ref: '#/$defs/Loop' } } });
  expect(written({ a: { $ref: '#/$defs/Box' } }, helpers)).toBe('/a/kind');
});
