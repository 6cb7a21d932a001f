/** Methods that a path is not documented with (contract 4.1; silence http.unsupported-method): real servers, real requests. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ROBUST = 'notification.update.robust';
const CLAIMED = 'notification.update.declared.unsupported-method';

test.each([
  ['POST', undefined, 405, 'pass', 'observed'],
  ['POST', 405, 405, 'pass', 'pass'],
  ['POST', 405, 404, 'pass', 'warn'],
  ['POST', 405, 200, 'pass', 'fail'],
  ['POST', 405, 500, 'fail', 'warn'],
  ['GET', 405, 500, 'fail', 'pass'],
  ['GET', 405, 404, 'pass', 'pass'],
  ['POST', undefined, 500, 'fail', 'observed'],
  ['POST', undefined, 501, 'pass', 'observed'],
])(
  '%s, claimed %s and answered with %i: %s by the contract, %s by the dialect',
  async (by, claimed, status, sound, said) => {
    const { result } = await runAgainst(catalogue, {
      told: { base: 'default', answers: claimed === undefined ? {} : { 'http.unsupported-method': claimed } },
      rewrite: (passing) => {
        if (passing.method === by && passing.target.startsWith('/api/notification/')) passing.status = status;
      },
      only: [ROBUST, CLAIMED],
    });
    expect([ROBUST, CLAIMED].map((id) => verdictOf(result(id)))).toEqual([sound, said]);
  },
);
