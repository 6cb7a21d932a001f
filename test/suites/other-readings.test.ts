/** Open points read the other way, one or two at a time, where that once passed for a fault: none of them is a failure. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../reports/outcome.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runAgainst, type Setup } from './against.ts';
import type { Rewrite } from './proxy.ts';

const NULLS_LEFT_OUT = { base: 'alternate', claimed: true, answers: { 'response.null-members': 'omitted' } };

/** A server that has no configuration where it had none at first, as it knows no member that was sent by its name. */
function withoutCreated(): Rewrite {
  const none = new Set<string>();
  return (passing) => {
    if (passing.method !== 'GET' || !/\/endpoint\/v1\/\d+\/config$/.test(passing.target)) return;
    if (passing.body === '{}') none.add(passing.target);
    if (none.has(passing.target)) Object.assign(passing, { status: 404, body: '{"code":-1,"description":"None."}' });
  };
}

test.each<[string, string, Setup, string]>([
  [
    'the method in use, which nothing shows, is refused as such',
    'legacy.dcv-update.code.already-validated',
    { speaks: 'alternate', otherwise: ['legacy.dcv.same-method'] },
    'pass',
  ],
  [
    'a parameter of another level, of the very form that the contract shows',
    'validation.revalidate.pairs.accepts',
    { otherwise: ['validation.level-only-parameters'], seed: 11 },
    'observed',
  ],
  [
    'a password that is too long, of a login that does not exist, which is told first',
    'legacy.order-status.credentials.too-long',
    { otherwise: ['legacy.precedence'] },
    'pass',
  ],
  [
    'an absent mark certificate that shows none of its members, and another one',
    'mark.read.absent.body',
    {
      speaks: NULLS_LEFT_OUT,
      told: NULLS_LEFT_OUT,
      otherwise: ['mark.absent.members', 'error.not-found.further-members'],
    },
    'observed',
  ],
  [
    'a configuration of guessed content that is answered with success and not kept',
    'endpoint.config.update.creates',
    { told: 'none', rewrite: withoutCreated() },
    'observed',
  ],
])('%s', { timeout: 60_000 }, async (_, id, setup, verdict) => {
  const outcome = await runAgainst(catalogue, { ...setup, only: [id] });
  expect(verdictOf(outcome.result(id)), outcome.result(id).reason).toBe(verdict);
});
