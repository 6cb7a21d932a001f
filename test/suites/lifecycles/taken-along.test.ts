/** What goes with a deleted organization: a department of which nobody shows to which it belongs may, that of another one must not (silence organization.delete.condition). */
import { setTimeout } from 'node:timers/promises';
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

const LOCATION = /^\/api\/ssl\/v2\/\d+\/location\/\d+$/;
const IN_WORDS = /^\/api\/organization\/v1\/\d+\.0$/;

/** So long a deletion of a location waits at most until an organization is deleted. */
const MOST_MS = 20_000;

test.each([
  ['at the deletion of an organization in another notation', true, 'inconclusive'],
  ['at no deletion but that of another one', false, 'fail'],
])('a location that shows nobody whose it is is gone %s', { timeout: 60_000 }, async (_, isAskedFor, verdict) => {
  const [location, organization] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = new Set<string>();
  let isGone = false;
  const { result } = await runAgainst(catalogue, {
    only: ['lifecycle.ssl-location.nothing-else', ...(isAskedFor ? ['organization.delete.path.id.type.refuses'] : [])],
    depth: 'standard',
    otherwise: ['request.number-form'],
    rewrite: async (passing) => {
      const { method, target, status } = passing;
      if (method === 'DELETE' && IN_WORDS.test(target) && status < 300) {
        await Promise.race([location.promise, setTimeout(MOST_MS)]);
        organization.resolve();
      }
      if (!LOCATION.test(target)) return;
      if (method === 'DELETE' && status < 300) {
        asked.add(target);
        location.resolve();
        if (isAskedFor) await Promise.race([organization.promise, setTimeout(MOST_MS)]);
        isGone = true;
      }
      if (method === 'GET' && isGone && !asked.has(target)) passing.status = 404;
    },
  });
  expect(isGone).toBe(true);
  expect(result('lifecycle.ssl-location.nothing-else').verdict).toBe(verdict);
});
