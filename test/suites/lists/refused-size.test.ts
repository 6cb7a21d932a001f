/** Each size from 1 to 200 is permitted (contract 4.2, 8): a server that refuses one of them is told so wherever a page of it is asked for. */
import { expect, test } from 'vitest';
import { listGroups } from '../../../suites/lists/groups.ts';
import { runAgainst } from '../against.ts';

test.each([
  ['the first page of one size', /[?&]size=7&position=0$/, 'fail'],
  ['a page beyond the end', /[?&]position=\d{6,}/, 'pass'],
])('a server that refuses %s', async (_what, refused, verdict) => {
  const { result } = await runAgainst(listGroups, {
    checks: ['ssl.list.paging'],
    only: ['ssl.list.paging.length'],
    rewrite: (passing) => {
      if (passing.target.startsWith('/api/ssl/v2?') && refused.test(passing.target))
        Object.assign(passing, { status: 400, body: '{"code":-1,"description":"Bad request."}' });
    },
  });
  expect(result('ssl.list.paging.length').verdict).toBe(verdict);
});
