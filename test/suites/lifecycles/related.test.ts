/** Whether one entity speaks of another goes by the places in which a number stands, not by the number (contract 2.1). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import type { FixtureKind } from '../../../spec/types.ts';
import type { Watched } from '../../../suites/lifecycles/neighbours.ts';
import { related } from '../../../suites/lifecycles/related.ts';
import type { Fixture } from '../../../target/types.ts';

const contract = await loadContract({ validate: false });

function fixture(kind: FixtureKind, ids: Fixture['ids']): Fixture {
  return { kind, ids, traits: {}, allow: 'destroy' };
}

function watched(kind: FixtureKind, ids: Fixture['ids'], value: unknown): Watched {
  const reader = contract.operations.find(
    (one) => one.method === 'GET' && one.entity === kind && one.path.endsWith('}'),
  );
  if (reader === undefined) throw new Error(`Nothing reads a ${kind}.`);
  return { ids, reader, before: { value } } as unknown as Watched;
}

const account = fixture('account', { eeId: 3, id: 6 });
const ownAccount = { id: 6, eeId: 3, organizationId: 5, profileIds: [5, 7] };

test.each([
  ['a list of bare values that both show', { id: 5, eeId: 3, profileIds: [5, 7] }, false],
  ['a list of bare values that one shows', { id: 5, eeId: 3, profileIds: [7] }, true],
  ['a member that is called as ids of another kind', { id: 5, eeId: 3, profileIds: [5, 7], organizationId: 6 }, false],
  ['a member that may be called as it likes', { id: 5, eeId: 3, profileIds: [5, 7], twin: 6 }, true],
])('of two accounts, by %s', (_what, shown, expected) => {
  expect(related(account, ownAccount, watched('account', { eeId: 3, id: 5 }, shown))).toBe(expected);
});

test('the id of the own path is no word of the account that has that number', () => {
  expect(related(account, { id: 6, eeId: 3 }, watched('account', { eeId: 1, id: 3 }, { id: 3, eeId: 1 }))).toBe(false);
});

test.each([
  ['shows the other as what it belongs to', { id: 9, parentOrgId: 8 }, { id: 8 }, true],
  ['shows the same list as the other, which may name both', { id: 9, all: [8, 9] }, { id: 8, all: [8, 9] }, true],
  ['names an administrator of that number', { id: 9, adminId: 8 }, { id: 8 }, false],
])('of two organizations, where one %s', (_what, shown, own, expected) => {
  const other = fixture('organization', { id: 8 });
  expect(related(other, own, watched('organization', { id: 9 }, shown))).toBe(expected);
});
