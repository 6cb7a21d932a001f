/** Members that may be null, written as tools write them that know no types of several: what else they may be is found all the same. */
import { describe, expect, test } from 'vitest';
import { constraintsOf } from '../../spec/constraints.ts';
import { withNullsFolded } from '../../spec/nullable.ts';

const NULL = { type: 'null' };

/** What is demanded of the member of an object. */
function found(member: object, defs: object = {}): string[] {
  const schema = withNullsFolded({ type: 'object', properties: { member }, $defs: defs });
  return constraintsOf(schema).flatMap(({ pointer, keyword }) => (pointer.startsWith('/member') ? [keyword] : []));
}

describe('a choice between null and', () => {
  test.each([
    ['words', { type: 'string', enum: ['DAILY', 'WEEKLY'] }, ['type', 'enum']],
    ['a bounded number', { type: 'integer', minimum: 1, maximum: 9 }, ['type', 'minimum', 'maximum']],
    ['a bounded text', { type: 'string', maxLength: 20 }, ['type', 'maxLength']],
  ])('%s', (_what, schema, keywords) => {
    expect(found({ anyOf: [schema, NULL], default: null, title: 'Member' })).toEqual(keywords);
    expect(found({ oneOf: [NULL, schema] })).toEqual(keywords);
    expect(found({ anyOf: [{ $ref: '#/$defs/Named' }, NULL] }, { Named: schema })).toEqual(keywords);
  });

  test('words has null among them', () => {
    const member = { anyOf: [{ type: 'string', enum: ['DAILY'] }, NULL] };
    expect(withNullsFolded(member)).toEqual({ type: ['string', 'null'], enum: ['DAILY', null] });
  });
});

test('a member may be called as a keyword is', () => {
  const member = { anyOf: [{ type: 'integer' }, NULL] };
  expect(withNullsFolded({ properties: { default: member, enum: member } })).toEqual({
    properties: { default: { type: ['integer', 'null'] }, enum: { type: ['integer', 'null'] } },
  });
});

test.each([
  ['an object', { anyOf: [{ type: 'object', properties: {} }, NULL] }],
  ['two other things', { anyOf: [{ type: 'string' }, { type: 'integer' }, NULL] }],
  ['what no type is told of', { anyOf: [{ minimum: 1 }, NULL] }],
  ['what is narrowed beside it', { maxLength: 5, anyOf: [{ type: 'string', maxLength: 9 }, NULL] }],
  ['values that look like one', { const: { anyOf: [{ type: 'string' }, NULL] } }],
])('a choice of %s stays', (_what, schema) => {
  expect(withNullsFolded(schema)).toEqual(schema);
});
