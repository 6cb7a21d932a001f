/** What the answer to an update shows of the entity is what is there now; what was there before is doubtful (contract 4.7, 4.11). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

test.each<[string, string, string, (now: string, before: string | undefined) => string]>([
  ['as it is now', 'organization.update.shows', 'pass', (now) => now],
  ['as it was', 'organization.update.shows', 'warn', (now, before) => before ?? now],
  ['under another name', 'organization.update.shows', 'fail', () => 'Another Unit'],
  ['under another name, in a schema of its own', 'bucket.update.shows', 'warn', () => 'Another Bucket'],
])('the answer shows the entity %s: %s %s', async (_, promise, verdict, name) => {
  const before = new Map<string, string>();
  const { result } = await runAgainst(catalogue, {
    only: [promise],
    depth: 'standard',
    rewrite: (passing) => {
      const { method, target, status } = passing;
      if (!/\/(organization|bucket)\//.test(target) || status !== 200 || passing.body === '') return;
      const shown = JSON.parse(passing.body) as Record<string, string>;
      const [path = ''] = target.split('?');
      if (method === 'PUT')
        passing.body = JSON.stringify({ ...shown, name: name(shown['name'] ?? '', before.get(path)) });
      before.set(path, shown['name'] ?? '');
    },
  });
  expect(result(promise).verdict).toBe(verdict);
});
