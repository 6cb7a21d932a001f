/** Values that were each taken in other company are no unknown references when they come together (contract 4.7). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'validation.assignment.update.pairs.accepts';
const GREATEST_LENGTH = 256;

test.each([
  [false, 'pass'],
  [true, 'fail'],
])('both texts at their greatest length are refused: %s', { timeout: 60_000 }, async (refuses, verdict) => {
  const outcome = await runAgainst(catalogue, {
    only: [ID],
    rewrite: (passing) => {
      const query = new URL(passing.target, 'http://localhost').searchParams;
      const isLong = ['externalOrgId', 'externalOrgName'].every((name) => query.get(name)?.length === GREATEST_LENGTH);
      if (refuses && isLong) Object.assign(passing, { status: 400, body: '{"code":-1,"description":"No."}' });
    },
  });
  expect(verdictOf(outcome.result(ID)), outcome.result(ID).reason).toBe(verdict);
});
