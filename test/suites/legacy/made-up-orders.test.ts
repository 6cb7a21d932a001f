/** A number that no order has is made up without a pattern: somebody may have an order of nothing but nines (contract 4.12). */
import { expect, test } from 'vitest';
import { having, runStatus } from './status-run.ts';
import { startUnlike } from './unlike.ts';

const STATUS = 'legacy.order-status';
const LONGEST = [`${STATUS}.orderNumber.maxLength.accepts`, `${STATUS}.download.orderNumber.maxLength.accepts`];

test('a server that has an order of 64 nines', async () => {
  const server = await startUnlike({ served: ['sample', 'heading'] });
  const results = await runStatus(server, { only: LONGEST });
  await server.close();
  expect(having(results, 'pass').map((told) => told.split(':')[0])).toEqual(LONGEST);
});
