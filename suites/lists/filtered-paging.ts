/** The pages of a filtered SSL list: one total, and together the whole of what the filter selects (contract 4.2). */
import { filtersOf } from '../../spec/requirements/lists.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import type { CheckContext } from '../engine/check.ts';
import { valuesOf } from './filter-values.ts';
import { largestSize, pastEnd, type Query, readAll, readPage } from './listing.ts';
import { notEqual } from './relations.ts';
import { type Finding, isWorld, judgeSteadily, noList, recordFinding, type World, worldOf } from './world.ts';

/** Filters whose pages are looked at. */
const FILTERS: Readonly<Record<Depth, number>> = { quick: 2, standard: 4, deep: 12 };

/** Values that are tried for one filter until one selects enough. */
const VALUES = 8;

/** Entries that make more than one page. */
const ENOUGH = 3;

const SIZE = 2;
const MOST_PAGES = 4;

/** Records for some filters that select several entries, but not all, whether their pages fit together. */
export async function recordFilteredPages(
  context: CheckContext,
  world: World,
  ids: { readonly total: string; readonly partition: string; readonly count: string },
): Promise<void> {
  if (!Object.values(ids).some((id) => context.wants(id))) return;
  for (const query of await selective(context, world)) {
    const label = `pages of ${SIZE} with ${new URLSearchParams(query).toString()}`;
    if (context.wants(ids.partition))
      recordFinding(context, ids.partition, label, await judgeSteadily(context, () => partition(context, query)));
    if (context.wants(ids.total))
      recordFinding(context, ids.total, label, await judgeSteadily(context, () => oneTotal(context, query)));
    if (context.wants(ids.count))
      recordFinding(context, ids.count, label, await judgeSteadily(context, () => count(context, query)));
  }
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

/**
 * Small pages against one list of the largest pages. `size` counts the entries that are listed, so a page is short only
 * where no more of them follow (contract 4.2).
 */
async function partition(context: CheckContext, query: Query): Promise<Finding> {
  const world = await worldOf(context, false);
  if (!isWorld(world)) return { kind: 'open', judgement: world };
  const whole = await readAll(context, query, world.keys.length * 2 + 200);
  if (!whole.ok) return noList(whole.last.exchange);
  const keys = whole.items.map((item) => world.identity.key(item));
  const expected = `pages of ${SIZE} give the same entries as larger pages`;
  let { last } = whole;
  for (let from = 0; from < keys.length && from < MOST_PAGES * SIZE; from += SIZE) {
    last = await readPage(context, query, SIZE, from);
    const { exchange, items, status } = last;
    if (status !== 200) return noList(exchange);
    const page = keys.slice(from, from + SIZE);
    const wrong = notEqual(items.map(world.identity.key), page);
    if (wrong === undefined) continue;
    const short = `${items.length} entries at position ${from}, where larger pages show ${keys.length - from} more`;
    const actual = items.length < page.length ? short : `at position ${from}, ${wrong}`;
    return { kind: 'broken', expected, actual, exchange, case: { ...query, size: SIZE, position: from } };
  }
  return { kind: 'holds', exchange: last.exchange };
}

async function oneTotal(context: CheckContext, query: Query): Promise<Finding> {
  const pages = [
    await readPage(context, query, SIZE, 0),
    await readPage(context, query, 1, 0),
    await readPage(context, query, ENOUGH, 0),
    ...(await pastEnd(context, query, SIZE)),
  ];
  const failed = pages.find(({ status }) => status !== 200);
  if (failed !== undefined) return noList(failed.exchange);
  const totals = pages.map(({ total }) => total);
  const [page] = pages;
  const other = pages.find(({ total }) => total !== totals[0]);
  if (page === undefined || other === undefined) {
    return { kind: 'holds', ...(page === undefined ? {} : { exchange: page.exchange }) };
  }
  return {
    kind: 'broken',
    expected: `X-Total-Count ${totals[0] ?? 'as a number'} on every page`,
    actual: `X-Total-Count ${totals.join(', ')} on pages of one query`,
    exchange: other.exchange,
    case: query,
  };
}

/** Which certificates the total counts is open (silence ssl.list.total-scope): those that match, or all. */
async function count(context: CheckContext, query: Query): Promise<Finding> {
  const world = await worldOf(context, true);
  if (!isWorld(world)) return { kind: 'open', judgement: world };
  const whole = await readAll(context, query, world.keys.length * 2 + 200);
  if (!whole.ok) return noList(whole.last.exchange);
  const { exchange } = whole.last;
  const [matching, all] = [whole.items.length, world.listing.total];
  const part = Object.keys(world.base).length > 0;
  if (whole.total === undefined || [matching, all].includes(whole.total) || (part && whole.total > matching))
    return { kind: 'holds', exchange };
  const expected = `X-Total-Count ${matching}, as many as match, or ${all ?? 'that of the whole list'}`;
  return { kind: 'broken', expected, actual: `X-Total-Count ${whole.total}`, exchange, case: query };
}
