/** What may be in the state already to which an operation leads may be refused by a server that takes each once (4.7, 4.10). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const answering =
  (status: number): Rewrite =>
  (passing) => {
    if (passing.method === 'PUT' && /\/validations\/\d+\/validator/.test(passing.target) && passing.status < 300)
      Object.assign(passing, { status, headers: {}, body: '' });
  };

test.each([
  [409, 'inconclusive'],
  [400, 'inconclusive'],
  [404, 'fail'],
  [200, 'fail'],
  [202, 'pass'],
])('a validator is set with %i: %s', async (status, verdict) => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['validation.validator.update.success'],
    rewrite: answering(status),
  });
  expect(outcome.result('validation.validator.update.success.status').verdict).toBe(verdict);
});

const refusing =
  (path: RegExp): Rewrite =>
  (passing) => {
    if (passing.method === 'PUT' && path.test(passing.target) && passing.status < 300)
      Object.assign(passing, { status: 409, headers: {}, body: '' });
  };

test.each([
  ['of which nobody says it', false, 'inconclusive'],
  ['that are active', true, 'fail'],
])('domains %s are not suspended', async (_name, isTold, verdict) => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['domain.suspend.success'],
    rewrite: refusing(/\/domain\/v1\/\d+\/suspend/),
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, { traits?: object }[]>;
      const domain = fixtures['domain']?.map((one) => ({
        ...one,
        traits: isTold ? { ...one.traits, state: 'active' } : {},
      }));
      return { ...profile, fixtures: { ...fixtures, domain } };
    },
  });
  expect(outcome.result('domain.suspend.success.status').verdict).toBe(verdict);
});

test.each([
  [409, 'inconclusive'],
  [422, 'inconclusive'],
  [423, 'inconclusive'],
  [400, 'fail'],
  [404, 'fail'],
])('persons whose deletion is refused with %i may still be in use: %s', async (status, verdict) => {
  const outcome = await runAgainst(catalogue, {
    speaks: 'default',
    checks: ['person.delete.success'],
    rewrite: (passing) => {
      if (passing.method === 'DELETE' && passing.status < 300) Object.assign(passing, { status, body: '{}' });
    },
  });
  expect(outcome.result('person.delete.success.status').verdict).toBe(verdict);
});

test('where others were deleted, those that are refused may be such as nobody deletes', async () => {
  const seen = new Set<string>();
  const outcome = await runAgainst(catalogue, {
    checks: ['person.delete.success', 'lifecycle.person'],
    rewrite: async (passing) => {
      if (passing.method !== 'DELETE' || passing.status >= 300) return;
      const isOwn = passing.check?.startsWith('person.delete') === true;
      // The check of the operation comes when another one has been deleted.
      while (isOwn && seen.size === 0) await new Promise((done) => setTimeout(done, 20));
      if (isOwn) Object.assign(passing, { status: 400, body: '{}' });
      else seen.add(passing.target);
    },
  });
  expect(outcome.result('person.delete.success.status').verdict).toBe('inconclusive');
});
