/** Answers at open points that the profile claims are judged by: what is claimed of a refusal must be what is seen. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const claiming = (answers: object): object => ({ base: 'default', answers });

/** Answers each request that is refused with `from` by another status. */
function instead(path: RegExp, from: number, status: number): Rewrite {
  return (passing) => {
    if (path.test(passing.target) && passing.status === from) passing.status = status;
  };
}

test.each([
  ['delete', 410, 410, 'pass', 'pass'],
  ['delete', 410, 404, 'pass', 'fail'],
  ['delete', 410, 200, 'pass', 'fail'],
  ['delete', 410, 500, 'fail', 'fail'],
  ['delete', undefined, 410, 'pass', 'observed'],
  ['delete', undefined, 200, 'pass', 'observed'],
  ['update', undefined, 410, 'pass', 'observed'],
  ['update', 410, 410, 'pass', 'pass'],
  ['update', 410, 418, 'pass', 'fail'],
  ['update', undefined, 200, 'warn', 'observed'],
])(
  '%s of an absent notification, claimed %s and answered with %i: %s by the contract, %s by the dialect',
  async (name, claimed, status, byContract, byDialect) => {
    const absent = `notification.${name}.absent`;
    const told = claiming(claimed === undefined ? {} : { 'notification.absent': claimed });
    const rewrite = instead(/^\/api\/notification\//, 404, status);
    const { result } = await runAgainst(catalogue, {
      told,
      rewrite,
      only: [`${absent}.no-server-error`, `${absent}.status`],
    });
    const [sound, named] = [result(`${absent}.no-server-error`), result(`${absent}.status`)];
    expect([sound.source, verdictOf(sound)]).toEqual(['contract', byContract]);
    expect([named.source, verdictOf(named)]).toEqual(['dialect', byDialect]);
  },
);

test.each([
  [451, 451, 'pass'],
  [451, 401, 'fail'],
  [undefined, 401, 'pass'],
])('for want of the role, claimed %s and answered with %i: %s', async (claimed, status, verdict) => {
  const id = 'domain.activate.role';
  const told = claiming(claimed === undefined ? {} : { 'refusal.role': claimed });
  const rewrite = instead(/\/activate$/, 400, status);
  const outcome = await runAgainst(catalogue, { told, rewrite, only: [id] });
  expect(verdictOf(outcome.result(id))).toBe(verdict);
});

test.each([
  ['refused', false, 'pass'],
  ['refused', true, 'fail'],
  [undefined, true, 'observed'],
])('suspending a second time, claimed %s, and without effect %s: %s', async (claimed, inert, verdict) => {
  const id = 'domain.suspend.same-state';
  const answers = claimed === undefined ? {} : { 'domain.same-state': claimed };
  const switches = inert ? ([['domain.suspend', 'not-applied']] as const) : [];
  const told = { base: 'alternate', answers };
  const outcome = await runAgainst(catalogue, { speaks: 'alternate', told, switches, only: [id] });
  expect(verdictOf(outcome.result(id))).toBe(verdict);
});

test.each([
  ['person.read', /^\/api\/person\//, 'warn'],
  // What a query asks for, and what another kind of certificate has, is no member without a value.
  ['client.read', /^\/api\/smime\//, 'observed'],
  ['client.update', /^\/api\/smime\//, 'observed'],
])('members without a value, claimed to be null and left out by %s: %s', async (operation, path, verdict) => {
  const id = `${operation}.declared.no-value`;
  const rewrite: Rewrite = (passing) => {
    if (!path.test(passing.target) || passing.status !== 200) return;
    const members = Object.entries(JSON.parse(passing.body) as object);
    passing.body = JSON.stringify(Object.fromEntries(members.filter(([, value]) => value !== null).slice(0, -1)));
  };
  const outcome = await runAgainst(catalogue, { speaks: 'alternate', rewrite, only: [id] });
  expect(verdictOf(outcome.result(id))).toBe(verdict);
});

test.each([
  // A server may say of an id that there cannot be what it says of one that is absent.
  [{}, 'observed'],
  [{ 'request.path-id.refusal': 404 }, 'observed'],
  [{ 'request.path-id.refusal': 400 }, 'fail'],
])('endpoint 0 answered with 404, where ids begin with one and %j is claimed: %s', async (claimed, verdict) => {
  const id = 'account.read.declared.id-minimum';
  const told = claiming({ 'endpoint.id.minimum': 'one', ...claimed });
  const rewrite = instead(/^\/api\/endpoint\/v1\/0(\/|$)/, 400, 404);
  const outcome = await runAgainst(catalogue, { told, rewrite, only: [id] });
  expect(verdictOf(outcome.result(id))).toBe(verdict);
});

test.each([
  // 4.1 excepts notifications from what is said of all: they answer no 404.
  ['notification.delete.declared.path-id', 'observed'],
  ['notification.delete.path.notificationId.type.refuses', 'pass'],
  ['person.delete.declared.path-id', 'warn'],
])('ids that are none answered with 400, where 404 is claimed of all: %s is %s', async (id, verdict) => {
  const told = claiming({ 'request.path-id.refusal': 404 });
  const outcome = await runAgainst(catalogue, { told, only: [id] });
  expect(verdictOf(outcome.result(id))).toBe(verdict);
});

test('endpoint 0 answered with 400, where some operation is said to have no minimum, which may be another one', async () => {
  const id = 'account.read.declared.id-minimum';
  const told = claiming({ 'endpoint.id.minimum': 'none' });
  const outcome = await runAgainst(catalogue, { told, only: [id] });
  expect(verdictOf(outcome.result(id))).toBe('observed');
});

test.each<[string, string, string, (sent: string) => boolean]>([
  ['absent', 'taken', 'pass', () => false],
  ['absent', 'refused for one member', 'warn', (sent) => sent.includes('"phone":null')],
  ['refused', 'refused', 'pass', (sent) => sent.includes(':null')],
  ['refused', 'taken for one member', 'fail', (sent) => sent.includes(':null') && !sent.includes('"phone":null')],
])('null for a member that need not be there, claimed %s and %s: %s', async (claimed, _, verdict, refuses) => {
  const id = 'person.update.declared.null-members';
  const rewrite: Rewrite = (passing) => {
    if (passing.method === 'PUT' && refuses(passing.sent)) passing.status = 400;
  };
  const told = { ...claiming({ 'request.null-members': claimed }), claimed: true };
  const outcome = await runAgainst(catalogue, { told, rewrite, only: [id], depth: 'standard' });
  expect(verdictOf(outcome.result(id))).toBe(verdict);
});

test.each([
  ['is kept as a text', (_now: string, sent: unknown) => String(sent), 'warn'],
  [
    'leaves what is there, which is such a text',
    (now: string, sent: unknown) => (sent === null ? now : String(sent)),
    'pass',
  ],
])('null that is claimed to be absent and %s', async (_what, kept, verdict) => {
  const id = 'person.update.declared.null-members';
  const phones = new Map<string, string>();
  const rewrite: Rewrite = (passing) => {
    const { method, target, status } = passing;
    if (status >= 300 || !/\/person\/v2\/\d+$/.test(target)) return;
    const now = phones.get(target) ?? 'null';
    if (method === 'PUT') {
      const { phone } = JSON.parse(passing.sent) as { readonly phone?: unknown };
      if (phone !== undefined) phones.set(target, kept(now, phone));
    }
    if (method === 'GET') passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), phone: now });
  };
  const told = { ...claiming({ 'request.null-members': 'absent' }), claimed: true };
  const outcome = await runAgainst(catalogue, { told, rewrite, only: [id], depth: 'standard' });
  expect(verdictOf(outcome.result(id))).toBe(verdict);
});

test.each([
  [true, false, 'observed'],
  [true, true, 'pass'],
  [false, false, 'pass'],
  [false, true, 'warn'],
])('further members, claimed %s and shown %s: %s', async (claimed, shown, verdict) => {
  const id = 'person.read.declared.extra-members';
  const rewrite: Rewrite = (passing) => {
    if (passing.method !== 'GET' || passing.status !== 200 || !passing.target.startsWith('/api/person/')) return;
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), ...(shown ? { further: 1 } : {}) });
  };
  const told = { base: 'default', claimed: true, answers: { 'response.extra-members': claimed } };
  const outcome = await runAgainst(catalogue, { told, rewrite, only: [id] });
  expect(verdictOf(outcome.result(id))).toBe(verdict);
});
