/** What lies below a deleted entity is no longer to be had (contract 7.1: the entity named in the path does not exist). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

/** A server that goes on serving what is below what it has deleted. */
function keeping(parent: RegExp, isKept: boolean): Rewrite {
  const gone = new Set<string>();
  const cleared = new Set<string>();
  return (passing) => {
    const { method, target, status } = passing;
    const [path = '', below] = parent.exec(target) ?? [];
    if (method === 'DELETE' && status < 300 && below !== undefined) (below === '' ? gone : cleared).add(path);
    if (
      isKept &&
      method === 'GET' &&
      below &&
      !cleared.has(path) &&
      [...gone].some((one) => path.startsWith(`${one}/`))
    )
      Object.assign(passing, { status: 200, body: '{"id":1}' });
  };
}

/** A profile in which all of these kinds may be used up. */
function disposable(kinds: readonly string[]): NonNullable<Setup['profile']> {
  return (profile) => {
    const fixtures = Object.entries(profile['fixtures'] as Record<string, object[]>).map(([kind, all]) => [
      kind,
      kinds.includes(kind) ? all.map((one) => ({ ...one, allow: 'destroy' })) : all,
    ]);
    return { ...profile, fixtures: Object.fromEntries(fixtures) as object };
  };
}

test('what is below a deleted certificate is asked for', async () => {
  const [kind, below, parent] = [
    'client-certificate',
    'client-location',
    /^\/api\/smime\/v2\/\d+((?:\/location\/\d+)?)$/,
  ] as const;
  const id = `lifecycle.${kind}.absent`;
  const run = (isKept: boolean): ReturnType<typeof runAgainst> =>
    runAgainst(lifecycleGroups, {
      checks: [`lifecycle.${kind}`],
      depth: 'standard',
      profile: disposable([kind, below]),
      rewrite: keeping(parent, isKept),
    });
  expect(verdictOf((await run(false)).result(id))).toBe('pass');
  expect(verdictOf((await run(true)).result(id))).toBe('fail');
});
