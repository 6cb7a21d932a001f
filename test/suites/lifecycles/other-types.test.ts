/** What a server keeps of entities of one type it must keep of those of another (contract 4.9: seven account variants). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';
import { type Passing, rewriteJson } from '../proxy.ts';

const run = (only: string, setup: Setup = {}) => runAgainst(catalogue, { only: [only], ...setup });

const LOST = 'last-type-not-applied';

test.each(['account.update', 'organization.update', 'endpoint.config.update'])(
  '%s that keeps nothing of one type is found out, and all is put back',
  async (operation) => {
    const id = `${operation}.shows`;
    const good = await run(id);
    expect(verdictOf(good.result(id)), good.result(id).reason).toBe('pass');
    expect(good.restoreFailures).toEqual([]);
    const faulty = await run(id, { switches: [[operation, LOST]] });
    expect(verdictOf(faulty.result(id))).toBe('fail');
  },
);

test('where nobody vouches for the places, a type that keeps nothing is no failure', async () => {
  const id = 'account.update.shows';
  const outcome = await run(id, { told: { base: 'default' }, switches: [['account.update', LOST]] });
  expect(verdictOf(outcome.result(id))).not.toBe('fail');
});

test.each(['allowEmptyPin', 'autoApprove', 'allowAutoRenew'])(
  'a server that never keeps %s, which accounts of some variants only have, is found out',
  async (member) => {
    const id = 'account.update.shows';
    const places = ['/name', '/type', `/${member}`].map((place) => ({ write: place, read: place }));
    const told = { base: 'default', claimed: true, answers: { 'update.readback': { 'account.update': places } } };
    const good = await run(id, { told });
    expect(verdictOf(good.result(id)), good.result(id).reason).toBe('pass');
    expect(good.restoreFailures).toEqual([]);
    const shown = new Map<string, unknown>();
    const rewrite = rewriteJson(/\/account\/\d+$/, (value: Record<string, unknown>, { target }) => {
      if (!shown.has(target)) shown.set(target, value[member]);
      return { ...value, [member]: shown.get(target) };
    });
    expect(verdictOf((await run(id, { told, rewrite })).result(id))).toBe('fail');
  },
);

/** Shows an access code on all accounts, also on those whose variant has none and ignores it. */
function showsEverywhere(passing: Passing): void {
  if (passing.method !== 'GET' || passing.status !== 200 || !passing.target.includes('/account/')) return;
  passing.body = JSON.stringify({ accessCode: 'initial code', ...(JSON.parse(passing.body) as object) });
}

test('a member that shows but is no part of the variant is left alone', async () => {
  const id = 'account.update.shows';
  const answers = {
    'update.readback': {
      'account.update': [
        { write: '/name', read: '/name' },
        { write: '/type', read: '/type' },
        { write: '/accessCode', read: '/accessCode' },
      ],
    },
  };
  const outcome = await run(id, {
    told: { base: 'default', claimed: true, answers },
    rewrite: ignoring(showsEverywhere),
  });
  expect(verdictOf(outcome.result(id)), outcome.result(id).reason).toBe('pass');
});

/** With the access codes of variants that have none kept out of what shows. */
function ignoring(rewrite: (passing: Passing) => void): NonNullable<Setup['rewrite']> {
  return (passing) => {
    const withCode = /\/99[567]\/account\//.test(passing.target);
    if (!withCode && passing.method === 'GET' && passing.status === 200 && passing.target.includes('/account/')) {
      const { accessCode: _ignored, ...shown } = JSON.parse(passing.body) as Record<string, unknown>;
      passing.body = JSON.stringify(shown);
    }
    rewrite(passing);
  };
}
