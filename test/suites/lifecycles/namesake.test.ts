/** An update goes by the identifier of the path: what is called alike stays as it was (contract 4.1). */
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

test.each([
  ['by their names', true, 'fail'],
  ['by their identifiers', false, 'pass'],
])('a server that looks for buckets to change %s', async (_what, isByName, verdict) => {
  const shown = new Map<string, { readonly name?: unknown }>();
  const given = new Map<unknown, unknown>();
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['bucket.update.afterwards'],
    rewrite: (passing) => {
      const id = /\/bucket\/([0-9a-f-]{36})$/i.exec(passing.target)?.[1];
      if (id === undefined || passing.status !== 200) return;
      if (passing.method === 'PUT') {
        const { assignmentRules } = JSON.parse(passing.sent) as { readonly assignmentRules?: unknown };
        const name = shown.get(id)?.name;
        for (const [other, its] of shown) if (isByName && its.name === name) given.set(other, assignmentRules);
        given.delete(id);
      } else if (passing.method === 'GET') {
        const own = JSON.parse(passing.body) as { readonly name?: unknown };
        shown.set(id, own);
        if (given.has(id)) passing.body = JSON.stringify({ ...own, assignmentRules: given.get(id) });
      }
    },
  });
  expect(result('bucket.update.nothing-else').verdict).toBe(verdict);
});
