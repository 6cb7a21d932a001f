/** What the contract describes in two ways is taken in one of them; and each country may be named (a real server, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const AGENCY = 'organizationDetails.evDetails.registrationAgency';
const DATE = `${AGENCY}.dateOfIncorporation`;
const COUNTRY = `${AGENCY}.country`;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The verdict where a server answers the values of a parameter as `status` says; undefined leaves its answer. */
async function verdictOf(name: string, status: (value: string) => number | undefined): Promise<string> {
  const id = `validation.revalidate.${name}.valid.accepts`;
  const outcome = await runAgainst(catalogue, {
    only: [id],
    depth: 'standard',
    rewrite: (passing) => {
      const value = new URL(passing.target, 'http://any').searchParams.get(name);
      const answer = passing.method !== 'PUT' || value === null ? undefined : status(value);
      if (answer !== undefined) Object.assign(passing, { status: answer, body: '{}' });
    },
  });
  return outcome.result(id).verdict;
}

test('a date of incorporation is taken as a day, as a moment, or else it is a failure', async () => {
  expect(await verdictOf(DATE, () => undefined)).toBe('pass');
  expect(await verdictOf(DATE, (value) => (DAY.test(value) ? 400 : 200))).toBe('observed');
  expect(await verdictOf(DATE, () => 400)).toBe('fail');
});

test('a country that is refused while others are taken is a failure, wherever the parameter serves one level only', async () => {
  expect(await verdictOf(COUNTRY, () => undefined)).toBe('pass');
  expect(await verdictOf(COUNTRY, (value) => (value === 'ET' ? 400 : undefined))).toBe('fail');
  expect(await verdictOf(COUNTRY, () => 400)).toBe('observed');
});
