/** What changes with each update of another entity and at no other time is that update's doing, whatever it comes to show (real servers, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'person.update.nothing-else';

type People = readonly { readonly ids: { readonly id: number }; readonly allow: string }[];

/** A person who may only be looked at shows another telephone number after each of these. */
async function verdictOf(
  moves: (asked: { readonly method: string; readonly ok: boolean }) => boolean,
): Promise<string> {
  let watched = '';
  let times = 0;
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    rewrite: (passing) => {
      const { method, target, status } = passing;
      if (!/^\/api\/person\/v2\/\d+(\?|$)/.test(target)) return;
      if (moves({ method, ok: status === 200 })) times += 1;
      if (method === 'GET' && status === 200 && target === watched)
        passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), phone: `over ${times}` });
    },
    profile: (profile) => {
      const { person = [] } = profile['fixtures'] as Readonly<Record<string, People>>;
      watched = `/api/person/v2/${person.find(({ allow }) => allow === 'observe')?.ids.id}`;
      return profile;
    },
  });
  return result(ID).verdict;
}

test.each([
  [
    'each update',
    ({ method, ok }: { readonly method: string; readonly ok: boolean }) => method === 'PUT' && ok,
    'fail',
  ],
  ['each look as well', () => true, 'pass'],
  ['nothing', () => false, 'pass'],
] as const)('what changes with %s', async (_what, moves, verdict) => {
  expect(await verdictOf(moves)).toBe(verdict);
});
