import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { largeChanges, longestText, smallChange } from '../../../suites/lifecycles/variation.ts';
import { memberSchema } from '../../../suites/requests/member-schema.ts';

const contract = await loadContract({ validate: false, dialect: { base: 'default', claimed: true } });

describe('a small change', () => {
  it.each([
    ['a name', { type: 'string', maxLength: 20 }, 'Bucket 1', 'xBucket 1'],
    ['a full text', { type: 'string', maxLength: 8 }, 'Bucket 1', 'xucket 1'],
    ['digits', { type: 'string', pattern: '^[0-9]+$' }, '12345', '112345'],
    ['an address', { type: 'string', format: 'email' }, 'a@example.test', 'xa@example.test'],
    ['a map', { type: 'object' }, { rack: 'rack-1', n: 1 }, { rack: 'xrack-1', n: 1 }],
    ['a list', { type: 'array' }, ['kim@example.test'], ['xkim@example.test']],
    ['no schema', undefined, 'Bucket 1', 'xBucket 1'],
  ] as const)('touches %s', (_name, schema, present, expected) => {
    expect(smallChange(schema, present, 0)).toEqual(expected);
  });

  it.each([
    ['a code', { type: 'string' }, 'NL'],
    ['a value of a set', { type: 'string', enum: ['STANDARD', 'HIGH'] }, 'STANDARD'],
    ['the name of another entity', { type: 'string', 'x-reference': 'bucket' }, 'some-bucket'],
    ['a flag', { type: 'boolean' }, true],
    ['a number', { type: 'integer' }, 7],
    ['nothing', { type: 'string' }, null],
  ] as const)('leaves %s alone', (_name, schema, present) => {
    expect(smallChange(schema, present, 0)).toBeUndefined();
  });

  it('differs from one turn to the next', () => {
    const turns = [0, 1, 2].map((turn) => smallChange({ type: 'string' }, 'Bucket 1', turn));
    expect(new Set(turns).size).toBe(3);
  });
});

describe('large changes', () => {
  const values = (schema: object, present: unknown, siblings: readonly unknown[] = []) =>
    largeChanges(schema as never, present, 0, siblings);

  it('turn flags, and take other members of a set', () => {
    expect(values({ type: 'boolean' }, true)[0]).toEqual({ value: false, invented: false });
    expect(values({ enum: ['a', 'b'] }, 'a').map(({ value }) => value)).toEqual(['b']);
  });

  it('prefer what other entities have, and mark numbers that were made up', () => {
    const [first, second] = values({ type: 'integer' }, 204, [205, 204]);
    expect(first).toEqual({ value: 205, invented: false });
    expect(second?.invented).toBe(true);
  });

  it('of a list of several are some of it before none of it', () => {
    const [first, second] = values({ type: 'array', items: { type: 'integer' } }, [5, 7]);
    expect(first).toEqual({ value: [5], invented: false });
    expect(second?.value).toEqual([]);
    expect(values({ type: 'array', items: { type: 'integer' }, minItems: 2 }, [5, 7])[0]?.value).not.toEqual([5]);
  });

  it('never are the present value, also where no schema is known', () => {
    expect(largeChanges(undefined, '', 2, ['', 'Desk']).map(({ value }) => value)).toEqual(['Desk', 'Something']);
    // What a null does to a member is not shown.
    const siblings = [null, { a: null }, [null], { a: 1 }];
    expect(largeChanges(undefined, ['A'], 2, siblings).map(({ value }) => value)).toEqual([{ a: 1 }]);
    expect(values({ type: ['object', 'null'] }, {}, [null, { a: { b: null } }])[0]?.value).not.toEqual({
      a: { b: null },
    });
  });

  it('never repeat an item of a list, nor the present value', () => {
    const schema = { type: 'array', items: { enum: ['IDP', 'EMAIL'] }, minItems: 1 };
    for (const { value } of values(schema, ['IDP'])) {
      expect(value).not.toEqual(['IDP']);
      expect(new Set(value as string[]).size).toBe((value as string[]).length);
    }
    expect(values(schema, ['IDP']).length).toBeGreaterThan(0);
  });
});

describe('the longest text', () => {
  it('is as long as it may be, and begins and ends with a letter', () => {
    for (const maxLength of [8, 64, 255, 256])
      expect(longestText({ type: 'string', maxLength })).toMatch(new RegExp(`^[A-Z].{${maxLength - 2}}[a-z]$`));
  });
  it.each([
    { type: 'string' },
    { type: 'string', maxLength: 100_000 },
    { type: 'string', maxLength: 64, format: 'email' },
    { type: 'string', maxLength: 64, pattern: '^x' },
    { type: 'string', maxLength: 64, enum: ['a'] },
    { type: 'integer', maxLength: 64 },
  ])('is none of %j', (schema) => {
    expect(longestText(schema)).toBeUndefined();
  });
});

describe('the schema of a member', () => {
  it('is found in bodies, in the variant that a body is, and among query parameters', () => {
    const person = contract.operation('person.update');
    expect(memberSchema(person, '/email', {})).toMatchObject({ type: 'string' });
    expect(memberSchema(person, '/nobody', {})).toBeUndefined();
    const account = contract.operation('account.update');
    expect(memberSchema(account, '/name', { type: 'SSL_WEB_FORM' })).toMatchObject({ type: 'string', maxLength: 128 });
    const endpoint = contract.operation('endpoint.update');
    expect(memberSchema(endpoint, '?name', undefined)).toMatchObject({ maxLength: 256 });
  });
});
