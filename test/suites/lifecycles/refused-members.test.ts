/** An update that is refused for one member leaves all of them as they were, those with rare values as well (contract 4.1, 7.1). */
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

const ID = 'bucket.update.refused-unchanged';

test.each([
  ['what it refuses', 400, 'fail'],
  ['what it accepts', 200, 'pass'],
])('a server that takes the rules of a bucket out of %s', async (_what, status, verdict) => {
  const taken = new Map<string, unknown>();
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['bucket.update.afterwards'],
    only: [ID],
    depth: 'standard',
    rewrite: (passing) => {
      const id = /\/bucket\/([0-9a-f-]{36})$/i.exec(passing.target)?.[1];
      if (id === undefined) return;
      if (passing.method === 'PUT' && [200, status].includes(passing.status)) {
        if (passing.status === 200) taken.delete(id);
        const rules = /"assignmentRules":(\[12\])/.exec(passing.sent)?.[1];
        if (passing.status === status && rules !== undefined) taken.set(id, JSON.parse(rules));
      }
      if (passing.method !== 'GET' || passing.status !== 200 || !taken.has(id)) return;
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), assignmentRules: taken.get(id) });
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
