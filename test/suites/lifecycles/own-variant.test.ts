/** What is written to an account is of the variant that it is (contract 4.9), also where nobody says how the variant shows. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';
import type { Passing } from '../proxy.ts';

const REQUIREMENTS = ['account.update.success.status', 'account.update.shows', 'account.update.refused-unchanged'];

/** Names the variant neither as written nor as shown. */
const told = {
  base: 'default',
  claimed: true,
  answers: { 'update.readback': { 'account.update': [{ write: '/name', read: '/name' }] } },
};

/** Accounts of the sixth variant only; `allow` is what the run may do to them. */
function stating(allow: string, trait: (variant: unknown, type: unknown) => object): NonNullable<Setup['profile']> {
  return (profile) => {
    const fixtures = profile['fixtures'] as Record<string, { allow: string; traits: Record<string, unknown> }[]>;
    const account = (fixtures['account'] ?? [])
      .filter((one) => one.traits['type'] === 'SSL_WEB_FORM' && one.allow === allow)
      .map((one) => ({ ...one, traits: trait(one.traits['variant'], one.traits['type']) }));
    return { ...profile, fixtures: { ...fixtures, account } };
  };
}

/** Refuses bodies of another variant than the account's. */
function keepsVariant(passing: Passing): void {
  if (passing.method !== 'PUT' || passing.status !== 204 || !passing.target.includes('/account/')) return;
  const { type } = JSON.parse(passing.sent) as { type?: string };
  if (type !== 'SSL_WEB_FORM') passing.status = 409;
}

function hidesVariant(passing: Passing): void {
  keepsVariant(passing);
  if (passing.method !== 'GET' || passing.status !== 200 || !passing.target.includes('/account/')) return;
  const { type: _hidden, ...shown } = JSON.parse(passing.body) as Record<string, unknown>;
  passing.body = JSON.stringify(shown);
}

test.each([
  ['shows under the same name', keepsVariant, () => ({})],
  ['is named by a trait', hidesVariant, (variant: unknown) => ({ variant })],
  ['is named by the value that is written', hidesVariant, (_: unknown, type: unknown) => ({ type })],
])('updates are of the variant that %s', async (_, rewrite, trait) => {
  for (const allow of ['modify', 'destroy']) {
    const outcome = await runAgainst(catalogue, { told, rewrite, profile: stating(allow, trait), only: REQUIREMENTS });
    for (const id of REQUIREMENTS)
      expect(verdictOf(outcome.result(id)), `${allow} ${id}: ${outcome.result(id).reason}`).toBe('pass');
  }
});
