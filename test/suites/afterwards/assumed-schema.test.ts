/** What nobody vouches for is open of all answers, as it is of the first (contract 4.6). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const [FIRST, ALL] = ['person.read.success.schema', 'person.read.answers.schema'];

/** A server whose persons have members of other types than the dialect's schema says. */
const otherwise: Rewrite = (passing) => {
  if (passing.method === 'GET' && passing.status === 200 && /^\/api\/person\/v2\/\d+$/.test(passing.target))
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), email: ['a', 'b'] });
};

test.each([
  ['is open where the schema is assumed', 'default', ['observed', 'observed']],
  ['fails once where it is claimed', { base: 'default', claimed: true }, ['fail', 'inconclusive']],
])('an answer of another form %s', async (_, told, verdicts) => {
  const { result } = await runAgainst(catalogue, { only: [FIRST, ALL], told, rewrite: otherwise });
  expect([FIRST, ALL].map((id) => result(id).verdict)).toEqual(verdicts);
});
