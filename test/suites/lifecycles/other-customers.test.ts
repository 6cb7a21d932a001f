/** What is done to an entity of one customer does nothing to those of another one: their own token tells. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { type Outcome, runAgainst } from '../against.ts';
import type { Passing } from '../proxy.ts';

type Fixtures = Readonly<Record<string, readonly { readonly ids: { readonly id: number }; readonly foreign?: true }[]>>;

/** What becomes of answers about the first person of another customer once a person of ours was changed, or deleted. */
async function personsWith(requirement: string, method: string, answer: (passing: Passing, sent: string) => object) {
  let theirs = 0;
  let sent: string | undefined;
  const outcome: Outcome = await runAgainst(catalogue, {
    only: [requirement],
    depth: 'standard',
    rewrite: (passing) => {
      const id = Number(/^\/api\/person\/v2\/(\d+)$/.exec(passing.target)?.[1]);
      if (id > 0 && id !== theirs && passing.method === method && passing.status < 300) sent = passing.sent;
      if (passing.method === 'GET' && id === theirs && passing.status === 200 && sent !== undefined)
        Object.assign(passing, answer(passing, sent));
    },
    profile: (profile) => {
      const persons = (profile['fixtures'] as Fixtures)['person'] ?? [];
      theirs = persons.find(({ foreign }) => foreign === true)?.ids.id ?? 0;
      if (theirs === 0) throw new Error('No person of another customer is known.');
      return profile;
    },
  });
  return outcome.result(requirement).verdict;
}

const withLastSent = ({ body }: Passing, sent: string): object => ({
  body: JSON.stringify({ ...(JSON.parse(body) as object), ...(JSON.parse(sent) as object) }),
});
const as = (status: number) => (): object => ({ status, body: '{"code":-1,"description":"No"}' });

test.each([
  ['takes over what is written to one of ours', 'person.update.nothing-else', 'PUT', withLastSent, 'fail'],
  ['goes with one of ours', 'lifecycle.person.nothing-else', 'DELETE', as(404), 'fail'],
  ['is left alone', 'person.update.nothing-else', 'PUT', () => ({}), 'pass'],
  // A token may come to its end.
  ['is not shown any more', 'person.update.nothing-else', 'PUT', as(401), 'pass'],
  ['is not shown any more', 'lifecycle.person.nothing-else', 'DELETE', as(401), 'pass'],
] as const)('one that %s: %s', async (_, requirement, method, answer, verdict) => {
  expect(await personsWith(requirement, method, answer)).toBe(verdict);
});
