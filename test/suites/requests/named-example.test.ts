/** An example of an operation whose body names the entity is sent about the entity in hand alone, whichever it names (contract 4.2). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { namingPlaces } from '../../../suites/requests/references.ts';
import { runAgainst } from '../against.ts';

test('a certificate that the example names, and that may only be looked at, is not changed', async () => {
  let named = 0;
  const changed = new Set<unknown>();
  const outcome = await runAgainst(catalogue, {
    told: 'default',
    only: ['ssl.update.success.status', 'ssl.update.repeat', 'ssl.list.kept-update'],
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, { ids: Record<string, number>; allow: string }[]>;
      const [first, ...others] = fixtures['ssl-certificate'] ?? [];
      named = Number(Object.values(first?.ids ?? {})[0]);
      const looked = { ...first, allow: 'observe' };
      return {
        ...profile,
        fixtures: { ...fixtures, 'ssl-certificate': [looked, ...others] },
        examples: { 'ssl.update': { body: { sslId: named, comments: 'by example' } } },
      };
    },
    rewrite: ({ method, target, sent, status }) => {
      if (method === 'PUT' && target.endsWith('/api/ssl/v2') && status === 200) changed.add(JSON.parse(sent).sslId);
    },
  });
  expect(outcome.failures()).toEqual([]);
  expect(changed.size).toBeGreaterThan(0);
  expect([...changed]).not.toContain(named);
});

test('a number of another kind that is that of a certificate as well names none', async () => {
  const organizations = new Set<unknown>();
  let twin = 0;
  const outcome = await runAgainst(catalogue, {
    told: { base: 'default', claimed: true },
    only: ['ssl.update.success.status', 'ssl.list.kept-update'],
    depth: 'standard',
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, { ids: Record<string, number>; allow: string }[]>;
      const [named, other] = (fixtures['ssl-certificate'] ?? []).filter(({ allow }) => allow === 'destroy');
      twin = Number(named?.ids['sslId']);
      const body = { comments: 'by example', orgId: twin, sslId: Number(other?.ids['sslId']) };
      return { ...profile, examples: { 'ssl.update': { body } } };
    },
    rewrite: ({ method, target, sent, status }) => {
      if (method === 'PUT' && target.endsWith('/api/ssl/v2') && status === 200 && sent.includes('by example'))
        organizations.add((JSON.parse(sent) as { orgId?: unknown }).orgId);
    },
  });
  expect(outcome.failures()).toEqual([]);
  organizations.delete(undefined);
  expect([...organizations]).toEqual([twin]);
});

test.each([
  ['what is said to name one', { base: 'default', claimed: true }, { sslId: 1, number: 1 }, ['/sslId']],
  ['what is called as its id is', 'none', { sslId: 1, number: 1, orgId: 1 }, ['/sslId']],
  [
    'whatever is not called as another kind is',
    'none',
    { number: 1, orgId: 1, of: { serial: 2 } },
    ['/number', '/of/serial'],
  ],
])('a certificate is named by %s', async (_, dialect, body, places) => {
  const contract = await loadContract({ validate: false, dialect });
  expect(namingPlaces(contract.operation('ssl.update'), body, 'ssl-certificate')).toEqual(places);
});
