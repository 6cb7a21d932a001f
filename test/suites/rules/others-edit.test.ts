/** Who takes over is rewritten by nobody, and what a colleague changes meanwhile is not the server's doing (contract 4.5). */
import { expect, test } from 'vitest';
import { ruleGroups } from '../../../suites/rules/groups.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const OTHERS = 'administrator-delete.others-stand';

/** After a deletion those who took over show another surname: each of them, or the first alone. */
async function verdict(most: number): Promise<{ readonly verdict: string; readonly rewritten: number }> {
  const heirs = new Set<string>();
  let rewritten = 0;
  const rewrite: Rewrite = (passing) => {
    const { pathname, searchParams } = new URL(passing.target, 'http://target');
    const heir = searchParams.get('replacingRequesterId');
    if (passing.method === 'DELETE' && passing.status === 204 && heir !== null && heirs.size < most) heirs.add(heir);
    if (passing.method !== 'GET' || passing.status !== 200 || !heirs.has(pathname.split('/').at(-1) ?? '')) return;
    const body = passing.body.replace(/"surname":"[^"]*"/, '"surname":"Somebody else"');
    if (body !== passing.body) rewritten += 1;
    passing.body = body;
  };
  const { result } = await runAgainst(ruleGroups, {
    only: [OTHERS],
    checks: ['administrator-delete.replacement'],
    rewrite,
  });
  return { verdict: result(OTHERS).verdict, rewritten };
}

test('a server that rewrites whoever takes over is found', async () => {
  const { verdict: told, rewritten } = await verdict(Number.POSITIVE_INFINITY);
  expect(rewritten).toBeGreaterThan(0);
  expect(told).toBe('fail');
});

test('one whom a colleague changes meanwhile says nothing', async () => {
  const { verdict: told, rewritten } = await verdict(1);
  expect(rewritten).toBeGreaterThan(0);
  expect(told).not.toBe('fail');
});
