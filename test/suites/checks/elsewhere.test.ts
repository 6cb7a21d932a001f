/** What is open for a server as a whole is a fault where one operation alone does it (RFC 9112, section 7.1; RFC 8259, section 2). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Passing, Rewrite } from '../proxy.ts';

const SPELLINGS = 'organization.update.body.spellings.accepts';
const MALFORMED = 'organization.update.body.malformed.refuses';

async function verdictOf(requirement: string, rewrite: Rewrite): Promise<string> {
  const { result } = await runAgainst(catalogue, { only: [requirement], depth: 'standard', rewrite });
  return result(requirement).verdict;
}

const OWN = /^\/api\/organization\/v1\/\d+$/;
const PERSONS = /^\/api\/person\//;

const PLACES: readonly [string, string, (passing: Passing) => boolean][] = [
  ['at one operation alone', 'fail', ({ target }) => OWN.test(target)],
  ['everywhere', 'warn', () => true],
  ['at one operation and another', 'warn', ({ target }) => OWN.test(target) || PERSONS.test(target)],
];

test.each(PLACES)('a server that does not read chunks %s', async (_, verdict, isUnread) => {
  const rewrite: Rewrite = (passing) => {
    if (passing.chunked && isUnread(passing)) Object.assign(passing, { status: 400, body: '' });
  };
  expect(await verdictOf(SPELLINGS, rewrite)).toBe(verdict);
});

test.each(PLACES)('a server that takes no notice of what follows a value %s', async (_, verdict, isTaken) => {
  const rewrite: Rewrite = (passing) => {
    if (/[}\]] (x|\{\}|\[\])$/.test(passing.sent) && isTaken(passing))
      Object.assign(passing, { status: 204, body: '' });
  };
  expect(await verdictOf(MALFORMED, rewrite)).toBe(verdict);
});
