/** Whatever reaches the neighbours of one entity alone is seen as well (contract 4.1): each of the two that an update is tried on is watched for its texts. */
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

const ID = 'person.update.nothing-else';

test.each([
  ['another entity than the first one', 'other', 'fail'],
  ['none', 'none', 'pass'],
])('a server that renames the neighbours of %s', async (_what, whose, verdict) => {
  const names = new Map<number, string>();
  const put: number[] = [];
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['person.update.afterwards'],
    only: [ID],
    rewrite: (passing) => {
      const id = Number(/\/api\/person\/v2\/(\d+)$/.exec(passing.target)?.[1] ?? 0);
      if (id === 0 || passing.status !== 200) return;
      if (passing.method === 'PUT') {
        put.push(id);
        const { lastName } = JSON.parse(passing.sent) as { readonly lastName?: string };
        // The first that is changed again has been chosen for the small changes.
        const first = put.find((one, at) => put.indexOf(one) < at);
        if (whose === 'other' && first !== undefined && id !== first && lastName !== undefined)
          for (const next of [id - 1, id + 1]) names.set(next, lastName);
        names.delete(id);
      }
      const name = names.get(id);
      if (passing.method === 'GET' && name !== undefined)
        passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), lastName: name });
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
