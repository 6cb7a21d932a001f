/** A day that no calendar has is no date of incorporation, in whichever form dates are taken (a real server, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const NAME = 'organizationDetails.evDetails.registrationAgency.dateOfIncorporation';
const ID = `validation.revalidate.${NAME}.pattern.refuses`;

/** Dates that a lenient calendar rolls over into the next month. */
const rolledOver = /^\d{4}-\d\d-\d\d$/;

test.each(['default', 'alternate'] as const)(
  'in the %s dialect a server that takes impossible days is found',
  async (speaks) => {
    const outcome = await runAgainst(catalogue, {
      speaks,
      only: [ID],
      rewrite: (passing) => {
        const date = new URL(passing.target, 'http://any').searchParams.get(NAME);
        if (passing.method !== 'PUT' || passing.status !== 400 || date === null || !rolledOver.test(date)) return;
        passing.status = 200;
        passing.body = '{}';
      },
    });
    expect(outcome.result(ID)).toMatchObject({ verdict: 'fail', failure: { violation: { new: '2023-02-30' } } });
  },
);

test.each(['default', 'alternate'] as const)('in the %s dialect a server that refuses them passes', async (speaks) => {
  const outcome = await runAgainst(catalogue, { speaks, only: [ID, ID.replace('pattern.refuses', 'valid.accepts')] });
  expect(outcome.result(ID).verdict).toBe('pass');
  expect(outcome.failures()).toEqual([]);
});

test('a server that takes every fourth year for a leap year is found', async () => {
  const outcome = await runAgainst(catalogue, {
    only: [ID],
    rewrite: (passing) => {
      const date = new URL(passing.target, 'http://any').searchParams.get(NAME);
      if (passing.method !== 'PUT' || passing.status !== 400 || date !== '1900-02-29') return;
      passing.status = 200;
      passing.body = '{}';
    },
  });
  expect(outcome.result(ID)).toMatchObject({ verdict: 'fail', failure: { violation: { new: '1900-02-29' } } });
});
