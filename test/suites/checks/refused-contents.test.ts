/** A body that can be read and has the wrong type may be found unfit for its contents (RFC 9110, section 15.5.21); one that cannot be read may not. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const TYPE = 'person.update.body.top-level-type.refuses';
const MALFORMED = 'person.update.body.malformed.refuses';

test.each([
  [422, 'warn', 'fail'],
  [400, 'pass', 'pass'],
  [409, 'fail', 'fail'],
])('bodies that are refused with %i', async (status, ofType, ofForm) => {
  const { result } = await runAgainst(catalogue, {
    only: [TYPE, MALFORMED],
    rewrite: (passing) => {
      if (passing.method === 'PUT' && passing.status === 400) passing.status = status;
    },
  });
  expect([TYPE, MALFORMED].map((id) => result(id).verdict)).toEqual([ofType, ofForm]);
});
