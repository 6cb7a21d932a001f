/** A member of a body that is the id of an entity: what is no id may be taken for one that nothing has (real servers, real requests). */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { runAgainst } from '../against.ts';

const OPERATION = 'ssl.update';
const groups = (contract: Contract): CheckGroup[] => catalogue(contract).filter(({ id }) => id === OPERATION);

test.each([
  ['sslId.minimum', 404, 'pass'],
  ['sslId.minimum', 409, 'fail'],
  ['sslId.minimum', 200, 'fail'],
  ['sslId.required', 404, 'fail'],
  ['comments.maxLength', 404, 'fail'],
])('%s broken in a body is answered with %i: %s', async (name, status, verdict) => {
  const outcome = await runAgainst(groups, {
    told: { base: 'default', claimed: true },
    checks: [`${OPERATION}.body-schema`],
    only: [`${OPERATION}.body.${name}.refuses`],
    rewrite: (passing) => {
      if (passing.method === 'PUT' && passing.status === 400) passing.status = status;
    },
  });
  expect(outcome.result(`${OPERATION}.body.${name}.refuses`).verdict).toBe(verdict);
});
