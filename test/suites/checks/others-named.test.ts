/** Whoever an accepted request names, of whatever type, it is answered as documented (contract 4.7). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'validation.validator.update.success.no-body';

test.each([
  [undefined, 'pass'],
  ['SAS', 'fail'],
])('a validator of the type %s is confirmed with a body', { timeout: 60_000 }, async (odd, verdict) => {
  const types = new Map<string, unknown>();
  const outcome = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    profile: (profile) => {
      const { administrator = [] } = profile['fixtures'] as Record<string, { ids: { id: number }; traits?: object }[]>;
      for (const { ids, traits } of administrator) types.set(String(ids.id), { ...traits }['type' as never]);
      return profile;
    },
    rewrite: (passing) => {
      const named = new URL(passing.target, 'http://localhost').searchParams.get('adminId') ?? '';
      if (odd !== undefined && passing.status === 202 && types.get(named) === odd) passing.body = '{"ok":true}';
    },
  });
  expect(verdictOf(outcome.result(ID)), outcome.result(ID).reason).toBe(verdict);
});
