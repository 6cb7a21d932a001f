import { expect, test } from 'vitest';
import { directed } from '../../spec/direction.ts';
import { loadContract } from '../../spec/load.ts';

const SCHEMA = {
  $ref: '#/$defs/Person',
  $defs: {
    Person: {
      type: 'object',
      required: ['id', 'name', 'secret', 'stamp'],
      properties: {
        id: { type: 'integer', readOnly: true },
        name: { type: 'string', enum: ['readOnly', 'writeOnly'] },
        secret: { type: 'string', writeOnly: true },
        stamp: { $ref: '#/$defs/Stamp' },
        inner: { type: 'array', items: { properties: { at: { type: 'string', readOnly: true }, readOnly: true } } },
      },
    },
    Stamp: { type: 'string', format: 'date-time', readOnly: true },
    Derived: { allOf: [{ properties: { id: { readOnly: true } } }], required: ['id', 'name'] },
  },
} as const;

/** The parts of a directed schema that tell what it asks for. */
function asked(direction: 'request' | 'response'): object {
  const { $defs } = directed(SCHEMA as never, direction) as unknown as typeof SCHEMA;
  const { Person, Derived } = $defs;
  const inner = Person.properties.inner.items.properties;
  return { required: Person.required, members: Object.keys(Person.properties), inner: Object.keys(inner), Derived };
}

test('a request neither has nor needs what is read-only', () => {
  expect(asked('request')).toEqual({
    required: ['name', 'secret'],
    members: ['name', 'secret', 'inner'],
    // A member may be called like a keyword.
    inner: ['readOnly'],
    Derived: { allOf: [{ properties: {} }], required: ['name'] },
  });
});

test('an answer neither has nor needs what is write-only', () => {
  expect(asked('response')).toMatchObject({
    required: ['id', 'name', 'stamp'],
    members: ['id', 'name', 'stamp', 'inner'],
    inner: ['at', 'readOnly'],
  });
});

test('a schema without such marks is the same object', () => {
  const plain = { type: 'object', properties: { a: { type: 'string' } } } as const;
  expect(directed(plain, 'request')).toBe(plain);
  expect(directed(true, 'request')).toBe(true);
});

test.each(['default', 'alternate'] as const)(
  'in the dialect %s nothing is judged of read-only members sent',
  async (base) => {
    const contract = await loadContract({ validate: false, dialect: { base, claimed: true } });
    const about = contract.requirements.filter(({ id }) => /^person\.update\.body\.(created|modified)/.test(id));
    expect(about).toEqual([]);
    // They are still part of what a person reads like.
    const [content] = contract.operation('person.read').success[0]?.contents ?? [];
    expect(JSON.stringify(content?.schema)).toContain('"readOnly":true');
  },
);
