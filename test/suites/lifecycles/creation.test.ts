/** What an update creates shows all of what was sent, as what it updates does (contract 4.9; claim update.readback). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'endpoint.config.update.creates';

test.each([
  [[], 'pass'],
  [['contactName'], 'fail'],
])('a configuration that is created without %j', { timeout: 60_000 }, async (lost, verdict) => {
  const created = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    rewrite: (passing) => {
      const { method, target, status } = passing;
      if (!/\/endpoint\/v1\/\d+\/config$/.test(target) || method !== 'GET') return;
      if (status === 200 && passing.body === '{}') created.add(target);
      else if (status === 200 && created.has(target))
        passing.body = JSON.stringify({
          ...(JSON.parse(passing.body) as object),
          ...Object.fromEntries(lost.map((name) => [name, null])),
        });
    },
  });
  expect(result(ID).verdict, result(ID).reason).toBe(verdict);
});
