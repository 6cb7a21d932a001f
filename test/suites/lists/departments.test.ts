/** A department has no certificates but its own: neither those of its organization, nor those of another of its name (contract 4.2). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'ssl.list.filter.known';

test.each([
  [false, 'pass'],
  [true, 'fail'],
])('one department lists those of others: %s', { timeout: 60_000 }, async (widens, verdict) => {
  let departments: string[] = [];
  const outcome = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    profile: (profile) => {
      const { organization = [] } = profile['fixtures'] as Record<string, { ids: { id: number }; traits?: object }[]>;
      departments = organization
        .filter(({ traits }) => ({ ...traits })['level' as never] === 'department')
        .map(({ ids }) => String(ids.id));
      return profile;
    },
    aim: ({ target }) => {
      const asked = new URL(target, 'http://localhost').searchParams.get('orgId');
      return widens && asked !== null && asked === departments[2] ? target.replace(/orgId=\d+&?/, '') : target;
    },
  });
  expect(verdictOf(outcome.result(ID)), outcome.result(ID).reason).toBe(verdict);
});
