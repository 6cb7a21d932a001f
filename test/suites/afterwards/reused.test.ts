/** What was deleted does not come back; that its number is given to somebody else in time is nowhere ruled out (a real server, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'person.delete.stays';
const ANOTHER = {
  firstName: 'Zoë',
  lastName: 'Brandt',
  email: 'zoe.brandt@example.test',
  commonName: 'Zoë Brandt',
  phone: '+41 44 1234567',
  upn: 'zoe@ad.example.test',
};

/** Who answers for a person that was deleted, once its absence was seen. */
async function verdictOf(whose: 'nobody' | 'the same' | 'another'): Promise<string> {
  const shown = new Map<string, string>();
  const gone = new Map<string, number>();
  const { result } = await runAgainst(catalogue, {
    only: [ID, 'lifecycle.person.second-delete', 'lifecycle.person.absent'],
    depth: 'standard',
    rewrite: (passing) => {
      const { method, target, status } = passing;
      if (method !== 'GET' || !/^\/api\/person\/v2\/\d+$/.test(target)) return;
      const body = shown.get(target);
      if (status === 200) shown.set(target, body ?? passing.body);
      if (status !== 404 || body === undefined) return;
      const times = (gone.get(target) ?? 0) + 1;
      gone.set(target, times);
      if (times < 2 || whose === 'nobody') return;
      passing.status = 200;
      passing.body = whose === 'the same' ? body : JSON.stringify({ ...(JSON.parse(body) as object), ...ANOTHER });
    },
  });
  return result(ID).verdict;
}

test.each([
  ['nobody', 'pass'],
  ['the same', 'fail'],
  ['another', 'warn'],
] as const)('%s stands there later', async (whose, verdict) => {
  expect(await verdictOf(whose)).toBe(verdict);
});
