/** What a run has deleted itself is known to have been there: how it is spoken of afterwards is judged (contract 4.1, 7.1). */
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

/** Deletions of what is deleted are answered with this status. */
async function verdictOf(kind: string, address: RegExp, status: number | undefined): Promise<string> {
  const deleted = new Set<string>();
  const outcome = await runAgainst(lifecycleGroups, {
    checks: [`lifecycle.${kind}`],
    rewrite: (passing) => {
      if (passing.method !== 'DELETE' || !address.test(passing.target)) return;
      if (passing.status < 300) deleted.add(passing.target);
      else if (status !== undefined && passing.status === 404 && deleted.has(passing.target)) passing.status = status;
    },
  });
  return outcome.result(`lifecycle.${kind}.second-delete`).verdict;
}

test.each([
  ['endpoint', /^\/api\/endpoint\/v1\/\d+$/],
  ['person', /^\/api\/person\/v\d\/\d+$/],
] as const)('a second deletion of the same %s is absent with 404, and with no other status', async (kind, address) => {
  expect(await verdictOf(kind, address, undefined)).toBe('pass');
  expect(await verdictOf(kind, address, 410)).toBe('fail');
});
