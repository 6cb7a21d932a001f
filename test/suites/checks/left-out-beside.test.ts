/** What is required is so beside all that is not (contract 4.7): a server that takes another parameter in its place is found. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const LEGAL_NAME = 'organizationDetails.generalDetails.legalName';
const ID = `validation.revalidate.${LEGAL_NAME}.required.refuses`;

test.each([
  ['organizationDetails.name', 'fail'],
  ['nothing', 'pass'],
])('a server that takes %s for the legal name', async (instead, verdict) => {
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    rewrite: (passing) => {
      const query = new URL(passing.target, 'http://any').searchParams;
      if (passing.status === 400 && !query.has(LEGAL_NAME) && query.has(instead)) passing.status = 200;
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
