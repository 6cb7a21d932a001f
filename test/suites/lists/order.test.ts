/** The SSL list is in the order that its owner declares, whatever it is filtered by (silence ssl.list.order). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Passing } from '../proxy.ts';
import { LIST } from './rewrites.ts';

test.each<[string, string, (passing: Passing) => boolean]>([
  ['always ascending', 'pass', () => false],
  ['descending where it is filtered by vendor', 'fail', ({ target }) => target.includes('vendor=')],
])('%s: %s', async (_, verdict, isReversed) => {
  const { result } = await runAgainst(catalogue, {
    only: ['ssl.list.order'],
    told: { base: 'default', claimed: true, answers: { 'ssl.list.order': 'ascending' } },
    rewrite: (passing) => {
      if (!LIST.test(passing.target) || passing.status !== 200 || !isReversed(passing)) return;
      passing.body = JSON.stringify((JSON.parse(passing.body) as unknown[]).toReversed());
    },
  });
  expect(result('ssl.list.order').verdict).toBe(verdict);
});

test('an entry that has come to stand before the next page says nothing of the order', async () => {
  const first = new Map<string, unknown>();
  const { result } = await runAgainst(catalogue, {
    only: ['ssl.list.order'],
    told: { base: 'default', claimed: true, answers: { 'ssl.list.order': 'ascending' } },
    rewrite: (passing) => {
      const { searchParams } = new URL(passing.target, 'http://localhost');
      const value = searchParams.get('status');
      if (!LIST.test(passing.target) || passing.status !== 200 || value === null) return;
      const items = JSON.parse(passing.body) as unknown[];
      // It counts all, as it may, so that more pages are asked for.
      passing.headers['x-total-count'] = '10000';
      if (searchParams.get('position') === '0') first.set(value, items[0]);
      else if (items.length === 0 && first.delete(value)) passing.body = JSON.stringify([{ sslId: 1 }]);
    },
  });
  expect(result('ssl.list.order').verdict).toBe('pass');
});
