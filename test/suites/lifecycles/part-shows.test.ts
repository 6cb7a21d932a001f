/** Settings that an update of an endpoint brings show with its configuration as they were written, once they are seen to show there (contract 4.9). */
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

test.each([
  ['keeps settings', (text: string) => text, 'pass'],
  ['cuts off what is longer than the half', (text: string) => text.slice(0, 1024), 'fail'],
  ['shows settings of its own', () => 'Something else', 'pass'],
])('a server that %s', async (_what, shows, verdict) => {
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['endpoint.update.afterwards'],
    only: ['endpoint.update.shows'],
    depth: 'standard',
    rewrite: (passing) => {
      if (passing.method !== 'GET' || passing.status !== 200 || !/\/endpoint\/v1\/\d+\/config$/.test(passing.target))
        return;
      const { enrollmentHelp, ...rest } = JSON.parse(passing.body) as Readonly<Record<string, unknown>>;
      if (typeof enrollmentHelp !== 'string') return;
      passing.body = JSON.stringify({ ...rest, enrollmentHelp: shows(enrollmentHelp) });
    },
  });
  expect(result('endpoint.update.shows').verdict).toBe(verdict);
});
