/** A list may leave out all that is in a state until it is asked for just that, and only then (contract 4.2). */
import { expect, test } from 'vitest';
import { listGroups } from '../../../suites/lists/groups.ts';
import { runAgainst } from '../against.ts';

const ID = 'ssl.list.filter.status.narrows';
const ARCHIVED = 'Issued';

/** So many at the end of the list are in the state that is left out. */
const LEFT_OUT = 2;

/** Leaves a state out but where that is asked for. `stray`: others, who were there all the time, are then found as well. */
async function verdict(stray: boolean): Promise<string> {
  let archive: unknown[] = [];
  const { result } = await runAgainst(listGroups, {
    only: [ID],
    rewrite: (passing) => {
      const { pathname, searchParams } = new URL(passing.target, 'http://any');
      if (passing.method !== 'GET' || pathname !== '/api/ssl/v2' || passing.status !== 200) return;
      const items = JSON.parse(passing.body) as unknown[];
      const status = searchParams.get('status');
      if (status === null && items.length > LEFT_OUT) archive = items.slice(-LEFT_OUT);
      const left = new Set(archive.map((one) => JSON.stringify(one)));
      const others = items.filter((one) => !left.has(JSON.stringify(one)));
      passing.body = JSON.stringify(status === ARCHIVED ? [...(stray ? others.slice(0, 1) : []), ...archive] : others);
    },
  });
  return result(ID).verdict;
}

test('what is left out as a whole warns', async () => {
  expect(await verdict(false)).toBe('warn');
});

test('what is found beside others that were there fails', async () => {
  expect(await verdict(true)).toBe('fail');
});
