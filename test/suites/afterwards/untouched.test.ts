/** A fixture to which nothing was written is looked at once more at its end: another entity's change may have come to it. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Passing } from '../proxy.ts';

const ORGANIZATION = /^\/api\/organization\/v1\/(\d+)$/;
const PROMISE = 'organization.read.stays';

/** The first organization of the profile, which nobody may change. */
const FIRST = '/api/organization/v1/201';

type Body = Readonly<Record<string, unknown>>;

/** The verdict where the first organization, once it was shown, is spoiled by the next update of another one. */
async function verdictWhere(spoil: (passing: Passing, sent: Body) => void) {
  let isShown = false;
  let sent: Body | undefined;
  const outcome = await runAgainst(catalogue, {
    only: ['organization.update.nothing-else', PROMISE],
    depth: 'standard',
    rewrite: (passing) => {
      const { method, target, status } = passing;
      if (status !== 200 || !ORGANIZATION.test(target)) return;
      if (method === 'PUT' && isShown && passing.sent.startsWith('{')) sent = JSON.parse(passing.sent) as Body;
      if (method !== 'GET' || target !== FIRST) return;
      isShown = true;
      if (sent !== undefined) spoil(passing, sent);
    },
  });
  return outcome.result(PROMISE).verdict;
}

const showing = (change: (sent: Body) => object) =>
  verdictWhere((passing, sent) => {
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), ...change(sent) });
  });

test.each([
  ['what was written to another one', ({ name }: Body) => ({ name: name ?? 'An update' }), 'fail'],
  ['what nobody has written', () => ({ city: 'Elsewhere' }), 'warn'],
  ['a counter', () => ({ certificates: 17 }), 'pass'],
])('an organization that comes to show %s', async (_, change, verdict) => {
  expect(await showing(change)).toBe(verdict);
});

test('an organization that is gone', async () => {
  const gone = verdictWhere((passing) => {
    passing.status = 404;
  });
  expect(await gone).toBe('warn');
});

test.each([
  ['that nobody shows to be within another one', true, 'pass'],
  ['that is known to be within another one than was deleted', false, 'warn'],
])('a department %s is gone after an organization was deleted', { timeout: 60_000 }, async (_, isHidden, verdict) => {
  const DEPARTMENT = '/api/organization/v1/221';
  // Who deletes looks as well, and sees it stand yet.
  let looks = -1;
  const outcome = await runAgainst(catalogue, {
    only: ['lifecycle.organization.absent', PROMISE],
    ...(isHidden ? {} : { surveyed: true }),
    depth: 'standard',
    rewrite: (passing) => {
      const { method, target, status } = passing;
      if (!ORGANIZATION.test(target)) return;
      if (method === 'DELETE' && status < 300) looks = 0;
      if (method !== 'GET' || status !== 200) return;
      if (isHidden) {
        const { departments: _all, ...shown } = JSON.parse(passing.body) as Body;
        passing.body = JSON.stringify(shown);
      }
      if (looks < 0 || target !== DEPARTMENT) return;
      looks += 1;
      if (looks > 1) passing.status = 404;
    },
  });
  expect(verdictOf(outcome.result(PROMISE))).toBe(verdict);
});
