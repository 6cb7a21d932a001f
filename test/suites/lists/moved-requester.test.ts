/** Deleting an administrator gives their certificates to another one (contract 4.5): from then on, what a profile says of them is past. */
import { expect, test } from 'vitest';
import { listGroups } from '../../../suites/lists/groups.ts';
import { runAgainst } from '../against.ts';

const KNOWN = 'ssl.list.filter.known';

interface Entry {
  readonly allow: string;
  readonly traits?: { readonly requester?: string };
}

test.each([
  ['may have been deleted', 'destroy', 'pass'],
  ['may not be deleted', 'modify', 'fail'],
])('a certificate that its requester does not find, where that administrator %s', async (_, allow, verdict) => {
  let word = '';
  const outcome = await runAgainst(listGroups, {
    only: [KNOWN],
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, Entry[]>;
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
