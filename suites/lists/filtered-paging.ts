/** The pages of a filtered SSL list: one total, and together the whole of what the filter selects (contract 4.2). */
import { type Depth, filtersOf, type Parameter } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { fail, PASS, unshown } from '../judges/index.ts';
import { valuesOf, valuesThatShow } from './filter-values.ts';
import { type Listing, largestSize, type Page, pastEnd, type Query, readAll, readPage } from './listing.ts';
import { brief, firstRepeat, type Keys, notEqual } from './relations.ts';
import { type Finding, isBroken, isWorld, noList, recordRelation, type World, worldOf } from './world.ts';

/** Filters whose pages are looked at. */
const FILTERS: Readonly<Record<Depth, number>> = { quick: 2, standard: 4, deep: 12 };

/** Values that are tried for one filter until one selects enough. */
const VALUES = 8;

/** Entries that make more than one page. */
const ENOUGH = 3;

const SIZE = 2;
const MOST_PAGES = 4;

/** Pages whose totals are compared: their sizes and positions. */
const PAGES = [
  [SIZE, 0],
  [1, 0],
  [ENOUGH, 0],
] as const;

/** Records for some filters that select several entries, but not all, whether their pages fit together. */
export async function recordFilteredPages(
  context: CheckContext,
  world: World,
  ids: { readonly total: string; readonly partition: string; readonly count: string },
): Promise<void> {
  if (!Object.values(ids).some((id) => context.wants(id))) return;
  const queries = await selective(context, world);
  for (const query of queries) {
    const label = `pages of ${SIZE} with ${new URLSearchParams(query).toString()}`;
    await recordRelation(context, ids.partition, label, () => parted(context, world, query));
    await recordRelation(context, ids.partition, `${label} behind size and position`, () =>
      turned(context, world, query),
    );
    await recordRelation(context, ids.total, label, () => oneTotal(context, query, query, PAGES));
    await recordRelation(context, ids.count, label, () => count(context, query));
  }
  if (context.depth !== 'quick') await recordLaterPages(context, world, ids, new Set(queries.flatMap(Object.keys)));
}

/**
 * Queries of one filter each that select several entries, as a page of the largest size shows them: a small page may be
 * short because of the very fault that is looked for. Preferred are those whose entries are not just the first of the list,
 * for a server that cuts before it filters is not seen there.
 */
async function selective(context: CheckContext, world: World): Promise<Query[]> {
  const list = context.contract.operation('ssl.list');
  const apart: Query[] = [];
  const others: Query[] = [];
  for (const filter of filtersOf(list).filter(({ deprecated, name }) => !deprecated && !(name in world.base))) {
    if (apart.length >= FILTERS[context.depth]) break;
    let other: Query | undefined;
    let found: Query | undefined;
    for (const value of valuesOf(context, filter).slice(0, VALUES)) {
      const query = { ...world.base, [filter.name]: value };
      const { items, status } = await readPage(context, query, largestSize(list), 0);
      if (status !== 200 || items.length < ENOUGH) continue;
      other ??= query;
      const first = notEqual(items.map(world.identity.key), world.keys.slice(0, items.length)) === undefined;
      found = first ? undefined : query;
      if (found !== undefined) break;
    }
    if (found !== undefined) apart.push(found);
    else if (other !== undefined) others.push(other);
  }
  return [...apart, ...others].slice(0, FILTERS[context.depth]);
}

/** Small pages of what a filter selects, against one list of the largest pages. */
async function parted(context: CheckContext, world: World, query: Query): Promise<Finding> {
  const whole = await readAll(context, query, world.keys.length * 2 + 200);
  if (!whole.ok) return noList(whole.last.exchange);
  const keys = whole.items.map(world.identity.key);
  const found = await partition(context, world, { query, keys, size: SIZE, entries: MOST_PAGES * SIZE });
  return isBroken(found) || !whole.complete || context.depth === 'quick' ? found : ending(context, world, query, keys);
}

