/** What an update sets by parameters, and nothing shows where, is not set on what must be given back. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';
import { rewriteJson } from '../proxy.ts';

/** An endpoint that shows its name and its extension under names that nobody knows. */
const renamed = rewriteJson(/^\/api\/endpoint\/v1\/\d+$/, (value: Record<string, unknown>) => {
  const { name, uriExtension, ...rest } = value;
  return { ...rest, title: name, slug: uriExtension };
});

/** The profile with the endpoints that `keeps` lets stay. */
function withEndpoints(keeps: (allow: string) => boolean): Setup['profile'] {
  return (profile) => {
    const fixtures = profile['fixtures'] as Record<string, { allow: string }[]>;
    return {
      ...profile,
      fixtures: { ...fixtures, endpoint: fixtures['endpoint']?.filter(({ allow }) => keeps(allow)) },
    };
  };
}

const UPDATE = ['endpoint.update.success.status', 'endpoint.update.name.maxLength.accepts'];

const giveBack = (allow: string): boolean => allow !== 'destroy';

test.each([
  ['only to be given back: nothing is changed', giveBack, 'none', 'inconclusive'],
  ['to be used up, too: those are changed', () => true, 'none', 'pass'],
  // The names at which the default dialect looks for them are not there.
  [
    'only to be given back, and a dialect is assumed: nothing is changed',
    giveBack,
    { base: 'default' },
    'inconclusive',
  ],
  ['to be used up, too, and a dialect is assumed: those are changed', () => true, { base: 'default' }, 'pass'],
] as const)('endpoints %s', async (_, keeps, told, verdict) => {
  const profile = withEndpoints(keeps);
  const outcome = await runAgainst(catalogue, {
    told,
    rewrite: renamed,
    only: UPDATE,
    ...(profile === undefined ? {} : { profile }),
  });
  expect(outcome.result('endpoint.update.success.status').verdict).toBe(verdict);
  const kept = (outcome.fixtures['endpoint'] ?? [])
    .filter(({ allow }) => allow !== 'destroy')
    .map(({ ids }) => ids['id']);
  expect(kept.length).toBeGreaterThan(0);
  const endpoints = (dump: unknown): unknown[] =>
    (dump as { endpoints: { id: unknown }[] }).endpoints.filter(({ id }) => kept.includes(id));
  expect(endpoints(outcome.dumpBefore).length).toBe(kept.length);
  expect(endpoints(outcome.dumpAfter)).toEqual(endpoints(outcome.dumpBefore));
});
