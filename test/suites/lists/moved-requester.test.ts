/**
 * What a profile says of a certificate is past when what it belongs to is gone: deleting an administrator gives their certificates
 * to another one (contract 4.5), and what becomes of those of a deleted organization is not shown (contract 4.7).
 */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { listGroups } from '../../../suites/lists/groups.ts';
import { runAgainst } from '../against.ts';

const KNOWN = 'ssl.list.filter.known';

interface Stated {
  readonly ids: { readonly id?: number };
  readonly allow: string;
  readonly traits?: { readonly requester?: string; readonly orgId?: number };
}

/** The checks of the list in a run that found this fixture gone before it began. */
function without(kind: string, id: number): (contract: Contract) => CheckGroup[] {
  return (contract) =>
    listGroups(contract).map((group) => ({
      ...group,
      checks: group.checks.map((check) => ({
        ...check,
        run: async (context) => {
          const { target } = context.session;
          for (const one of target.fixtures().filter((one) => one.kind === kind && one.ids['id'] === id))
            target.retire(one);
          await check.run(context);
        },
      })),
    }));
}

test.each([
  ['may have been deleted', 'destroy', listGroups, 'pass'],
  ['was deleted by a run before', 'destroy', without('administrator', 1), 'pass'],
  ['may not be deleted', 'modify', listGroups, 'fail'],
])('a certificate that its requester does not find, where that administrator %s', async (_, allow, groups, verdict) => {
  let word = '';
  const outcome = await runAgainst(groups, {
    only: [KNOWN],
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, Stated[]>;
      word =
        fixtures['ssl-certificate']?.find(({ traits }) => traits?.requester !== undefined)?.traits?.requester ?? '';
      expect(word).not.toBe('');
      const known = fixtures['administrator']?.filter(({ allow }) => allow !== 'destroy') ?? [];
      const administrator = [...known, { ids: { id: 1 }, traits: { requester: word }, allow }];
      return { ...profile, fixtures: { ...fixtures, administrator } };
    },
    rewrite: (passing) => {
      const query = new URL(passing.target, 'http://target').searchParams;
      if (passing.method === 'GET' && passing.status === 200 && query.get('requester') === word) passing.body = '[]';
    },
  });
  expect(outcome.result(KNOWN).verdict).toBe(verdict);
});

test.each([
  ['deleted', 404, 'pass'],
  ['there', 200, 'fail'],
])('a certificate that its organization does not find, where that is %s', async (_, status, verdict) => {
  let organization = 0;
  const outcome = await runAgainst(listGroups, {
    only: [KNOWN],
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, Stated[]>;
      organization = fixtures['ssl-certificate']?.find(({ traits }) => traits?.orgId !== undefined)?.traits?.orgId ?? 0;
      expect(organization).toBeGreaterThan(0);
      return profile;
    },
    rewrite: (passing) => {
      const { pathname, searchParams } = new URL(passing.target, 'http://target');
      if (passing.method !== 'GET') return;
      if (pathname === `/api/organization/v1/${organization}`) passing.status = status;
      if (passing.status === 200 && searchParams.get('orgId') === String(organization)) passing.body = '[]';
    },
  });
  expect(outcome.result(KNOWN).verdict).toBe(verdict);
});
