/** Two filters of the SSL list together, and three (contract 4.2). */
import fc from 'fast-check';
import { type Depth, filterKind, filtersOf, type Parameter } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { answerOf, fail, observed, PASS } from '../judges/index.ts';
import { lasting, nobodys, valuesOf, valuesThatShow } from './filter-values.ts';
import { type Listing, type Query, readAll } from './listing.ts';
import { type Keys, notWithin } from './relations.ts';
import {
  type Finding,
  judgeRelation,
  listCheck,
  listOf,
  noList,
  recordFinding,
  recordRelation,
  type World,
} from './world.ts';

const PAIRS = 'ssl.list.filter.pairs';
const RENEWED = 'ssl.list.filter.renewed-and-renewedIn';

/** Pairs of filters that are tried; there are some four hundred, and some of them twice. */
const MOST_ROWS: Readonly<Record<Depth, number>> = { quick: 24, standard: 800, deep: 800 };

/** Triples that are tried: whether a server stops counting after the second shows in any of them. */
const TRIPLES: Readonly<Record<Depth, number>> = { quick: 1, standard: 4, deep: 24 };

/** Pairs that are looked at for each triple. */
const PAIRS_PER_TRIPLE = 8;

/** Values of one filter that are tried for one that gives a part of the list. */
const MOST_VALUES = 6;
/** So many of them are enough. */
const ENOUGH = 3;
const DAYS_TRIED = ['30', '7', '90'];

/** Filters together narrow further, and what they say of one certificate agrees. */
export const filterPairsCheck = listCheck(
  {
    id: 'ssl.list.pairs-of-filters',
    title: 'Filters of the SSL list together give what each of them gives alone',
    requirements: [PAIRS, RENEWED],
  },
  async (context, world) => {
    if (context.wants(PAIRS)) {
      const findings = (await combinationsOf(context, world)).map(async (queries) => ({
        label: queries.map((query) => Object.entries(query).flat().join('=')).join(' and '),
        finding: await judgeRelation(context, (now, fresh) => together(context, now, fresh, queries)),
      }));
      for (const { label, finding } of await Promise.all(findings)) recordFinding(context, PAIRS, label, finding);
    }
    await recordRelation(context, RENEWED, 'renewed=false and renewedIn=200', (now) => contradiction(context, now));
  },
);

/** Pairs and triples of different filters with a value each, in an order that the seed chooses. */
async function combinationsOf(context: CheckContext, world: World): Promise<(readonly Query[])[]> {
  const filters = filtersOf(context.contract.operation('ssl.list')).filter(({ name }) => !(name in world.base));
  const distinguishing = await Promise.all(filters.map((filter) => distinguishingValues(context, world, filter)));
  // A server may tell of one truth value only whether it is asked for: each is a filter of its own.
  const sorts = distinguishing.map((ones, at) => (isBoolean(filters[at]) ? ones.map((one) => [one]) : [ones]));
  const all = sorts.flatMap((own, at) =>
    sorts.slice(at + 1).flatMap((others) => own.flatMap((ones) => others.flatMap((two) => apart(ones, two)))),
  );
  const pairs = chosen(context, all, MOST_ROWS[context.depth]);
  const most = TRIPLES[context.depth];
  // One of each pair, so that no filter is in all of them.
  const triples = pairs.slice(0, most * PAIRS_PER_TRIPLE).flatMap((pair) => {
    const [best] = withThird(pair, distinguishing).toSorted((a, b) => discrimination(b) - discrimination(a));
    return best === undefined ? [] : [best];
  });
  const chosenTriples = triples.toSorted((a, b) => discrimination(b) - discrimination(a)).slice(0, most);
  return [...pairs, ...chosenTriples].map((ones) => ones.map(({ query }) => query));
}

function isBoolean(filter: Parameter | undefined): boolean {
  return typeof filter?.schema === 'object' && filter.schema['type'] === 'boolean';
}

function chosen<T>({ seed }: CheckContext, all: readonly T[], count: number): T[] {
  const most = Math.min(count, all.length);
  const arbitrary = fc.shuffledSubarray([...all], { minLength: most, maxLength: most });
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] ?? [];
}

/** A pair with a third filter that leaves out some of what the two have in common: whether it counts shows there alone. */
function withThird(pair: readonly [Alone, Alone], all: readonly (readonly Alone[])[]): Triple[] {
  const common = shared(pair[0].keys, pair[1].keys);
  const used = new Set(pair.flatMap(({ query }) => Object.keys(query)));
  return all
    .flat()
    .filter(({ query, keys }) => !Object.keys(query).some((name) => used.has(name)) && leavesOut(keys, common))
    .map((third) => [...pair, third] as const);
}

type Triple = readonly [Alone, Alone, Alone];

/** Which of them a server forgets is its own affair: each should leave out some of what the other two have in common. */
function discrimination([one, two, three]: Triple): number {
  return (
    Number(leavesOut(one.keys, shared(two.keys, three.keys))) +
    Number(leavesOut(two.keys, shared(one.keys, three.keys)))
  );
}

function leavesOut(own: Keys, common: Keys): boolean {
  return shared(common, own).length < common.length;
}

