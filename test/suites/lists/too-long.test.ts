/** A filter is asked for no text that its own constraint forbids, whatever the list shows (contract 4.2). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { LIST } from './rewrites.ts';

test('a listed text that is longer than a filter may be is not asked for, and its parts are', async () => {
  const { result } = await runAgainst(catalogue, {
    only: ['ssl.list.filter.keeps'],
    told: {
      base: 'default',
      answers: { 'ssl.list.filter-members': { serialNumber: { pointer: '/serialNumber', match: 'exact' } } },
    },
    rewrite: (passing) => {
      if (!LIST.test(passing.target) || passing.status !== 200) return;
      const list = JSON.parse(passing.body) as { serialNumber: string }[];
      passing.body = JSON.stringify(list.map((one) => ({ ...one, serialNumber: one.serialNumber?.padEnd(129, '0') })));
    },
  });
  expect(result('ssl.list.filter.keeps').verdict).toBe('pass');
});
