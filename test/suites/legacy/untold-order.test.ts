/** An order whose state nobody tells may refuse a change for it, but not one of domains whose changes it has accepted (contract 4.13). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { OrderSubject } from '../../../suites/legacy/dcv/order-subject.ts';

const contract = await loadContract({ validate: false });

function orderOf(traits: object, changed: readonly string[]): OrderSubject {
  const domains = ['A.test', 'b.test'];
  const names = { methodsDeclared: true, parametersDeclared: true };
  const order = { number: '1', fixture: { traits }, addressOf: () => 'a@a.test' };
  return new OrderSubject({ contract } as never, { order, names, changed: new Set(changed) } as never, domains);
}

test.each([
  ['a state that is told', { order: 'multi', state: 'pending' }, [], undefined],
  ['no state', { order: 'multi' }, [], 'order-untold'],
  ['no state, and changes of one domain', { order: 'multi' }, ['a.test'], 'order-untold'],
  ['no state, and changes of all of them', { order: 'multi' }, ['a.test', 'b.test'], undefined],
])('a refusal by an order with %s', (_, traits, changed, excuse) => {
  const order = orderOf(traits, changed);
  expect(order.excuse('parameters', order.domains, order.domains)).toBe(excuse);
});

test('where a call names no domain, nothing is known of the order', () => {
  expect(orderOf({ order: 'multi' }, ['a.test', 'b.test']).excuse('methods')).toBe('order-untold');
});
