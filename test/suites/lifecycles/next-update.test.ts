/** The update of another entity right after a deletion (contract 4.1): real servers, real requests. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { type Outcome, runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'lifecycle.bucket.next-update';
const PATH = /^\/api\/discovery\/v1\/bucket\/([^/]+)$/;

const run = (setup: Setup): Promise<Outcome> => runAgainst(lifecycleGroups, { ...setup, checks: ['lifecycle.bucket'] });

/** After a deletion, so many updates of a bucket do not show: its GET answers as before. */
function losing(updates: number): Rewrite {
  const shown = new Map<string, string>();
  let left = 0;
  let lost: string | undefined;
  return (passing) => {
    const [, id = ''] = PATH.exec(passing.target) ?? [];
    if (id === '') return;
    if (passing.method === 'DELETE' && passing.status === 204) left = updates;
    else if (passing.method === 'PUT' && passing.status === 200) {
      lost = left > 0 ? id : undefined;
      left -= 1;
    } else if (passing.method === 'GET' && passing.status === 200) {
      if (lost === id) passing.body = shown.get(id) ?? passing.body;
      else shown.set(id, passing.body);
    }
  };
}

test('a server that keeps it passes, and all is put back', async () => {
  const outcome = await run({});
  expect(verdictOf(outcome.result(ID))).toBe('pass');
  expect(outcome.restoreFailures).toEqual([]);
});

test('a server that loses the first one is found', async () => {
  const outcome = await run({ rewrite: losing(1) });
  expect(verdictOf(outcome.result(ID))).toBe('fail');
});

test('of a server that keeps none nothing is told of deletions', async () => {
  const outcome = await run({ rewrite: losing(9) });
  expect(verdictOf(outcome.result(ID))).toBe('inconclusive');
});

test('where nobody says that updates show, nothing is told', async () => {
  const outcome = await run({ rewrite: losing(1), told: 'none' });
  expect(verdictOf(outcome.result(ID))).toBe('observed');
});

test('where the one that is to be given back takes no update, one of many others is updated', async () => {
  let kept = '';
  const outcome = await run({
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<
        string,
        readonly { readonly ids: { readonly bucketId: string } }[]
      >;
      const [first, ...others] = fixtures['bucket'] ?? [];
      kept = first?.ids.bucketId ?? '';
      const all = [{ ...first, allow: 'modify' }, ...others.map((one) => ({ ...one, allow: 'destroy' }))];
      return { ...profile, fixtures: { ...fixtures, bucket: all } };
    },
    aim: ({ method, target }) => (method === 'PUT' && target.endsWith(kept) ? '/api/nowhere' : target),
    rewrite: (passing) => {
      if (passing.method === 'PUT' && passing.target.endsWith(kept)) passing.status = 409;
    },
  });
  expect(verdictOf(outcome.result(ID))).toBe('pass');
});
