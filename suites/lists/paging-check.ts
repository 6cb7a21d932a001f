/** Pages of the SSL list: their length, their totals, and that together they are the list (contract 4.2, 8). */
import fc from 'fast-check';
import type { Check, CheckContext } from '../engine/check.ts';
import { recordFilteredPages } from './filtered-paging.ts';
import { largestSize, type Page, pastEnd, readPage } from './listing.ts';
import { firstRepeat, notEqual } from './relations.ts';
import { type Finding, isWorld, judgeSteadily, noList, recordFinding, type World, worldOf } from './world.ts';

const LENGTH = 'ssl.list.paging.length';
const TOTAL = 'ssl.list.paging.total';
const COUNT = 'ssl.list.paging.total-count';
const PARTITION = 'ssl.list.paging.partition';
const POSITION = 'ssl.list.paging.position';
const PAST_END = 'ssl.list.paging.past-end';

/** Page sizes whose pages are put together again; the smallest make the most pages. */
const SIZES = [7, 25, 60];

/** Entries that are put together from small pages. */
const WINDOW = 200;

/** The relations between the pages of one query. */
export const pagingCheck: Check = {
  id: 'ssl.list.paging',
  title: 'The pages of the SSL list give every entry once, in one order, with one total',
  requirements: [LENGTH, TOTAL, COUNT, PARTITION, POSITION, PAST_END],
  effect: 'observe',
  run: async (context) => {
    const world = await worldOf(context, false);
    if (!isWorld(world)) {
      for (const id of pagingCheck.requirements) context.record(id, world, { label: 'the list' });
      return;
    }
    const largest = largestSize(context.contract.operation('ssl.list'));
    for (const size of [1, ...SIZES, largest]) {
      if (!context.wants(LENGTH)) break;
      const page = await readPage(context, world.base, size, 0);
      recordFinding(context, LENGTH, `size ${size}`, judgeLength(page, size));
    }
    for (const size of [...SIZES, largest]) {
      if (context.wants(PARTITION)) {
        const finding = await judgeSteadily(context, (fresh) => partition(context, size, fresh));
        recordFinding(context, PARTITION, `pages of ${size}`, finding);
      }
      if (context.wants(TOTAL)) {
        recordFinding(
          context,
          TOTAL,
          `pages of ${size}`,
          await judgeSteadily(context, () => oneTotal(context, world, size)),
        );
      }
    }
    await recordFilteredPages(context, world, { total: TOTAL, partition: PARTITION, count: COUNT });
    if (context.wants(COUNT))
      recordFinding(context, COUNT, 'the whole list', await judgeSteadily(context, (fresh) => count(context, fresh)));
    if (context.wants(POSITION)) await recordPositions(context, world);
    if (context.wants(PAST_END)) await recordPastEnd(context, world);
  },
};

function judgeLength(page: Page, size: number): Finding {
  const { exchange, status, items } = page;
  if (status !== 200) return noList(exchange);
  if (items.length <= size) return { kind: 'holds', exchange };
  return {
    kind: 'broken',
    expected: `at most ${size} entries`,
    actual: `${items.length} entries`,
    exchange,
    case: { size },
  };
}

/** Small pages, one after the other, against the beginning of the list as large pages give it. */
async function partition(context: CheckContext, size: number, fresh: boolean): Promise<Finding> {
  const world = await worldOf(context, fresh);
  if (!isWorld(world)) return { kind: 'open', judgement: world };
  const pages = Math.ceil(Math.min(WINDOW, world.keys.length) / size);
  const expected = world.keys.slice(0, pages * size);
  const found: string[] = [];
  let last: Page | undefined;
  for (let page = 0; page < pages; page++) {
    last = await readPage(context, world.base, size, page * size);
    if (last.status !== 200) return noList(last.exchange);
    found.push(...last.items.map((item) => world.identity.key(item)));
  }
  const shown = last === undefined ? {} : { exchange: last.exchange };
  const twice = world.identity.unique ? firstRepeat(found) : undefined;
  const wrong = notEqual(found, expected) ?? (twice === undefined ? undefined : `${twice} comes twice`);
  if (wrong === undefined) return { kind: 'holds', ...shown };
  return {
    kind: 'broken',
    expected: `pages of ${size} give the same entries as larger pages`,
    actual: wrong,
    ...shown,
    case: { size },
  };
}

async function oneTotal(context: CheckContext, world: World, size: number): Promise<Finding> {
  const pages = [await readPage(context, world.base, size, 0), await readPage(context, world.base, size, size)];
  const last = Math.max(0, world.keys.length - 1);
  pages.push(await readPage(context, world.base, size, last), await readPage(context, world.base, 1, 0));
  pages.push(...(await pastEnd(context, world.base, size)), await readPage(context, world.base, 0, 0));
  const failed = pages.find(({ status }) => status !== 200);
  if (failed !== undefined) return noList(failed.exchange);
  const totals = pages.map(({ total }) => total);
  const [first] = totals;
  const other = pages.find(({ total }) => total !== first);
  const [page] = pages;
  if (first === undefined) return noTotal(page);
  if (other === undefined) return { kind: 'holds', ...(page === undefined ? {} : { exchange: page.exchange }) };
  return {
    kind: 'broken',
    expected: `X-Total-Count ${first} on every page`,
    actual: `X-Total-Count ${totals.join(', ')} on pages of one query`,
    exchange: other.exchange,
    case: { size },
  };
}

