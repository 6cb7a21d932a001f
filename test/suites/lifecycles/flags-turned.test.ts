/** What is deleted is absent whichever way its flags were (contract 4.11, 7.1). */
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

const ID = 'lifecycle.bucket.absent';

test.each([
  ['whose authentication was turned', 'turned', 'fail'],
  ['whose authentication was not', 'never', 'pass'],
])('a server that keeps a deleted bucket %s', async (_what, keeps, verdict) => {
  const first = new Map<string, unknown>();
  const shown = new Map<string, string>();
  const kept = new Set<string>();
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['lifecycle.bucket'],
    depth: 'standard',
    rewrite: (passing) => {
      const [path = ''] = passing.target.split('?');
      if (!/\/bucket\/[0-9a-f-]{36}$/i.test(path)) return;
      if (passing.method === 'GET' && passing.status === 200) {
        const { authenticationEnabled } = JSON.parse(passing.body) as { readonly authenticationEnabled?: unknown };
        if (!first.has(path)) first.set(path, authenticationEnabled);
        shown.set(path, passing.body);
        kept.delete(path);
        if (keeps === 'turned' && first.get(path) !== authenticationEnabled) kept.add(path);
      } else if (passing.method === 'GET' && kept.has(path)) {
        Object.assign(passing, { status: 200, body: shown.get(path) });
      } else if (passing.method === 'PUT' && passing.status === 200) {
        const { authenticationEnabled } = JSON.parse(passing.sent) as { readonly authenticationEnabled?: unknown };
        if (keeps === 'turned' && first.has(path) && first.get(path) !== authenticationEnabled) kept.add(path);
      }
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
