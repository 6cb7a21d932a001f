/** An update that answers with the entity shows what it has made of it (contract 4.7). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const SHOWS = 'organization.update.shows';

/** Answers updates of organizations with what their GET showed first, in these members or in all. */
async function judged(members: readonly string[] | 'all') {
  const first = new Map<string, Record<string, unknown>>();
  const { result } = await runAgainst(catalogue, {
    only: [SHOWS],
    rewrite: (passing) => {
      if (!/^\/api\/organization\/v1\/\d+$/.test(passing.target) || passing.status !== 200) return;
      const body = JSON.parse(passing.body) as Record<string, unknown>;
      if (passing.method === 'GET' && !first.has(passing.target)) first.set(passing.target, body);
      const former = first.get(passing.target);
      if (passing.method !== 'PUT' || former === undefined) return;
      const stale = members === 'all' ? {} : Object.fromEntries(members.map((name) => [name, former[name]]));
      passing.body = JSON.stringify(members === 'all' ? former : { ...body, ...stale });
    },
  });
  return result(SHOWS).verdict;
}

test.each([
  ['all that is new', [], 'pass'],
  ['the former city beside what is new', ['city'], 'fail'],
  ['all that was there before', 'all', 'pass'],
] as const)('an answer with %s', async (_, members, verdict) => {
  expect(await judged(members)).toBe(verdict);
});
