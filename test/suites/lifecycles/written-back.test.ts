/** What the very first update of an entity writes back as it was still shows afterwards (contract 4.9; claim update.readback). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'account.update.shows';

const places = [{ write: '/domains', read: '/domains' }];
const told = { base: 'default', claimed: true, answers: { 'update.readback': { 'account.update': places } } };

/** What all accounts are for at first. */
const FIRST = ['one.example', 'two.example'];

/** Accounts that keep `back` where an update names the domains that they are for at first, and what it names otherwise. */
function keeping(back: readonly string[]): Rewrite {
  const kept = new Map<string, unknown>();
  return (passing) => {
    const [path] = passing.target.split('?');
    if (path === undefined || !/\/account\/\d+$/.test(path) || passing.status >= 300) return;
    if (passing.method === 'PUT') {
      const { domains } = JSON.parse(passing.sent) as { readonly domains?: unknown };
      if (domains !== undefined) kept.set(path, JSON.stringify(domains) === JSON.stringify(FIRST) ? back : domains);
    }
    if (passing.method !== 'GET') return;
    const domains = kept.get(path) ?? FIRST;
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), domains });
  };
}

test.each([
  ['the first of two', FIRST.slice(0, 1), 'fail'],
  ['both', FIRST, 'pass'],
])('accounts that keep %s', { timeout: 60_000 }, async (_what, back, verdict) => {
  const { result } = await runAgainst(catalogue, { only: [ID], depth: 'standard', told, rewrite: keeping(back) });
  expect(result(ID).verdict, result(ID).reason).toBe(verdict);
});

test('accounts of another variant than those that have the member let go of it', { timeout: 60_000 }, async () => {
  const kept = new Map<string, unknown>();
  const rewrite: Rewrite = (passing) => {
    const [path] = passing.target.split('?');
    if (path === undefined || !/\/account\/\d+$/.test(path) || passing.status >= 300) return;
    if (passing.method === 'PUT') kept.set(path, (JSON.parse(passing.sent) as { readonly domains?: unknown }).domains);
    if (passing.method !== 'GET') return;
    const shown = JSON.parse(passing.body) as { readonly type?: unknown };
    const own = shown.type === 'PUBLIC_ACME' ? (kept.get(path) ?? FIRST) : null;
    passing.body = JSON.stringify({ ...shown, domains: kept.has(path) ? own : FIRST });
  };
  const { result } = await runAgainst(catalogue, { only: [ID], depth: 'standard', told, rewrite });
  expect(result(ID).verdict, result(ID).reason).not.toBe('fail');
});
