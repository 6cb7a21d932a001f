/** A level is told as one that is not deleted when several of it are refused: any may still be in use (4.7). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

/** Refuses to delete the first so many of the emulator's spare organizations, whose ids begin at 241, that are asked for with a good credential. */
function keeping(most: number): Rewrite {
  const kept = new Set<string>();
  return (passing) => {
    const isDeletion = passing.method === 'DELETE' && /\/organization\/v1\/2[45]\d$/.test(passing.target);
    if (!isDeletion || passing.status >= 400 || (kept.size >= most && !kept.has(passing.target))) return;
    kept.add(passing.target);
    Object.assign(passing, { status: 400, headers: {}, body: '' });
  };
}

test.each([
  [0, 'pass'],
  [2, 'not fail'],
])('of organizations whose first %i are refused, the verdict is: %s', async (most, wanted) => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['lifecycle.organization'],
    rewrite: keeping(most),
  });
  const { verdict } = outcome.result('lifecycle.organization.alike');
  if (wanted === 'pass') expect(verdict).toBe('pass');
  else expect(verdict).not.toBe('fail');
});
