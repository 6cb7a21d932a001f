/** Nobody who is deleted takes over for himself, of whatever type he is (contract 4.5). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'administrator-delete.own-id';

type Admins = Readonly<
  Record<string, readonly { readonly ids: unknown; readonly traits?: { readonly type?: string } }[]>
>;

test.each([
  ['nobody', 'pass'],
  ['SAS', 'fail'],
])('where it is accepted of %s: %s', async (type, verdict) => {
  const ids = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: [ID, 'administrator-delete.each-type'],
    profile: (profile) => {
      for (const one of (profile['fixtures'] as Admins)['administrator'] ?? [])
        if (one.traits?.type === type) ids.add(/\d+/.exec(JSON.stringify(one.ids))?.[0] ?? '');
      return profile;
    },
    rewrite: (passing) => {
      const own = /\/admin\/v1\/(\d+)\?replacingRequesterId=(\d+)$/.exec(passing.target);
      if (passing.method === 'DELETE' && own?.[1] === own?.[2] && ids.has(own?.[1] ?? '')) passing.status = 204;
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
