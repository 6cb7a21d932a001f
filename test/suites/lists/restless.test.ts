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

const DISJOINT = 'ssl.list.filter.status.disjoint';

/** The words that a certificate has in turn, while somebody works on it; after the last it has none of them for a while. */
const STAGES = ['Requested', 'Approved', 'Issued'];

/**
 * A list of which each third certificate reaches another stage with each look at one of them, and is listed for that which it has
 * reached; `twice`: the first of them is listed for each, and stays so.
 */
function changing(twice: boolean): Rewrite {
  let moving: readonly unknown[] = [];
  let asked = 0;
  return (passing) => {
    const { pathname, searchParams } = new URL(passing.target, 'http://target');
    if (passing.method !== 'GET' || pathname !== PATH || passing.status !== 200) return;
    const items = JSON.parse(passing.body) as unknown[];
    const status = searchParams.get('status');
    if (searchParams.get('size') !== '200' || searchParams.get('position') !== '0') return;
    if (searchParams.size === 2) moving = items.filter((_, at) => at % 3 === 0);
    if (status === null) return;
    if (STAGES.includes(status)) asked += 1;
    const stage = (at: number): string | undefined => STAGES[(asked + at) % (STAGES.length + 1)];
    const isAt = (at: number): boolean => (twice ? at === 0 : stage(at) === status);
    const known = new Set(moving.map((item) => JSON.stringify(item)));
    const shown = [
      ...items.filter((item) => !known.has(JSON.stringify(item))),
      ...moving.filter((_, at) => isAt(at) && STAGES.includes(status)),
    ];
    passing.body = JSON.stringify(shown);
    passing.headers['x-total-count'] = String(shown.length);
  };
}

test.each([
  ['change while it is looked', false, 'inconclusive'],
  ['are two at a time', true, 'fail'],
])('statuses that %s', { timeout: 60_000 }, async (_what, twice, expected) => {
  const { result } = await runAgainst(listGroups, { only: [DISJOINT], rewrite: changing(twice) });
  expect(result(DISJOINT).verdict, result(DISJOINT).reason).toBe(expected);
});
