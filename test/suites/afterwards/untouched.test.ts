/** A fixture to which nothing was written is looked at once more at its end: another entity's change may have come to it. */
import { expect, test } from 'vitest';
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
