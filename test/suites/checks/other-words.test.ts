/** An enumeration that takes a member of another one is found (contract 3.1, 4.2). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const REFUSES = 'ssl.list.renewalStatus.enum.refuses';

/** A list that takes one more value of the filter. */
const taking =
  (word: string): Rewrite =>
  (passing) => {
    if (!passing.target.startsWith('/api/ssl/v2?') || passing.status !== 400) return;
    const asked = new URL(passing.target, 'http://localhost').searchParams.getAll('renewalStatus');
    if (asked.length !== 1 || asked[0] !== word) return;
    passing.status = 200;
    passing.headers = { 'content-type': 'application/json', 'x-total-count': '0' };
    passing.body = '[]';
  };

test.each([
  ['a status of the installation', 'Completed', 'fail'],
  ['a status of certificates', 'Issued', 'fail'],
  ['a common word', 'Pending', 'fail'],
  ['nothing else', 'no word at all', 'pass'],
])('the renewal status takes %s', async (_what, word, verdict) => {
  const outcome = await runAgainst(catalogue, { rewrite: taking(word), only: [REFUSES], depth: 'standard' });
  expect(outcome.result(REFUSES).verdict).toBe(verdict);
});
