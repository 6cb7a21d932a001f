/** Where nobody shows what tells the variants of a body apart, the owner's example is what can be sent (contract 2.1, 4.9). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const WANTED = ['success.status', 'success.no-body', 'credential.missing', 'body.required.refuses'];

test('variants of which nothing is known are asked by the example', async () => {
  const { results } = await runAgainst(catalogue, {
    only: WANTED.map((name) => `account.update.${name}`),
    told: 'none',
    profile: (profile) => ({
      ...profile,
      examples: { 'account.update': { body: { type: 'SSL_WEB_FORM', name: 'An account' } } },
    }),
    rewrite: (passing) => {
      const isAccount = /\/account\/\d+$/.test(passing.target) && passing.method === 'PUT';
      if (isAccount && passing.status === 400 && passing.sent.includes('"An account"')) passing.status = 204;
    },
  });
  expect(results.map(({ verdict }) => verdict)).toEqual(results.map(() => 'pass'));
});

test('where there is no example either, what is refused is a guess', async () => {
  const { results } = await runAgainst(catalogue, {
    only: ['account.update.success.status'],
    told: { base: 'none', claimed: true },
    rewrite: (passing) => {
      if (/\/account\/\d+$/.test(passing.target) && passing.method === 'PUT') passing.status = 400;
    },
  });
  expect(results.map(({ verdict }) => verdict)).toEqual(['inconclusive']);
});
