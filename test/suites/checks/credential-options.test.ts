/** A guard that stands before plain requests alone (contract 5): real servers, real requests. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

/** Answers with `status` who names the parameter and has no credential. */
const admitting =
  (parameter: string, status: number) =>
  (passing: { target: string; status: number; authorization: string | undefined }) => {
    if (passing.authorization === undefined && passing.target.includes(`${parameter}=`)) passing.status = status;
  };

test.each([
  ['ssl.list', 'commonName', 200, 'fail'],
  ['validation.revalidate', 'organizationDetails.name', 200, 'fail'],
  ['endpoint.update', 'orgDelegations', 204, 'fail'],
  ['admin.delete', 'replacingRequesterId', 204, 'fail'],
  ['admin.delete', 'replacingRequesterId', 401, 'pass'],
  // Which of two faults is told first is open.
  ['endpoint.update', 'config.contactName', 400, 'pass'],
])('%s with %s and no credential, answered with %i: %s', async (operation, parameter, status, verdict) => {
  const id = `${operation}.credential.missing`;
  const { result } = await runAgainst(catalogue, { rewrite: admitting(parameter, status), only: [id] });
  expect(verdictOf(result(id))).toBe(verdict);
  if (verdict === 'fail') expect(result(id).failure?.caseLabel).toContain(parameter);
});
