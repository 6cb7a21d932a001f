/** Flags that entities of one type alone have are turned on one that must be put back, where none of its type may be used up (contract 4.9). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'account.update.shows';

type Members = Readonly<Record<string, unknown>>;

/** Accounts show a flag that only some types of them have; `sticks`: as it was first, whatever was written. */
function showing(sticks: boolean): Rewrite {
  const kept = new Map<string, boolean>();
  return (passing) => {
    const { method, target, status } = passing;
    if (!/\/account\/\d+$/.test(target) || status >= 300) return;
    const sent = method === 'PUT' ? (JSON.parse(passing.sent) as Members)['autoApprove'] : undefined;
    if (typeof sent === 'boolean' && !sticks) kept.set(target, sent);
    if (method !== 'GET') return;
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as Members), autoApprove: kept.get(target) ?? true });
  };
}

test.each([
  ['are kept', false, 'pass'],
  ['are lost', true, 'fail'],
] as const)('flags that %s', { timeout: 60_000 }, async (_, sticks, verdict) => {
  const lines = ['name', 'type', 'autoApprove'].map((name) => ({ write: `/${name}`, read: `/${name}` }));
  const answers = { 'update.readback': { 'account.update': lines } };
  const outcome = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    speaks: { base: 'default', answers },
    told: { base: 'default', claimed: true, answers },
    rewrite: showing(sticks),
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Readonly<Record<string, readonly { readonly allow: string }[]>>;
      const account = (fixtures['account'] ?? []).filter(({ allow }) => allow !== 'destroy');
      return { ...profile, fixtures: { ...fixtures, account } };
    },
  });
  expect(outcome.result(ID).verdict).toBe(verdict);
  expect(outcome.restoreFailures).toEqual([]);
});