function noTotal(page: Page | undefined): Finding {
  return {
    kind: 'open',
    judgement: { verdict: 'inconclusive', cause: 'earlier-step', reason: 'X-Total-Count is missing or no number.' },
    ...(page === undefined ? {} : { exchange: page.exchange }),
  };
}

/** Both readings of the total (what matches, or all) agree where there is no filter. */
async function count(context: CheckContext, fresh: boolean): Promise<Finding> {
  const world = await worldOf(context, fresh);
  if (!isWorld(world)) return { kind: 'open', judgement: world };
  const { total, items, last } = world.listing;
  if (total === undefined) return noTotal(last);
  const whole = Object.keys(world.base).length === 0;
  const good = whole ? total === items.length : total >= items.length;
  if (good) return { kind: 'holds', exchange: last.exchange };
  const expected = whole ? `X-Total-Count ${items.length}, as many as the pages show` : `at least ${items.length}`;
  return { kind: 'broken', expected, actual: `X-Total-Count ${total}`, exchange: last.exchange };
}

/** Any position and size give that slice of the list; a failing pair is shrunk to the smallest. */
async function recordPositions(context: CheckContext, world: World): Promise<void> {
  if (world.keys.length < 2) {
    const reason = 'The list has fewer than two entries.';
    context.record(POSITION, { verdict: 'inconclusive', cause: 'no-fixture', reason }, { label: 'the list' });
    return;
  }
  await recordHalves(context);
  let halted: unknown;
  let broken: Extract<Finding, { kind: 'broken' }> | undefined;
  const place = fc.record({
    position: fc.integer({ min: 0, max: Math.min(world.keys.length - 1, 5000) }),
    size: fc.integer({ min: 1, max: largestSize(context.contract.operation('ssl.list')) }),
  });
  const property = fc.asyncProperty(place, async ({ position, size }) => {
    if (halted !== undefined) return;
    try {
      const finding = await judgeSteadily(context, (fresh) => slice(context, position, size, fresh));
      if (finding.kind !== 'broken') {
        recordFinding(context, POSITION, `position ${position}, size ${size}`, finding);
        return;
      }
      broken = finding;
    } catch (error) {
      halted = error;
      return;
    }
    throw new Error('not that slice of the list');
  });
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
    interruptAfterTimeLimit: 30_000,
  });
  if (halted !== undefined) throw halted;
  if (!outcome.failed || broken === undefined) return;
  const { expected, actual, exchange } = broken;
  const [smallest] = outcome.counterexample ?? [];
  context.record(
    POSITION,
    { verdict: 'fail', expected, actual },
    {
      label: `position ${smallest?.position ?? 0}, size ${smallest?.size ?? 0}`,
      case: smallest,
      ...(exchange === undefined ? {} : { exchange }),
      ...(outcome.counterexamplePath === null ? {} : { path: outcome.counterexamplePath }),
    },
  );
}

/** Where one of the two is left out, a page begins at the beginning, or is of a length that is not shown. */
async function recordHalves(context: CheckContext): Promise<void> {
  for (const [position, size] of [
    [undefined, 1],
    [1, undefined],
  ] as const) {
    const finding = await judgeSteadily(context, (fresh) => slice(context, position, size, fresh));
    recordFinding(context, POSITION, position === undefined ? 'no position' : 'no size', finding);
  }
}

async function slice(
  context: CheckContext,
  place: number | undefined,
  length: number | undefined,
  fresh: boolean,
): Promise<Finding> {
  const world = await worldOf(context, fresh);
  if (!isWorld(world)) return { kind: 'open', judgement: world };
  const page = await readPage(context, world.base, length, place);
  if (page.status !== 200) return noList(page.exchange);
  const [position, size] = [place ?? 0, length ?? page.items.length];
  const wanted = world.keys.slice(position, position + size);
  const wrong = notEqual(
    page.items.map((item) => world.identity.key(item)),
    wanted,
  );
  if (wrong === undefined) return { kind: 'holds', exchange: page.exchange };
  if (size > Math.max(...SIZES) && page.items.length > 0 && page.items.length < wanted.length) {
    const reason = `A page of ${size} has ${page.items.length} entries although more follow.`;
    return { kind: 'open', judgement: { verdict: 'observed', reason }, exchange: page.exchange };
  }
  return {
    kind: 'broken',
    expected: `entries ${position} to ${position + wanted.length - 1} of the list`,
    actual: wrong,
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
  for (const position of [end, end + 1000, 2_147_483_647]) {
    const finding = await judgeSteadily(context, async (fresh) => {
      const now = fresh ? await worldOf(context, true) : world;
      const from = position === end && isWorld(now) ? now.keys.length : position;
      const page = await readPage(context, world.base, 10, from);
      if (page.status !== 200) return noList(page.exchange);
      if (page.items.length === 0) return { kind: 'holds', exchange: page.exchange };
      return {
        kind: 'broken',
        expected: 'an empty list',
        actual: `${page.items.length} entries`,
        exchange: page.exchange,
        case: { position: from },
      };
    });
    recordFinding(context, PAST_END, `position ${position} of ${end}`, finding);
  }
}
