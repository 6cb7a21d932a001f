/** An update that is refused since it names what is not there leaves all as it was (contract 4.1, 4.6). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';

const ID = 'person.update.refused-unchanged';

/** The owner says that a person names an organization. */
const overlay = overlayFile('the organization of a person', [
  { target: '$.components.schemas.PersonInfo.properties.organizationId', update: { 'x-reference': 'organization' } },
]);

const namesNothing = (method: string, sent: string): boolean =>
  method === 'PUT' && /"organizationId":21470\d{5}\b/.test(sent);

test.each([
  ['writes the rest all the same', true, 'fail'],
  ['writes nothing', false, 'pass'],
])('a server that refuses an unknown organization and %s', { timeout: 60_000 }, async (_what, writes, verdict) => {
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    told: { base: 'default', claimed: true, overlay },
    aim: ({ method, target, sent }) => (namesNothing(method, sent) && !writes ? '/api/person/v2/2147000001' : target),
    rewrite: (passing) => {
      if (namesNothing(passing.method, passing.sent))
        Object.assign(passing, { status: 400, body: '{"code":-1,"description":"There is no such organization."}' });
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
