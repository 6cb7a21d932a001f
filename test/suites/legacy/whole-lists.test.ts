/** Lists of all domains of an order tell which method is whose, also to who reads them from behind (contract 4.13). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { wholesOf } from '../../../suites/legacy/dcv/lists.ts';
import type { OrderSubject } from '../../../suites/legacy/dcv/order-subject.ts';

const operation = (await loadContract({ validate: false })).operation('legacy.dcv-update');
const methods = { email: 'E', http: 'H', https: 'S', cname: 'C' };

test.each([
  [3, ['http', 'cname']],
  [4, ['http', 'cname']],
  [5, ['http', 'cname']],
  [3, ['http', 'https', 'cname']],
])('%i domains with %j', (count, accepted) => {
  const domains = Array.from({ length: count }, (_, at) => `d${at}.example.test`);
  const order = { domains, names: { methods }, current: 'H', known: { accepted }, operation };
  const [first = [], second = []] = wholesOf(order as unknown as OrderSubject).map((list) =>
    list.map(([, method]) => method),
  );
  expect([first.length, second.length]).toEqual([count, count]);
  for (const list of [first, second]) expect(list.toReversed()).not.toEqual(list);
  for (const [at, method] of first.entries()) expect(second[at]).not.toBe(method);
});
