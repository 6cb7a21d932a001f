/** What is deleted takes nothing from those beside it, and changes nothing of theirs (contract 4.1, 4.9). */
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

const ID = 'lifecycle.endpoint.nothing-else';

test.each([
  ['each deletion', Number.POSITIVE_INFINITY, 'fail'],
  ['one deletion, which may have been somebody else', 1, 'pass'],
])('configurations that change beside %s', async (_what, most, verdict) => {
  const deleted = new Set<string>();
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['lifecycle.endpoint'],
    depth: 'standard',
    profile: (profile) => ({ ...profile, limits: { settle: '200ms' } }),
    rewrite: (passing) => {
      const [, id = '', config] = /^\/api\/endpoint\/v1\/(\d+)(\/config)?(?:\?|$)/.exec(passing.target) ?? [];
      if (passing.method === 'DELETE' && config === undefined && passing.status < 300 && deleted.size < most)
        deleted.add(id);
      const isBeside = deleted.size > 0;
      if (passing.method !== 'GET' || config === undefined || passing.status !== 200 || !isBeside) return;
      passing.body = JSON.stringify({
        ...(JSON.parse(passing.body) as object),
        contactName: `Without ${[...deleted].at(-1)}`,
      });
    },
  });
  expect(deleted.size).toBeGreaterThan(0);
  expect(result(ID).verdict).toBe(verdict);
});
