/** A text that somebody else has is refused for that, and says nothing of its length, where others as long are accepted (contract 8). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'person.update.body.lastName.maxLength.accepts';
const LONGEST = 64;

/** Refuses last names of the greatest length: all of them, or all but plain letters. */
const refusing =
  (isRefused: (name: string) => boolean): Rewrite =>
  (passing) => {
    if (passing.method !== 'PUT' || !passing.target.startsWith('/api/person/') || passing.sent === '') return;
    const name = /"lastName":"([^"]*)"/.exec(passing.sent)?.[1] ?? '';
    if (name.length < LONGEST || !isRefused(name)) return;
    passing.status = 409;
    passing.body = '{"code":-1,"description":"taken"}';
  };

test.each([
  ['one that somebody has', (name: string) => !/^[a-z]+$/.test(name), 'pass'],
  ['any', () => true, 'fail'],
] as const)('of the greatest length %s is refused', async (_, isRefused, verdict) => {
  const { result } = await runAgainst(catalogue, { only: [ID], rewrite: refusing(isRefused) });
  expect(result(ID).verdict).toBe(verdict);
});