/** The last entries, in a page that they fill and in one that they do not, and none behind them. */
async function ending(context: CheckContext, { identity }: World, query: Query, keys: Keys): Promise<Finding> {
  let shown: Pick<Page, 'exchange'> | undefined;
  for (const position of [keys.length - SIZE, keys.length - 1, keys.length]) {
    const { exchange, items, status } = await readPage(context, query, SIZE, position);
    shown = { exchange };
    if (status !== 200) return noList(exchange);
    const wrong = notEqual(items.map(identity.key), keys.slice(position, position + SIZE));
    if (wrong === undefined) continue;
    const expected = `at position ${position} what is left of the ${keys.length} entries that the filter selects`;
    return { judgement: fail(expected, wrong), exchange, case: { ...query, size: SIZE, position } };
  }
  return { judgement: PASS, ...shown };
}

/** 4.2 names the parameters of the list and no order of them: a filter that stands behind those of the page selects the same. */
async function turned(context: CheckContext, { identity }: World, query: Query): Promise<Finding> {
  const usual = await readPage(context, query, ENOUGH, 0);
  const { exchange, items, status } = await readPage(context, query, ENOUGH, 0, 'turned');
  if (usual.status !== 200) return noList(usual.exchange);
  if (status !== 200) return noList(exchange);
  const wrong = notEqual(items.map(identity.key), usual.items.map(identity.key));
  if (wrong === undefined) return { judgement: PASS, exchange };
  const expected = 'the same page, whichever of its parameters comes first';
  return { judgement: fail(expected, wrong), exchange, case: { size: ENOUGH, position: 0, ...query } };
}

/**
 * Pages of one size, as far as so many entries, against those keys. `size` counts the entries that are listed, so a page is short
 * only where no more of them follow (contract 4.2).
 */
export async function partition(
  context: CheckContext,
  { identity }: World,
  { query, keys, size, entries }: { query: Query; keys: Keys; size: number; entries: number },
): Promise<Finding> {
  let shown: Pick<Page, 'exchange'> | undefined;
  for (let from = 0; from < Math.min(keys.length, entries); from += size) {
    const { exchange, items, status } = await readPage(context, query, size, from);
    shown = { exchange };
    if (status !== 200) return noList(exchange);
    const page = keys.slice(from, from + size);
    const wrong = notEqual(items.map(identity.key), page);
    if (wrong === undefined) continue;
    const short = `${items.length} entries at position ${from}, where larger pages show ${keys.length - from} more`;
    const actual = items.length < page.length ? short : `at position ${from}, ${wrong}`;
    const expected = `pages of ${size} give the same entries as larger pages`;
    return { judgement: fail(expected, actual), exchange, case: { ...query, size, position: from } };
  }
  const twice = identity.unique ? firstRepeat(keys.slice(0, entries)) : undefined;
  if (twice === undefined) return { judgement: PASS, ...shown };
  return { judgement: fail('every entry once', `${brief(twice)} comes twice`), ...shown, case: query };
}

/** The total of some pages of one query, each a size and a position, and of one beyond the last. */
export async function oneTotal(
  context: CheckContext,
  query: Query,
  given: unknown,
  asked: readonly (readonly [size: number, position: number])[],
): Promise<Finding> {
  const pages: Page[] = [];
  for (const [size, position] of asked) pages.push(await readPage(context, query, size, position));
  pages.push(...(await pastEnd(context, query, asked[0]?.[0] ?? 1)));
  const unlisted = pages.find(({ status }) => status !== 200);
  if (unlisted !== undefined) return noList(unlisted.exchange);
  const totals = pages.map(({ total }) => total);
  const other = pages.find(({ total }) => total !== totals[0]);
  const [page] = pages;
  if (other === undefined && totals[0] === undefined) return noTotal(page);
  if (other === undefined) return { judgement: PASS, exchange: page?.exchange };
  return {
    judgement: fail(
      `X-Total-Count ${totals[0] ?? 'as a number'} on every page`,
      `X-Total-Count ${totals.join(', ')} on pages of one query`,
    ),
    exchange: other.exchange,
    case: given,
  };
}

/** The total that cannot be judged where it is missing. */
export function noTotal(page: Page | undefined): Finding {
  return {
    judgement: unshown('earlier-step', { what: 'none', of: 'X-Total-Count', was: 'read' }),
    exchange: page?.exchange,
  };
}

