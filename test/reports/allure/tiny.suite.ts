/** Not a test of its own: a tiny suite that the Allure test runs, as the thin suites of the product are run. */
import { describe, test } from 'vitest';
import { annotate, settle } from '../../../reports/allure/index.ts';
import type { Result } from '../../../reports/model.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { EXCHANGE, FAILURE, result } from '../made-up.ts';

/** An exchange that began so many milliseconds after the others. */
function at(later: number, method: string): Exchange {
  return { ...EXCHANGE, startedAt: EXCHANGE.startedAt + later, request: { ...EXCHANGE.request, method } };
}

const RESULTS: readonly Result[] = [
  result('pass'),
  result('fail', {
    sentence: 'The list refuses a `size` below 0.',
    failure: { ...FAILURE, steps: ['PUT type IDP', 'GET shows STANDARD'] },
  }),
  result('fail', {
    requirement: 'ssl.list.state',
    sentence: 'A refused update leaves everything as it was.',
    failure: {
      ...FAILURE,
      exchange: at(20, 'PUT'),
      seen: {
        before: at(10, 'GET'),
        exchange: at(30, 'GET'),
        changes: [{ at: '/email', before: 'ada@example.test', after: 'no address' }],
      },
    },
    exchanges: [at(20, 'PUT'), at(5, 'POST')],
  }),
  result('warn', { requirement: 'ssl.list.should', level: 'SHOULD', verdict: 'fail', failure: FAILURE }),
  result('observed', { operation: 'ssl.update', observations: [{ silence: 'ssl.list.size.default', value: 25 }] }),
  result('inconclusive', {
    area: 'domain',
    operation: 'domain.suspend',
    cause: 'no-fixture',
    reason: 'No domain given.',
  }),
  result('not-applicable', { area: 'person', operation: 'person.update' }),
  result('broken', { interface: 'legacy', area: 'legacy-status', operation: 'legacy.order-status' }),
  result('pass', {
    requirement: 'ssl.list.picture',
    attachments: [{ name: 'States', mediaType: 'image/svg+xml', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
  }),
];

describe.concurrent('tiny', () => {
  for (const made of RESULTS) {
    test(made.requirement, async (context) => {
      await annotate(made, {});
      settle(made, context);
    });
  }
});
