/** A list to which others write all the time: what does not hold of it while it stands still is a fault, and nothing else is (contract 4.2). */
import { expect, test } from 'vitest';
import { listGroups } from '../../../suites/lists/groups.ts';
import { runAgainst } from '../against.ts';
import type { Aim, Rewrite } from '../proxy.ts';

const PARTITION = 'ssl.list.paging.partition';
const PATH = '/api/ssl/v2';

/** How long somebody's certificate is there, in milliseconds: many answers see the same list. */
const STAYS_MS = 1500;

/** At the end of the list another certificate comes after a while, in place of the one before. */
const others: Rewrite = (passing) => {
  const { pathname, searchParams } = new URL(passing.target, 'http://target');
  if (passing.method !== 'GET' || pathname !== PATH || passing.status !== 200) return;
  const items = JSON.parse(passing.body) as Record<string, unknown>[];
  const size = Number(searchParams.get('size') ?? 0);
  if (items.length === 0 || items.length >= size) return;
  const sslId = 1_000_000 + Math.floor(Date.now() / STAYS_MS);
  passing.body = JSON.stringify([...items, { ...items.at(-1), sslId, commonName: `others-${sslId}.example.test` }]);
};

/** Whoever asks for a page gets the first one. */
const unmoved: Aim = ({ target }) =>
  target.startsWith(`${PATH}?`) ? target.replace(/position=\d+/, 'position=0') : target;

async function verdict(aim?: Aim): Promise<string> {
  const setup = { only: [PARTITION], rewrite: others, ...(aim === undefined ? {} : { aim }) };
  const { result } = await runAgainst(listGroups, setup);
  return result(PARTITION).verdict;
}

test('a position that is ignored is found', async () => {
  expect(await verdict(unmoved)).toBe('fail');
});

test('that others write is no fault', async () => {
  expect(await verdict()).not.toBe('fail');
});
