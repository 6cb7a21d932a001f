/** What an owner claims is held against what was seen by its meaning: an object has no order (RFC 8259, section 4). */
import { expect, test } from 'vitest';
import { judgeClaim } from '../../../suites/judges/index.ts';

const answer = (value: unknown, standing = 'claimed') => ({ value, standing }) as Parameters<typeof judgeClaim>[0];

test.each([
  ['the same members in another order', { a: { b: 1, c: 2 }, d: 3 }, { d: 3, a: { c: 2, b: 1 } }],
  ['the same word', 'refused', 'refused'],
  ['what nobody claims', undefined, 'ignored'],
])('%s is as claimed', (_what, claim, seen) => {
  expect(judgeClaim(answer(claim, claim === undefined ? 'assumed' : 'claimed'), seen, 'a.point')).toBeUndefined();
});

test.each([
  ['another member', { a: 1 }, { a: 2 }, '{"a":1} (claimed for a.point)', '{"a":2}'],
  ['a list in another order', [1, 2], [2, 1], '[1,2] (claimed for a.point)', '[2,1]'],
  ['another word', 'refused', 'ignored', 'refused (claimed for a.point)', 'ignored'],
])('%s is not', (_what, claim, seen, expected, actual) => {
  expect(judgeClaim(answer(claim), seen, 'a.point')).toEqual({ verdict: 'fail', expected, actual });
});
