/** A service that limits the requests of the status action, in whatever way the contract leaves open, fails nothing (contract 4.12, 7.2, 8). */
import { afterEach, expect, test } from 'vitest';
import type { Result } from '../../../reports/model.ts';
import type { Patience } from '../../../suites/legacy/pace.ts';
import { having, runStatus } from './status-run.ts';
import { startUnlike, type Unlike } from './unlike.ts';
import type { Limit } from './unlike-orders.ts';

const STATUS = 'legacy.order-status';
const IMPATIENT: Patience = { firstPause: 5, longestPause: 40, request: 200, all: 1_000, looks: [20, 50] };

let server: Unlike;
afterEach(() => server.close());

async function run(limit: Limit, only?: readonly string[], patience?: Patience): Promise<Result[]> {
  server = await startUnlike({ served: ['sample', 'heading'], limit });
  return runStatus(server, {
    ...(only === undefined ? {} : { only }),
    ...(patience === undefined ? {} : { patience }),
  });
}

test('requests that others have used up are waited for before the first call counts as refused', async () => {
  const limit: Limit = { requests: 1_000, windowMs: 6_000, usedUp: true, status: 422, code: -9000 };
  const results = await run(limit, [`${STATUS}.success`, `${STATUS}.download.envelope`]);
  expect(having(results, 'fail', 'broken', 'inconclusive')).toEqual([]);
});

test.each([
  ['in a code of its own', -9000, 200],
  ['in a code of its own, with 422', -9000, 422],
  ['by the code of an unknown order', -1005, 422],
])('a small limit told %s', async (_what, code, status) => {
  const results = await run({ requests: 40, windowMs: 600, status, code });
  expect(having(results, 'fail', 'broken')).toEqual([]);
  expect(results.find(({ requirement }) => requirement === `${STATUS}.success`)?.verdict).toBe('pass');
});

test.each([
  ['from the start', 0],
  ['after some calls', 20],
])(
  'a limit that never lets anything through again, %s: nothing is shown, and nothing fails',
  async (_what, requests) => {
    const limit: Limit = { requests, windowMs: 3_600_000, status: 200, code: -9000 };
    const begun = performance.now();
    const results = await run(limit, undefined, IMPATIENT);
    expect(having(results, 'fail', 'broken')).toEqual([]);
    expect(having(results, 'inconclusive').length).toBeGreaterThan(20);
    expect(performance.now() - begun).toBeLessThan(30_000);
  },
);

test.each([
  ['429', 429],
  ['422', 422],
])(
  'a limit that is exceeded on purpose, and told by %s with the record of an error, is shown',
  async (_what, status) => {
    server = await startUnlike({
      served: ['sample', 'heading'],
      limit: { requests: 40, windowMs: 3_000, status, code: -9000 },
    });
    const only = [`${STATUS}.condition.rate-limited`];
    const results = await runStatus(server, { only, legacy: { provokeRateLimit: true } });
    expect(results.map(({ verdict }) => verdict)).toEqual(['pass']);
  },
);
