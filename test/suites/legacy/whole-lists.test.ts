/** Lists of all domains of an order tell which method is whose, also to who reads them from behind (contract 4.13). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { wholesOf } from '../../../suites/legacy/dcv/lists.ts';
import type { OrderSubject } from '../../../suites/legacy/dcv/order-subject.ts';

const operation = (await loadContract({ validate: false })).operation('legacy.dcv-update');
const methods = { email: 'E', http: 'H', https: 'S', cname: 'C' };

function orderOf(about: { domains: readonly string[]; methods: object; accepted: readonly string[] }): OrderSubject {
  const { domains, methods, accepted } = about;
  const names = { methods, emails: 'newDCVEmailAddresses' };
  const order = { order: { number: '1' }, address: () => 'a@example.test' };
  return { ...order, domains, names, current: 'H', known: { accepted }, operation } as unknown as OrderSubject;
}

test('no list is longer than its parameter may be', () => {
  const methods = { email: 'E-MAIL', http: 'HTTP-TOKEN', https: 'HTTPS-TOKEN', cname: 'DNS-CNAME' };
  const accepted = ['cname', 'https'];
  const few = orderOf({ domains: ['a.test', 'b.test', 'c.test'], methods, accepted });
  const words = wholesOf(few).map((list) => list.map(([, method]) => methods[method]).join(' '));
  expect(words).toEqual(['DNS-CNAME DNS-CNAME HTTPS-TOKEN']);
  const long = ['a', 'b', 'c'].map((letter) => `${letter.repeat(60)}.${letter.repeat(60)}.test`);
  expect(wholesOf(orderOf({ domains: long, methods, accepted }))).toEqual([]);
});

test.each([
  [3, ['http', 'cname']],
  [4, ['http', 'cname']],
  [5, ['http', 'cname']],
  [3, ['http', 'https', 'cname']],
])('%i domains with %j', (count, accepted) => {
  const domains = Array.from({ length: count }, (_, at) => `d${at}.example.test`);
  const [first = [], second = []] = wholesOf(orderOf({ domains, methods, accepted })).map((list) =>
    list.map(([, method]) => method),
  );
  expect([first.length, second.length]).toEqual([count, count]);
  for (const list of [first, second]) expect(list.toReversed()).not.toEqual(list);
  for (const [at, method] of first.entries()) expect(second[at]).not.toBe(method);
});
