/** An example of an operation whose body names the entity is sent about the entity in hand alone, whichever it names (contract 4.2). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
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
