/** What is not there yet is made by its first update, and nothing takes it away again: only what may be used up gets one (contract 4.9; silence endpoint.config.none). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

test.each([
  ['modify', 0],
  ['destroy', 1],
])('endpoints without a configuration that allow %s', async (allow, least) => {
  let made = 0;
  const { restoreFailures } = await runAgainst(catalogue, {
    checks: ['endpoint.config.update.success', 'endpoint.config.update.body', 'endpoint.update.success'],
    profile: (profile) => {
      const { endpoint, ...others } = profile['fixtures'] as Record<string, readonly Record<string, unknown>[]>;
      const alike = (endpoint ?? []).filter((one) => one['foreign'] !== true).map((one) => ({ ...one, allow }));
      return { ...profile, fixtures: { ...others, endpoint: alike } };
    },
    rewrite: (passing) => {
      if (!/^\/api\/endpoint\/v1\/\d+\/config$/.test(passing.target)) return;
      if (passing.method === 'PUT' && passing.status < 300) made += 1;
      const body = '{"code":-1,"description":"There is none."}';
      if (passing.method === 'GET')
        Object.assign(passing, { status: 404, headers: { 'content-type': 'application/json' }, body });
    },
  });
  expect(made >= least && (least > 0 || made === 0)).toBe(true);
  expect(restoreFailures).toEqual([]);
});
