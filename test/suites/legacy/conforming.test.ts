/** A conforming server fails nothing, however it answers what the contract leaves open, and is left as it was. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { legacyGroups } from '../../../suites/legacy/index.ts';
import { runLegacy } from './harness.ts';

test('every legacy requirement is declared by a check, and every check has its own id', async () => {
  for (const base of ['default', 'alternate'] as const) {
    const contract = await loadContract({ validate: false, dialect: { base, claimed: true } });
    const checks = legacyGroups(contract).flatMap((group) => group.checks);
    const declared = new Set(checks.flatMap(({ requirements }) => requirements));
    const legacy = contract.requirements
      .filter((requirement) => requirement.interface === 'legacy')
      .map(({ id }) => id);
    expect(legacy.filter((id) => !declared.has(id))).toEqual([]);
    expect([...declared].filter((id) => !legacy.includes(id))).toEqual([]);
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  }
});

test('each row of 7.2 has a requirement for each of its actions', async () => {
  const contract = await loadContract({ validate: false });
  const actions = { getPostPaymentStatus: 'legacy.order-status', AutoUpdateDCV: 'legacy.dcv-update' };
  const wanted = contract.legacyConditions.flatMap(({ id, actions: of }) =>
    of.map((action) => `${actions[action]}.condition.${id}`),
  );
  expect(wanted.length).toBe(21);
  expect(wanted.filter((id) => !contract.requirements.some((requirement) => requirement.id === id))).toEqual([]);
});

const CLAIMED = { legacy: { wrongLoginLimit: 12, provokeRateLimit: true }, rateLimit: { requests: 600, seconds: 3 } };

test.each([
  ['the default dialect, declared', CLAIMED],
  [
    'the alternate dialect, declared',
    { ...CLAIMED, speaks: 'alternate' as const, rateLimit: { requests: 60, seconds: 3 } },
  ],
  ['the default dialect, only assumed', { told: 'default' }],
  ['the alternate dialect, taken for the default one', { speaks: 'alternate' as const, told: 'default' }],
  ['the default dialect, taken for the alternate one', { told: 'alternate' }],
])('%s: nothing fails and nothing stays changed', async (_what, setup) => {
  const outcome = await runLegacy(setup);
  expect(outcome.having('fail', 'broken', 'warn')).toEqual([]);
  if (!('told' in setup)) expect(outcome.having('inconclusive', 'not-applicable')).toEqual([]);
  expect(outcome.having('pass').length).toBeGreaterThan(60);
  // The alternate dialect shows no methods: what cannot be seen cannot be put back, and is journalled.
  if (!('speaks' in setup)) expect([outcome.restored, outcome.pending]).toEqual([true, 0]);
});

test('a narrow rate limit delays the run and fails nothing', async () => {
  for (const told of [{ base: 'default', claimed: true }, 'default']) {
    const outcome = await runLegacy({ told, rateLimit: { requests: 60, seconds: 3 } });
    expect(outcome.having('fail', 'broken', 'warn', 'inconclusive')).toEqual([]);
    // Throttled answers that were met by accident are evidence for the condition.
    expect(outcome.result('legacy.order-status.condition.rate-limited').verdict).toBe('pass');
  }
});

test.each([
  [60, 3],
  [400, 10],
])(
  'a declared limit of %i requests in %i s is kept: nothing is refused for it but what means to be',
  async (requests, seconds) => {
    const rateLimit = { requests, seconds };
    const told = { base: 'default', claimed: true, answers: { 'legacy.rate-limit': rateLimit } };
    const begun = performance.now();
    const outcome = await runLegacy({ told, rateLimit, legacy: { provokeRateLimit: true } });
    const tookMs = performance.now() - begun;
    expect(outcome.having('fail', 'broken', 'warn', 'inconclusive')).toEqual([]);
    const statuses = outcome.log.map(({ url }, i) => ({ url, i })).filter(({ url }) => url.includes('PaymentStatus'));
    // What goes beyond the limit comes after everything else.
    const lastChange = outcome.log.findLastIndex(({ url }) => url.endsWith('!AutoUpdateDCV'));
    expect(statuses.filter(({ i }) => i > lastChange).length).toBeGreaterThan(16);
    expect(outcome.result('legacy.order-status.condition.rate-limited').verdict).toBe('pass');
    expect(tookMs).toBeLessThan((statuses.length / requests + 2) * seconds * 1000 + 5_000);
    expect([outcome.restored, outcome.pending]).toEqual([true, 0]);
  },
  90_000,
);

test.each([0, 1, 3, 12])('at most %i wrong logins reach the real account', async (wrongLoginLimit) => {
  const outcome = await runLegacy({ legacy: { wrongLoginLimit } });
  expect(outcome.wrongPasswords).toBeLessThanOrEqual(wrongLoginLimit);
  expect(outcome.having('fail', 'broken')).toEqual([]);
  const sensitive = outcome.result('legacy.order-status.credentials.case').verdict;
  expect(sensitive).toBe(wrongLoginLimit === 0 ? 'inconclusive' : 'pass');
});

test('a login without letters has no other letter case to try', async () => {
  const outcome = await runLegacy({
    groups: ['legacy.order-status'],
    legacy: { loginName: '12345', loginPassword: '67890' },
  });
  expect(outcome.having('broken')).toEqual([]);
  // Nothing else has shown that the order is there.
  expect(outcome.result('legacy.order-status.success').verdict).toBe('inconclusive');
});

test('a run that may only observe changes no order', async () => {
  const outcome = await runLegacy({ effects: 'observe' });
  expect(outcome.having('fail', 'broken')).toEqual([]);
  expect(outcome.result('legacy.dcv-update.success').verdict).toBe('not-applicable');
  const changes = outcome.log.filter(
    ({ url, body }) => url.endsWith('!AutoUpdateDCV') && body?.includes('loginName=sample-partner'),
  );
  expect(changes).toEqual([]);
});

test('the login stands in no URL but that of the GET whose method is the only fault', async () => {
  const { log, results } = await runLegacy({ legacy: { wrongLoginLimit: 20 } });
  const named = log.filter(({ url }) => /sample-partner|Sample-Pass/i.test(decodeURIComponent(url)));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(JSON.stringify(results)).not.toMatch(/Sample-Pass/i);
});

test('orders of which the profile says nothing are no ground for a failure', async () => {
  const outcome = await runLegacy({ orders: (orders) => orders.map((order) => ({ ...order, traits: {} })).reverse() });
  expect(outcome.having('fail', 'broken')).toEqual([]);
});