/** A value of a filter and what it gives alone. */
interface Alone {
  readonly query: Query;
  readonly keys: Keys;
}

/**
 * Values that give some of the list and not all of it: then it shows when this filter, or another one beside it, has no
 * effect. Where none of a few does, one that nothing has: at least this filter is seen to have an effect.
 */
async function distinguishingValues(context: CheckContext, world: World, filter: Parameter): Promise<Alone[]> {
  const known = valuesThatShow(context, filter, world.listing.items);
  const values = [...new Set([...known, ...(filterKind(filter) === 'days' ? DAYS_TRIED : valuesOf(context, filter))])];
  const found: Alone[] = [];
  for (const value of values.slice(0, MOST_VALUES)) {
    const query = { [filter.name]: value };
    const { ok, items } = await listOf(context, world, query);
    if (ok && items.length > 0 && items.length < world.keys.length)
      found.push({ query, keys: lasting(context, items).map(world.identity.key) });
    if (found.length === ENOUGH) return found;
  }
  const [fallback = ''] = filterKind(filter) === 'text' ? nobodys(filter) : values;
  return found.length > 0 ? found : [{ query: { [filter.name]: fallback }, keys: [] }];
}

/**
 * Two queries of which neither gives a part of the other alone; best such as share an entry, and two more that do where those share
 * none: that nothing is found together shows there alone.
 */
function apart(ones: readonly Alone[], others: readonly Alone[]): (readonly [Alone, Alone])[] {
  const sharing = ([one, other]: readonly [Alone, Alone]): boolean => shared(one.keys, other.keys).length > 0;
  const worth = ([one, other]: readonly [Alone, Alone]): number =>
    Number(notWithin(one.keys, other.keys) !== undefined && notWithin(other.keys, one.keys) !== undefined) * 2 +
    Number(sharing([one, other]));
  const all = ones.flatMap((one) => others.map((other) => [one, other] as const));
  const [best] = all.toSorted((a, b) => worth(b) - worth(a));
  const second = best === undefined || sharing(best) ? undefined : all.find(sharing);
  return [best, second].filter((pair) => pair !== undefined);
}

function shared(one: Keys, other: Keys): Keys {
  const all = new Set(other);
  return one.filter((key) => all.has(key));
}

/** 4.2: all filters are optional, and none is said to count less beside others: what is listed fits each, and what fits each is listed. */
async function together(
  context: CheckContext,
  world: World,
  fresh: boolean,
  queries: readonly Query[],
): Promise<Finding> {
  const singles: (readonly [Query, Listing])[] = [];
  for (const query of queries) singles.push([query, await listOf(context, world, query, fresh)]);
  for (const [, { last }] of singles) {
    if (answerOf(last.exchange).judgement !== undefined) return noList(last.exchange);
  }
  // A value that is refused alone says nothing about several together.
  if (!singles.every(([, { ok }]) => ok)) return { judgement: observed({ what: 'open', but: 'refused-alone' }) };
  const query = Object.assign({}, ...queries) as Query;
  const all = await listOf(context, world, query, true);
  const { exchange, status } = all.last;
  const given = { exchange, case: query };
  if (status >= 500 && status !== 503)
    return { judgement: fail('a list, as each filter gives alone', `status ${status}`), ...given };
  if (!all.ok) return noList(exchange);
  const keys = ({ items }: Listing): Keys => items.map(world.identity.key);
  for (const [single, list] of singles) {
    const extra = notWithin(keys(all), keys(list));
    if (extra === undefined) continue;
    const name = Object.entries(single).flat().join('=');
    return { judgement: fail(`no more than ${name} gives alone`, extra), ...given };
  }
  // What fits each of the filters fits all, as far as entries can be told from each other.
  if (!world.identity.unique) return { judgement: PASS, exchange };
  const common = singles.map(([, list]) => keys(list)).reduce(shared);
  const lost = notWithin([...new Set(common)], keys(all));
  if (lost !== undefined) return { judgement: fail('all that each of them gives alone', `missing: ${lost}`), ...given };
  const counted = countsFound(all) || !singles.some(([, list]) => isPart(world, list) && countsFound(list));
  if (counted) return { judgement: PASS, exchange };
  const expected = `X-Total-Count as many as are found, as each filter gives alone: ${all.items.length}`;
  return { judgement: fail(expected, `${all.total ?? 'none'}`), ...given };
}

/** True where the total is that of what is found: whether it is has to be seen of a part of the list. */
function countsFound({ items, total }: Listing): boolean {
  return total === items.length;
}

function isPart({ keys }: World, { items }: Listing): boolean {
  return items.length < keys.length;
}

async function contradiction(context: CheckContext, world: World): Promise<Finding> {
  const query = { renewed: 'false', renewedIn: '200' };
  const list = await readAll(context, { ...world.base, ...query }, world.keys.length + 200);
  if (!list.ok) return noList(list.last.exchange);
  const { exchange } = list.last;
  if (list.items.length === 0) return { judgement: PASS, exchange };
  return { judgement: fail('no certificate', `${list.items.length} certificates`), exchange, case: query };
}
