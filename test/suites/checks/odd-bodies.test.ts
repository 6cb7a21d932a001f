/** JSON that a reader may be unable to take (RFC 8259, sections 6, 8.2 and 9) shows nothing by breaking it (real servers, real requests). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ROBUST = 'person.update.robust';
const ANSWERED = 'person.update.answers.no-server-error';

test.each([
  ['half a character', /\\ud800/, 'warn', 'pass'],
  ['a number beyond a double', /1e400|9{400}/, 'warn', 'pass'],
  ['a hundred lists within each other', /\[{100}/, 'pass', 'pass'],
  ['a NUL', /\\u0000/, 'fail', 'fail'],
])('a server that breaks on %s', async (_what, odd, robust, answered) => {
  const { result } = await runAgainst(catalogue, {
    only: [ROBUST, ANSWERED],
    rewrite: (passing) => {
      if (odd.test(passing.sent)) Object.assign(passing, { status: 500, body: '' });
    },
  });
  expect([ROBUST, ANSWERED].map((id) => verdictOf(result(id)))).toEqual([robust, answered]);
});

test('no entity that is there is given a text that nobody might be able to read', async () => {
  const { emulator, fixtures } = await runAgainst(catalogue, { only: [ROBUST] });
  const there = new Set(fixtures['person']?.map(({ ids }) => String(ids['id'])));
  const halves = emulator.log.filter(({ body = '' }) => body.includes('\\ud800'));
  expect(halves.length).toBeGreaterThan(0);
  expect(halves.filter(({ url }) => there.has(url.split('/').at(-1) ?? ''))).toEqual([]);
});
