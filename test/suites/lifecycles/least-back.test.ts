/** A server that refuses what it shows, and that knows its members by other names than the dialect, has what the owner's example changed put back (design rule 5). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

test('what the example of an update writes is as it was', { timeout: 60_000 }, async () => {
  const speaks = { base: 'alternate', claimed: true, answers: { 'request.unknown-members': 'refused' } };
  const body = { surname_field: 'Example', job_title: 'Dr.' };
  const shown: unknown[] = [];
  const outcome = await runAgainst(catalogue, {
    speaks,
    depth: 'standard',
    only: ['admin.update.shows', 'admin.update.success.status'],
    profile: ({ dialect: _own, fixtures, ...profile }) => ({
      ...profile,
      fixtures: { ...(fixtures as object), administrator: [{ ids: { id: 512 }, traits: {}, allow: 'modify' }] },
      examples: { 'admin.update': { body } },
    }),
    rewrite: ({ method, target, status, body: answer }) => {
      if (method === 'GET' && target === '/api/admin/v1/512' && status === 200)
        shown.push((JSON.parse(answer) as { surname_field: unknown }).surname_field);
    },
  });
  expect(outcome.result('admin.update.success.status').verdict).toBe('pass');
  expect(shown).toContain('Example');
  expect(shown.at(-1)).toBe('Vale 512');
});
