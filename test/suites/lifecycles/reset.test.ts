/** What a reset of a client secret must not touch (contract 4.11): the bucket's own members, and the buckets beside it. */
import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { judgeSecrets } from '../../../suites/lifecycles/reset-check.ts';
import { type Outcome, runAgainst, type Setup } from '../against.ts';
import { type Rewrite, rewriteJson } from '../proxy.ts';

const ID = 'bucket.client-secret.reset.nothing-else';
const RENEWS = 'bucket.client-secret.reset.renews';
const PATH = /^\/api\/discovery\/v1\/bucket\/([^/]+)$/;
const CHECKS = ['bucket.client-secret.reset.afterwards'];

const run = (setup: Setup): Promise<Outcome> => runAgainst(lifecycleGroups, { ...setup, checks: CHECKS });

/** Changes what the buckets show that `which` names once a secret was reset; each is given its distance from that bucket. */
function afterReset(
  change: (shown: Record<string, unknown>) => object,
  which: (distance: number) => boolean = (distance) => distance === 0,
) {
  let reset: string | undefined;
  let order: readonly string[] = [];
  const rewrite: Rewrite = (passing) => {
    if (passing.method === 'PUT' && passing.status < 300 && passing.target.endsWith('/reset-client-secret'))
      reset = passing.target.split('/').at(-2);
    const [, id = ''] = PATH.exec(passing.target) ?? [];
    if (passing.method !== 'GET' || reset === undefined || id === '') return;
    if (!which(order.indexOf(id) - order.indexOf(reset))) return;
    rewriteJson(PATH, change)(passing);
  };
  const profile: Setup['profile'] = (data) => {
    const { bucket } = data['fixtures'] as { bucket: { ids: { bucketId: string } }[] };
    order = bucket.map(({ ids }) => ids.bucketId);
    return data;
  };
  return { rewrite, profile };
}

/** Lengthens the name of the bucket at each of the distances, one after each reset, in turn. */
function renaming(distances: readonly (number | undefined)[]): Required<Pick<Setup, 'rewrite' | 'profile'>> {
  let order: readonly string[] = [];
  const renamed = new Map<string, number>();
  let resets = 0;
  return {
    profile: (data) => {
      const { bucket } = data['fixtures'] as { bucket: { ids: { bucketId: string } }[] };
      order = bucket.map(({ ids }) => ids.bucketId);
      return data;
    },
    rewrite: (passing) => {
      if (passing.method === 'PUT' && passing.status < 300 && passing.target.endsWith('/reset-client-secret')) {
        const distance = distances[resets++ % distances.length];
        const at = order.indexOf(passing.target.split('/').at(-2) ?? '');
        const far = distance === undefined ? undefined : order[(at + distance) % order.length];
        if (far !== undefined) renamed.set(far, resets);
      }
      const times = renamed.get(PATH.exec(passing.target)?.[1] ?? '');
      if (times === undefined) return;
      rewriteJson(PATH, (shown: { name: string }) => ({ ...shown, name: shown.name + '*'.repeat(times) }))(passing);
    },
  };
}

describe('a reset is judged', () => {
  test.each(['default', 'alternate'] as const)('and found good in the %s dialect', async (speaks) => {
    const outcome = await run({ speaks });
    expect(verdictOf(outcome.result(ID))).toBe('pass');
    expect(JSON.stringify(outcome.result(ID))).not.toMatch(/client_?secret"?:/i);
  });

  test.each(['deletes', 'renames', 'switches-off', 'next-renamed', 'next-deleted'])(
    'and found to be wrong where it %s',
    async (name) => {
      for (const speaks of ['default', 'alternate'] as const) {
        const outcome = await run({ speaks, switches: [['bucket.client-secret.reset', name]] });
        expect(verdictOf(outcome.result(ID)), speaks).toBe('fail');
      }
    },
  );

  test.each([1, -1])('also by what the bucket beside it shows (%s)', async (side) => {
    const renamed = afterReset(
      (shown) => ({ ...shown, name: 'Another' }),
      (distance) => distance === side,
    );
    expect(verdictOf((await run(renamed)).result(ID))).toBe('fail');
  });

  test.each([
    ['one far off each time', [3, 3], 'fail'],
    // Somebody else may be at work.
    ['another one each time', [3, 4], 'pass'],
    ['one far off, once', [3, undefined], 'pass'],
  ] as const)('and by what changes %s', async (_, distances, verdict) => {
    const { rewrite, profile } = renaming(distances);
    const outcome = await run({ rewrite, profile, depth: 'standard' });
    expect(verdictOf(outcome.result(ID))).toBe(verdict);
  });

  test('but not by members that no update writes, nor by a flag that it may need', async () => {
    let count = 0;
    const moving = afterReset((shown) => ({
      ...shown,
      assignmentRules: null,
      clientId: `client-${++count}`,
      secretChanged: new Date().toISOString(),
    }));
    expect(verdictOf((await run(moving)).result(ID))).toBe('pass');
    let reset = false;
    const rewrite: Rewrite = (passing) => {
      reset ||= passing.target.endsWith('/reset-client-secret') && passing.status < 300;
      rewriteJson(PATH, (shown: object) => ({ ...shown, authenticationEnabled: reset }))(passing);
    };
    // It is no flag of the buckets beside it, which did not need it.
    const { failure, observations } = (await run({ rewrite })).result(ID);
    expect(observations[0]?.note).toMatch(/\/authenticationEnabled.*switched on/);
    expect(failure?.caseLabel).not.toBe(observations[0]?.value);
  });

  test('not by places that are only assumed, but by the end of the bucket also there', async () => {
    const renamed = afterReset((shown) => ({ ...shown, name: 'Another' }));
    const { verdict, observations } = (await run({ ...renamed, told: 'default' })).result(ID);
    expect([verdict, observations[0]?.note]).toEqual(['pass', expect.stringContaining('/name')]);
    const deleted = { told: 'default', switches: [['bucket.client-secret.reset', 'deletes']] } as const;
    expect(verdictOf((await run(deleted)).result(ID))).toBe('fail');
  });

  test('only where it was accepted', async () => {
    const refuse: Rewrite = (passing) => {
      if (passing.target.endsWith('/reset-client-secret')) Object.assign(passing, { status: 409, body: '{}' });
    };
    const { verdict, reason } = (await run({ rewrite: refuse })).result(ID);
    expect([verdict, reason]).toEqual(['inconclusive', expect.stringContaining('409')]);
  });
});

describe('two resets in a row', () => {
  test('give two secrets, of which none is told', async () => {
    const outcome = await run({ speaks: 'default' });
    expect(verdictOf(outcome.result(RENEWS))).toBe('pass');
    expect(JSON.stringify(outcome.result(RENEWS))).not.toMatch(/client_?secret"?:/i);
  });

  test('are wrong where the second answers what the first did', async () => {
    let first: string | undefined;
    const rewrite: Rewrite = (passing) => {
      if (passing.method !== 'PUT' || !passing.target.endsWith('/reset-client-secret') || passing.status >= 300) return;
      first ??= passing.body;
      passing.body = first;
    };
    expect(verdictOf((await run({ rewrite })).result(RENEWS))).toBe('fail');
  });

  test.each([
    [['a', 'b'], 'pass'],
    [['a', 'a'], 'fail'],
    [['a', undefined], 'observed'],
    [['', ''], 'observed'],
    [[undefined, undefined], 'observed'],
  ])('%j: %s', (secrets, verdict) => {
    expect(judgeSecrets(secrets).verdict).toBe(verdict);
  });
});
