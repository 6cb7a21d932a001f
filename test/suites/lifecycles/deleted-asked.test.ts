/** What is deleted is absent however it is asked for (contract 4.3, 7.1). */
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

const ID = 'lifecycle.client-certificate.absent';

test.each([
  ['with its usage', /\?includes=usage$/, 'fail'],
  ['with what nothing asks for', /\?excludes=usage$/, 'pass'],
])('a server that still shows a deleted client certificate %s', async (_what, still, verdict) => {
  const shown = new Map<string, string>();
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['lifecycle.client-certificate'],
    rewrite: (passing) => {
      const [path = ''] = passing.target.split('?');
      if (passing.method !== 'GET' || !/^\/api\/smime\/v\d\/\d+$/.test(path)) return;
      if (passing.status === 200) shown.set(path, passing.body);
      else if (still.test(passing.target) && shown.has(path))
        Object.assign(passing, { status: 200, body: shown.get(path) });
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