/** Which certificates the total counts is open (silence ssl.list.total-scope): those that match, or all. */
async function count(context: CheckContext, query: Query): Promise<Finding> {
  const world = await worldOf(context, true);
  if (!isWorld(world)) return { judgement: world };
  const whole = await readAll(context, query, world.keys.length * 2 + 200);
  if (!whole.ok) return noList(whole.last.exchange);
  const { exchange } = whole.last;
  const [matching, all] = [whole.items.length, world.listing.total];
  const part = Object.keys(world.base).length > 0;
  if (whole.total === undefined || [matching, all].includes(whole.total) || (part && whole.total > matching))
    return { judgement: PASS, exchange };
  const expected = `X-Total-Count ${matching}, as many as match, or ${all ?? 'that of the whole list'}`;
  return { judgement: fail(expected, `X-Total-Count ${whole.total}`), exchange, case: query };
}

/** Values that are tried for one filter until one selects several entries, but not all. */
const MOST_VALUES = 6;

/** Records for each filter but those in `seen`, where a value of it selects some entries, what a page from the second of them on shows. */
async function recordLaterPages(
  context: CheckContext,
  world: World,
  ids: { readonly total: string; readonly partition: string },
  seen: ReadonlySet<string>,
): Promise<void> {
  for (const filter of filtersOf(context.contract.operation('ssl.list'))) {
    if (filter.deprecated || filter.name in world.base || seen.has(filter.name)) continue;
    const found = await selecting(context, world, filter);
    if (found === undefined) continue;
    const { query, list } = found;
    const label = `the second page of ${new URLSearchParams(query).toString()}`;
    const size = sizeOf(context, list);
    const later = await readPage(context, query, size, 1);
    const look = async (fresh: boolean): Promise<{ readonly whole: Listing; readonly page: Page }> => {
      if (!fresh) return { whole: list, page: later };
      const whole = await readAll(context, query, world.keys.length * 2 + 200);
      return { whole, page: await readPage(context, query, size, 1) };
    };
    await recordRelation(context, ids.partition, label, async (now, fresh) =>
      rest(now, query, { ...(await look(fresh)), size }),
    );
    await recordRelation(context, ids.total, label, async (_, fresh) => sameTotal(query, await look(fresh)));
  }
}

/** A value of a filter that selects several entries, but not all: then all that is beyond the first is not all of the list. */
async function selecting(
  context: CheckContext,
  world: World,
  filter: Parameter,
): Promise<{ readonly query: Query; readonly list: Listing } | undefined> {
  const values = [...valuesThatShow(context, filter, world.listing.items), ...valuesOf(context, filter)];
  for (const value of [...new Set(values)].slice(0, MOST_VALUES)) {
    const query = { ...world.base, [filter.name]: value };
    const list = await readAll(context, query, world.keys.length * 2 + 200);
    const { length } = list.items;
    if (list.ok && list.complete && length > 1 && length < world.keys.length) return { query, list };
  }
  return undefined;
}

/** As many entries as there are from the first on, so that a page of the unfiltered list has too many. */
function sizeOf({ contract }: CheckContext, { items }: Listing): number {
  return Math.min(items.length, largestSize(contract.operation('ssl.list')));
}

function rest(
  { identity }: World,
  query: Query,
  { whole, page, size }: { whole: Listing; page: Page; size: number },
): Finding {
  const failed = [whole.last, page].find(({ status }) => status !== 200);
  if (failed !== undefined) return noList(failed.exchange);
  const { exchange } = page;
  const actual = notEqual(page.items.map(identity.key), whole.items.slice(1, 1 + size).map(identity.key));
  if (actual === undefined) return { judgement: PASS, exchange };
  const expected = 'from position 1 on the entries that the same filter shows from position 0 on, but for the first';
  return { judgement: fail(expected, actual), exchange, case: { ...query, position: 1 } };
}

function sameTotal(query: Query, { whole, page }: { whole: Listing; page: Page }): Finding {
  const failed = [whole.last, page].find(({ status }) => status !== 200);
  if (failed !== undefined) return noList(failed.exchange);
  const { exchange, total } = page;
  // That a total is missing is judged for itself.
  if (total === undefined || whole.total === undefined || total === whole.total) return { judgement: PASS, exchange };
  const expected = `X-Total-Count ${whole.total} on every page`;
  return {
    judgement: fail(expected, `X-Total-Count ${total} at position 1`),
    exchange,
    case: { ...query, position: 1 },
  };
}
