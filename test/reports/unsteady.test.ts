/** A failure that is borne out on another entity stays one, where others are at work; what fails in another case does not. */
import { expect, test } from 'vitest';
import type { Result } from '../../reports/model.ts';
import { failsAlike } from '../../reports/unsteady.ts';

const failed = (caseLabel: string): Result =>
  ({
    verdict: 'fail',
    level: 'MUST',
    exchanges: [],
    failure: { expected: '', actual: '', caseLabel },
  }) as unknown as Result;

test.each([
  ['/name = "Ann \\"A\\" 5"', '/name = "Bob"', true],
  ['certificates of "ann.5"', 'certificates of "bob.77"', true],
  ['person 5', 'person 77', true],
  ['/name = "Ann"', '/title = "Ann"', false],
  ['→ custom', '→ global', false],
])('%s and %s', (first, again, alike) => {
  expect(failsAlike(failed(first), failed(again))).toBe(alike);
});
