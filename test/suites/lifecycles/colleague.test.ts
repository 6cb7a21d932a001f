/** What somebody else makes of an entity between an update and the look at it is not the server's doing, unless it is so every time (claim update.readback). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'person.update.shows';

test.each([
  ['once', 1, 'pass'],
  ['every time', Number.POSITIVE_INFINITY, 'fail'],
])('a first name that shows as something else %s', { timeout: 60_000 }, async (_often, most, verdict) => {
  const renamed = new Map<string, number>();
  let times = 0;
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    rewrite: (passing) => {
      const { method, target, status } = passing;
      if (!/^\/api\/person\/v2\/\d+$/.test(target) || status >= 300) return;
      if (method === 'PUT' && /"firstName":"[xq]/.test(passing.sent) && times < most) {
        times += 1;
        renamed.set(target, times);
      } else if (method === 'PUT') renamed.delete(target);
      else if (renamed.has(target))
        passing.body = passing.body.replace(/"firstName":"[^"]*"/, `"firstName":"Renamed ${renamed.get(target)}"`);
    },
  });
  expect(result(ID).verdict, result(ID).reason).toBe(verdict);
});
