/** A deletion of what nothing reads (contract 4.8): the notifications on either side of it still take updates. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { allotmentOf } from '../../../suites/engine/allotment.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import type { Fixture } from '../../../target/types.ts';
import { type Outcome, runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'lifecycle.notification.nothing-else';
const PATH = /^\/api\/notification\/v1\/(\d+)$/;

const run = (setup: Setup): Promise<Outcome> =>
  runAgainst(lifecycleGroups, { ...setup, checks: ['lifecycle.notification'] });

/** What has the number of a deleted notification and so many more is gone, too. */
function taking(more: number): Rewrite {
  const gone = new Set<number>();
  return (passing) => {
    const number = Number(PATH.exec(passing.target)?.[1]);
    if (gone.has(number)) Object.assign(passing, { status: 404, body: '{"code":-1,"description":"Not found."}' });
    else if (passing.method === 'DELETE' && passing.status === 200) gone.add(number + more);
  };
}

/** A profile with these notifications only. */
function stating(...numbers: readonly number[]): NonNullable<Setup['profile']> {
  return (profile) => {
    const notification = numbers.map((notificationId) => ({ ids: { notificationId }, allow: 'destroy' }));
    return { ...profile, fixtures: { ...(profile['fixtures'] as object), notification } };
  };
}

test.each([1, -1])('a server that deletes the neighbour as well is found (%s)', async (more) => {
  const outcome = await run({ rewrite: taking(more) });
  expect(verdictOf(outcome.result(ID))).toBe('fail');
  expect(outcome.result(ID).failure?.expected).toContain('still stands');
});

test.each([1, -1])('also where only three are fixtures, in any order (%s)', async (more) => {
  const outcome = await run({ rewrite: taking(more), profile: stating(704, 702, 703) });
  expect(verdictOf(outcome.result(ID))).toBe('fail');
});

test.each([[[702, 703]], [[702]]])(
  'one that deletes nothing else is not told so where %s are fixtures',
  async (numbers) => {
    const outcome = await run({ profile: stating(...numbers) });
    expect(outcome.failures()).toEqual([]);
    expect(verdictOf(outcome.result(ID))).toBe(numbers.length > 1 ? 'pass' : 'inconclusive');
  },
);

test('one that refuses an update which would change nothing is not told so', async () => {
  const sent = new Map<string, string>();
  const outcome = await run({
    rewrite: (passing) => {
      if (passing.method !== 'PUT' || passing.status !== 200 || !PATH.test(passing.target)) return;
      if (sent.get(passing.target) === passing.sent) Object.assign(passing, { status: 400, body: '{}' });
      sent.set(passing.target, passing.sent);
    },
  });
  expect(outcome.failures()).toEqual([]);
});

test('whoever deletes one has the very next ones to itself, whatever the others are dealt', async () => {
  const contract = await loadContract();
  const all = catalogue(contract);
  const numbers = Array.from({ length: 14 }, (_, at) => 721 + ((at * 5) % 14));
  const fixtures = numbers.map(
    (notificationId): Fixture => ({ kind: 'notification', ids: { notificationId }, traits: {}, allow: 'destroy' }),
  );
  const of = (id: string): number[] => {
    const group = all.find((one) => one.id === id);
    const own = group && allotmentOf(contract, all, group)({ kind: 'notification', effect: 'destroy' }, fixtures);
    return [...(own ?? [])].map(({ ids }) => Number(ids['notificationId']));
  };
  const own = of('lifecycle.notification');
  expect(own.some((number) => own.includes(number - 1) && own.includes(number + 1))).toBe(true);
  for (const other of ['notification.delete', 'notification.update'])
    expect(of(other).filter((number) => own.includes(number))).toEqual([]);

  const deleted: number[] = [];
  const groups = (): CheckGroup[] => all;
  await runAgainst(groups, {
    profile: stating(...numbers),
    rewrite: ({ method, target, status }) => {
      if (method === 'DELETE' && status === 200) deleted.push(Number(PATH.exec(target)?.[1]));
    },
    checks: ['lifecycle.notification'],
    dealt: true,
  });
  expect(deleted.length).toBeGreaterThan(0);
  const [first = 0] = deleted;
  expect(own).toEqual(expect.arrayContaining([first - 1, first, first + 1]));
});
