/** Pages of the SSL list: their length, their totals, and that together they are the list (contract 4.2, 8). */
import fc from 'fast-check';
import { beside, type CheckContext, shrunkInTime } from '../engine/index.ts';
import { fail, observed, PASS, unshown } from '../judges/index.ts';
import { noTotal, oneTotal, partition, recordFilteredPages } from './filtered-paging.ts';
import { largestSize, type Page, type QueryOrder, readPage } from './listing.ts';
import { notEqual } from './relations.ts';
import {
  FEW_ENTRIES,
  type Finding,
  isBroken,
  isWorld,
  judgeRelation,
  judgeSteadily,
  listCheck,
  noList,
  recordFinding,
  recordRelation,
  type World,
  worldOf,
} from './world.ts';

const LENGTH = 'ssl.list.paging.length';
const TOTAL = 'ssl.list.paging.total';
const COUNT = 'ssl.list.paging.total-count';
const PARTITION = 'ssl.list.paging.partition';
const POSITION = 'ssl.list.paging.position';
const PAST_END = 'ssl.list.paging.past-end';

/** Page sizes whose pages are put together again; the smallest make the most pages. */
const SIZES = [7, 25, 60];

/** Sizes that clients ask for most, of which a server may have another way of its own. */
const COMMON_SIZES = [10, 20, 50, 100];

/** Entries of the page that is asked for twice: of no other size, so that both are the first of it. */
const ASKED_AGAIN = 5;

/** Entries that are put together from small pages. */
const WINDOW = 200;

/** The relations between the pages of one query. */
export const pagingCheck = listCheck(
  {
    id: 'ssl.list.paging',
    title: 'The pages of the SSL list give every entry once, in one order, with one total',
    requirements: [LENGTH, TOTAL, COUNT, PARTITION, POSITION, PAST_END],
  },
  async (context, world) => {
    const sizes = [...SIZES, largestSize(context.contract.operation('ssl.list'))];
    await beside(context, [
      // First, as it is told of at once: in a long run these are many.
      async (own) => (own.wants(POSITION) ? recordPositions(own, world) : undefined),
      (own) => recordLengths(own, world, [1, ...sizes]),
      ...sizes.map((size) => (own: CheckContext) => recordPages(own, size)),
      (own) => recordFilteredPages(own, world, { total: TOTAL, partition: PARTITION, count: COUNT }),
      (own) => recordRelation(own, COUNT, 'the whole list', async (now) => count(now)),
      async (own) => (own.wants(PAST_END) ? recordPastEnd(own, world) : undefined),
    ]);
  },
);

async function recordLengths(context: CheckContext, { base }: World, sizes: readonly number[]): Promise<void> {
  if (!context.wants(LENGTH)) return;
  for (const size of sizes)
    recordFinding(context, LENGTH, `size ${size}`, judgeLength(await readPage(context, base, size, 0), size));
}

/** The pages of one size are the list, and all tell one total. */
async function recordPages(context: CheckContext, size: number): Promise<void> {
  await recordRelation(context, PARTITION, `pages of ${size}`, (now) =>
    partition(context, now, { query: now.base, keys: now.keys, size, entries: WINDOW }),
  );
  await recordRelation(context, TOTAL, `pages of ${size}`, (now) => total(context, now, size));
}

function judgeLength(page: Page, size: number): Finding {
  const { exchange, status, items } = page;
  if (status !== 200) return noList(exchange);
  if (items.length <= size) return { judgement: PASS, exchange };
  return { judgement: fail(`at most ${size} entries`, `${items.length} entries`), exchange, case: { size } };
}

function total(context: CheckContext, { base, keys }: World, size: number): Promise<Finding> {
  const last = Math.max(0, keys.length - 1);
  const pages = [
    [size, 0],
    [size, size],
    [size, last],
    [1, 0],
    [0, 0],
  ] as const;
  return oneTotal(context, base, { size }, pages);
}

/** Both readings of the total (what matches, or all) agree where there is no filter. */
function count({ base, listing: { total: told, items, last } }: World): Finding {
  if (told === undefined) return noTotal(last);
  const whole = Object.keys(base).length === 0;
  const good = whole ? told === items.length : told >= items.length;
  if (good) return { judgement: PASS, exchange: last.exchange };
  const expected = whole ? `X-Total-Count ${items.length}, as many as the pages show` : `at least ${items.length}`;
  return { judgement: fail(expected, `X-Total-Count ${told}`), exchange: last.exchange };
}

