/** Who refuses a text for its length alone, though it is within the documented maximum, is not excused by rules about forms and levels. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const DETAILS = 'organizationDetails';
const AGENCY = `${DETAILS}.evDetails.registrationAgency`;

/** What the parameter is answered with where the test of its value says so. */
async function verdictFor(promise: string, name: string, refuses: (value: string) => boolean) {
  const outcome = await runAgainst(catalogue, {
    only: [promise],
    depth: 'standard',
    rewrite: (passing) => {
      const values = new URL(passing.target, 'http://any').searchParams.getAll(name);
      if (passing.method === 'PUT' && passing.status < 300 && values.some(refuses)) passing.status = 400;
    },
  });
  return outcome.result(promise).verdict;
}

test.each([
  ['validation.revalidate', `${AGENCY}.registrationNumber`, 200],
  ['validation.revalidate', `${DETAILS}.generalDetails.assumedName`, 100],
  ['validation.revalidate', `${DETAILS}.evDetails.contractSigner.email`, 200],
  ['validation.assignment.update', 'externalOrgId', 100],
  ['endpoint.update', 'uriExtension', 40],
  ['endpoint.update', 'config.contactPhone', 20],
  ['endpoint.update', 'config.enrollmentLinkAddress', 1000],
] as const)('%s refuses %s of more than %i characters', async (operation, name, longest) => {
  const promise = `${operation}.${name}.maxLength.accepts`;
  expect(await verdictFor(promise, name, (value) => value.length > longest)).toBe('fail');
});

test.each([
  [
    'no letters, as of a telephone number',
    'config.contactPhone',
    (value: string) => /[a-z]/i.test(value) || value.length > 15,
  ],
  [
    'no addresses of e-mail that are too long for one',
    'config.contactEmail',
    (value: string) => !/^[^@]{1,64}@[^@]{1,189}$/.test(value),
  ],
  ['nothing at all', 'uriExtension', () => false],
] as const)('a server that takes %s of %s is told nothing wrong', async (_, name, refuses) => {
  expect(await verdictFor(`endpoint.update.${name}.maxLength.accepts`, name, refuses)).not.toBe('fail');
});
