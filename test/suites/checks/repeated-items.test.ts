/** Items may not repeat wherever they stand (contract 4.9): who compares with the first alone, or with the next alone, is found. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'endpoint.delegations.update.body.uniqueItems.refuses';

test.each([
  ['every other', (ids: number[]) => new Set(ids).size < ids.length, 'pass'],
  ['the first', ([first, ...others]: number[]) => others.includes(first ?? 0), 'fail'],
  ['the next', (ids: number[]) => ids.some((id, at) => id === ids[at + 1]), 'fail'],
] as const)('a server that compares each with %s', async (_, sees, verdict) => {
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    rewrite: (passing) => {
      const isList = /^\[\d+(,\d+)+\]$/.test(passing.sent);
      if (passing.method !== 'PUT' || passing.status !== 400 || !isList) return;
      if (!sees(JSON.parse(passing.sent) as number[])) Object.assign(passing, { status: 204, body: '' });
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