/** Any position and size give that slice of the list; a failing pair is shrunk to the smallest. */
async function recordPositions(context: CheckContext, world: World): Promise<void> {
  if (world.keys.length < 2) {
    context.record(POSITION, unshown('no-fixture', FEW_ENTRIES), { label: 'the list' });
    return;
  }
  await recordHalves(context);
  for (const size of COMMON_SIZES) {
    await recordRelation(context, POSITION, `the first ${size}`, (now) => slice(context, now, 0, size));
    // The next begins where it ends, and the last one is filled in part or by the last entry alone.
    for (const at of context.depth === 'quick' ? [] : [size, lastOf(world, size)])
      if (at > 0 && at < world.keys.length)
        await recordRelation(context, POSITION, `${size} from ${at} on`, (now) =>
          slice(context, now, at, size, at === size ? 'turned' : 'usual'),
        );
  }
  await recordRelation(context, POSITION, `the first ${ASKED_AGAIN}, and at once again`, (now) =>
    askedAgain(context, now),
  );
  let halted: unknown;
  let broken: Finding | undefined;
  const place = fc.record({
    position: fc.integer({ min: 0, max: Math.min(world.keys.length - 1, 5000) }),
    size: fc.integer({ min: 1, max: largestSize(context.contract.operation('ssl.list')) }),
  });
  const property = fc.asyncProperty(
    place,
    shrunkInTime(async ({ position, size }: { position: number; size: number }) => {
      if (halted !== undefined) return true;
      try {
        const finding = await judgeRelation(context, (now) => slice(context, now, position, size));
        if (!isBroken(finding)) {
          recordFinding(context, POSITION, `position ${position}, size ${size}`, finding);
          return true;
        }
        broken = finding;
      } catch (error) {
        halted = error;
        return true;
      }
      return false;
    }),
  );
  const end = world.keys.length;
  const examples = [
    { position: 1, size: 1 },
    { position: end - 1, size: 2 },
    { position: Math.max(0, end - 3), size: 3 },
  ];
  const outcome = await fc.check(property, {
    seed: context.seed,
    numRuns: context.runs + 5,
    examples: examples.map((one) => [one]),
  });
  if (halted !== undefined) throw halted;
  if (!outcome.failed || broken === undefined) return;
  const { judgement, exchange } = broken as Finding;
  const [smallest] = outcome.counterexample ?? [];
  context.record(POSITION, judgement, {
    label: `position ${smallest?.position ?? 0}, size ${smallest?.size ?? 0}`,
    case: smallest,
    exchange,
    ...(outcome.counterexamplePath === null ? {} : { path: outcome.counterexamplePath }),
  });
}

/** Where the last page of a size begins. */
function lastOf({ keys }: World, size: number): number {
  return Math.floor((keys.length - 1) / size) * size;
}

/** Where one of the two is left out, a page begins at the beginning, or is of a length that is not shown. */
async function recordHalves(context: CheckContext): Promise<void> {
  for (const [position, size] of [
    [undefined, 1],
    [1, undefined],
  ] as const) {
    const label = position === undefined ? 'no position' : 'no size';
    await recordRelation(context, POSITION, label, (now) => slice(context, now, position, size));
  }
}

/** The same page, asked for twice with nothing between: a position names the same entry both times. */
async function askedAgain(context: CheckContext, world: World): Promise<Finding> {
  const findings = await Promise.all([1, 2].map(() => slice(context, world, 0, ASKED_AGAIN)));
  return findings.find(isBroken) ?? (findings[0] as Finding);
}

async function slice(
  context: CheckContext,
  world: World,
  place: number | undefined,
  length: number | undefined,
  order: QueryOrder = 'usual',
): Promise<Finding> {
  const page = await readPage(context, world.base, length, place, order);
  if (page.status !== 200) return noList(page.exchange);
  const [position, size] = [place ?? 0, length ?? page.items.length];
  const wanted = world.keys.slice(position, position + size);
  const wrong = notEqual(
    page.items.map((item) => world.identity.key(item)),
    wanted,
  );
  if (wrong === undefined) return { judgement: PASS, exchange: page.exchange };
  if (size > Math.max(...SIZES) && page.items.length > 0 && page.items.length < wanted.length) {
    const judgement = observed({ what: 'shown', of: `size=${size}`, value: `${page.items.length} entries` });
    return { judgement, exchange: page.exchange };
  }
  return {
    judgement: fail(`entries ${position} to ${position + wanted.length - 1} of the list`, wrong),
    exchange: page.exchange,
    case: {
      ...(place === undefined ? {} : { position: place }),
      ...(length === undefined ? {} : { size: length }),
    },
  };
}

async function recordPastEnd(context: CheckContext, world: World): Promise<void> {
  const end = world.keys.length;
  // The nearest one is exact unless somebody adds a certificate meanwhile; the farthest is the largest position there is.
  for (const position of [end, end + 1, end + 1000, 2_147_483_647]) {
    const finding = await judgeSteadily(context, async (fresh) => {
      const now = fresh ? await worldOf(context, true) : world;
      const from = position <= end + 1 && isWorld(now) ? now.keys.length + position - end : position;
      const page = await readPage(context, world.base, 10, from);
      if (page.status !== 200) return noList(page.exchange);
      if (page.items.length === 0) return { judgement: PASS, exchange: page.exchange };
      return {
        judgement: fail('an empty list', `${page.items.length} entries`),
        exchange: page.exchange,
        case: { position: from },
      };
    });
    recordFinding(context, PAST_END, `position ${position} of ${end}`, finding);
  }
}
