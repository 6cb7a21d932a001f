/** Which ways of logging in fit which type of endpoint is not shown: a refusal of one is borne (4.9). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const PROMISE = 'endpoint.config.update.body.webFormAuthTypes.items.enum';

const refusing =
  (word: string, status: number): Rewrite =>
  (passing) => {
    const isConfig = passing.method === 'PUT' && /\/config$/.test(passing.target);
    if (isConfig && passing.sent.includes(word)) Object.assign(passing, { status, headers: {}, body: '' });
  };

test.each([
  ['IDP', 400, 'observed'],
  ['IDP', 500, 'fail'],
])('%s refused with %i', async (word, status, verdict) => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['endpoint.config.update.body-schema'],
    rewrite: refusing(word, status),
  });
  expect(outcome.result(`${PROMISE}.${word}.accepts`).verdict).toBe(verdict);
});
