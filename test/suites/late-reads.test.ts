/** A server whose reads follow its writes late, as `limits.settle` says that they may: nothing is judged by what it showed before. */
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { runAgainst } from './against.ts';
import type { Rewrite } from './proxy.ts';

const LAG_MS = 200;

/** Shows of each entity what it showed before, until nothing has been written to it by these methods for a while. */
function lagging(methods: readonly string[] = ['PUT', 'DELETE']): Rewrite {
  const writtenAt = new Map<string, number>();
  const shown = new Map<string, Pick<Parameters<Rewrite>[0], 'status' | 'headers' | 'body'>>();
  return (passing) => {
    const { method, target, status, headers, body } = passing;
    const [path = ''] = target.split('?');
    const entity = /^\/api\/(?:[a-z]+\/)+v\d+\/[^/]+/.exec(path)?.[0] ?? path;
    if (method !== 'GET') {
      if (status < 300 && methods.includes(method)) writtenAt.set(entity, Date.now());
    } else if (Date.now() - (writtenAt.get(entity) ?? 0) > LAG_MS) shown.set(target, { status, headers, body });
    else Object.assign(passing, shown.get(target));
  };
}

test.each([
  ['default', 'delegation-mode.table'],
  ['alternate', 'delegation-mode.table'],
  ['alternate', 'administrator-type.table'],
  ['default', 'endpoint.config.update.afterwards'],
] as const)('in the dialect %s: %s', async (speaks, check) => {
  const outcome = await runAgainst(catalogue, {
    speaks,
    checks: [check],
    rewrite: lagging(),
    profile: (profile) => ({ ...profile, limits: { settle: '1500ms' } }),
  });
  expect(outcome.failures()).toEqual([]);
  expect(outcome.results.some(({ verdict }) => verdict === 'pass')).toBe(true);
});

test('where nobody says what shows the mode, what is delegated is waited for all the same', async () => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    told: { name: 'little', base: 'none', answers: { 'endpoint.delegations.put': 'adds' } },
    checks: ['delegation-mode.table'],
    rewrite: lagging(['DELETE']),
    profile: (profile) => ({ ...profile, limits: { settle: '1500ms' } }),
  });
  expect(outcome.failures()).toEqual([]);
});
