/** A validation that an earlier run has assigned or submitted may be refused by a server that takes each once (4.7). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const answering =
  (status: number): Rewrite =>
  (passing) => {
    if (passing.method === 'PUT' && /\/validations\/\d+\/validator/.test(passing.target) && passing.status < 300)
      Object.assign(passing, { status, headers: {}, body: '' });
  };

test.each([
  [409, 'inconclusive'],
  [400, 'inconclusive'],
  [404, 'fail'],
  [200, 'fail'],
  [202, 'pass'],
])('a validator is set with %i: %s', async (status, verdict) => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['validation.validator.update.success'],
    rewrite: answering(status),
  });
  expect(outcome.result('validation.validator.update.success.status').verdict).toBe(verdict);
});
