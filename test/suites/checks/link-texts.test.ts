/** A link address needs a scheme (contract 4.9). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const REFUSES = 'endpoint.update.config.enrollmentLinkAddress.pattern.refuses';

/** An endpoint that takes one more link address. */
const taking =
  (address: string): Rewrite =>
  (passing) => {
    if (passing.method !== 'PUT' || passing.status !== 400) return;
    const { searchParams } = new URL(passing.target, 'http://localhost');
    if (searchParams.get('config.enrollmentLinkAddress') !== address) return;
    passing.status = 204;
    passing.body = '';
  };

test.each([
  ['a path', '/help', 'fail'],
  ['another scheme', 'sftp://www.example.test/help', 'fail'],
  ['a host without a scheme', 'www.example.test/help', 'fail'],
  ['nothing else', 'no address at all', 'pass'],
])('an endpoint takes %s', async (_what, address, verdict) => {
  const outcome = await runAgainst(catalogue, { rewrite: taking(address), only: [REFUSES] });
  expect(outcome.result(REFUSES).verdict).toBe(verdict);
});
