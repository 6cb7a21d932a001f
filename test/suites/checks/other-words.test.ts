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

test.each([
  ['the same end', /Entity$/, 'fail'],
  ['the same beginning', /^Private/, 'fail'],
  ['the whole of it', /^$/, 'pass'],
])('a category that is compared by %s', { timeout: 60_000 }, async (_what, pattern, verdict) => {
  const name = 'organizationDetails.evDetails.registrationAgency.businessCategory';
  const id = `validation.revalidate.${name}.enum.refuses`;
  const rewrite: Rewrite = (passing) => {
    const asked = new URL(passing.target, 'http://localhost').searchParams.getAll(name);
    if (passing.status !== 400 || asked.length !== 1 || !pattern.test(asked[0] ?? '')) return;
    Object.assign(passing, { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
  };
  const outcome = await runAgainst(catalogue, { rewrite, only: [id], depth: 'standard' });
  expect(outcome.result(id).verdict).toBe(verdict);
});
