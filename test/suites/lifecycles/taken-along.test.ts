/** What goes with a deleted organization: a department of which nobody shows to which it belongs may, that of another one must not (silence organization.delete.condition). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'lifecycle.organization.nothing-else';
const ORGANIZATION = /^\/api\/organization\/v1\/\d+$/;
const DEPARTMENT = '/api/organization/v1/221';
const OTHER = '/api/organization/v1/205';

test.each([
  ['a department that nobody shows to be within another one', DEPARTMENT, true, 'pass'],
  ['a department that is shown to be within another one than was deleted', DEPARTMENT, false, 'fail'],
  ['what its owner calls an organization of its own', OTHER, true, 'fail'],
])('%s is gone at once', { timeout: 60_000 }, async (_, gone, isHidden, verdict) => {
  let isDeleted = false;
  const outcome = await runAgainst(catalogue, {
    only: [ID],
    ...(isHidden ? {} : { surveyed: true }),
    depth: 'standard',
    rewrite: (passing) => {
      const { method, target, status } = passing;
      if (!ORGANIZATION.test(target)) return;
      if (method === 'DELETE' && status < 300) isDeleted = true;
      if (method !== 'GET' || status !== 200) return;
      if (isDeleted && target === gone) passing.status = 404;
      else if (isHidden) {
        const { departments: _all, ...shown } = JSON.parse(passing.body) as Record<string, unknown>;
        passing.body = JSON.stringify(shown);
      }
    },
  });
  expect(verdictOf(outcome.result(ID))).toBe(verdict);
});
