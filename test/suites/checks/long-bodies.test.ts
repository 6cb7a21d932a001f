/** A server that reads bodies up to a size only (real server, real requests): what size suffices is told by the lengths that are claimed. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

test.each([
  ['claims', { base: 'default', claimed: true }, true],
  ['does not claim', { base: 'default', claimed: false }, false],
])('a server that refuses the longest texts of a body that it %s', async (_what, told, fails) => {
  const outcome = await runAgainst(catalogue, {
    checks: ['ssl.update.body-schema'],
    told,
    rewrite: (passing) => {
      if (passing.sent.length > 16_000) Object.assign(passing, { status: 413, body: '' });
    },
  });
  const failed = outcome.failures().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  expect(failed.some((one) => one.includes('ssl.update.body.csr.maxLength.accepts'))).toBe(fails);
  if (!fails) expect(failed).toEqual([]);
});
