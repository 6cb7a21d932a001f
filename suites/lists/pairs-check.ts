/** Two filters of the SSL list together (contract 4.2). */
import fc from 'fast-check';
import { filterKind, filtersOf } from '../../spec/requirements/lists.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import type { Check, CheckContext } from '../engine/check.ts';
import { answerOf } from '../judges/transport.ts';
import { nobodys, valuesOf } from './filter-values.ts';
import { type Listing, type Query, readAll } from './listing.ts';
import { notWithin } from './relations.ts';
import { type Finding, isWorld, judgeSteadily, noList, recordFinding, type World, worldOf } from './world.ts';

const PAIRS = 'ssl.list.filter.pairs';
const RENEWED = 'ssl.list.filter.renewed-and-renewedIn';

/** Pairs of filters that are tried; there are some four hundred. */
const MOST: Readonly<Record<Depth, number>> = { quick: 24, standard: 100, deep: 400 };

/** Filters together narrow further, and what they say of one certificate agrees. */
export const filterPairsCheck: Check = {
  id: 'ssl.list.pairs-of-filters',
  title: 'Two filters of the SSL list together give no more than either',
  requirements: [PAIRS, RENEWED],
  effect: 'observe',
  run: async (context) => {
    const world = await worldOf(context, false);
    if (!isWorld(world)) {
      for (const id of filterPairsCheck.requirements) context.record(id, world, { label: 'the list' });
      return;
    }
    if (context.wants(PAIRS)) {
      for (const [one, other] of pairsOf(context, world)) {
        const label = [one, other].map((query) => Object.entries(query).flat().join('=')).join(' and ');
        const finding = await judgeSteadily(context, (fresh) => pair(context, fresh, one, other));
        recordFinding(context, PAIRS, label, finding);
        if (finding.kind === 'broken') break;
      }
    }
    if (context.wants(RENEWED))
      recordFinding(
        context,
        RENEWED,
        'renewed=false and renewedIn=200',
        await judgeSteadily(context, () => contradiction(context, world)),
      );
  },
};

/** Pairs of different filters with a value each, in an order that the seed chooses. */
function pairsOf(context: CheckContext, world: World): (readonly [Query, Query])[] {
  const filters = filtersOf(context.contract.operation('ssl.list')).filter(({ name }) => !(name in world.base));
  const queries = filters.map((filter): Query => {
    const values = valuesOf(context, filter);
    const few = filterKind(filter) === 'days' ? ['30'] : filterKind(filter) === 'text' ? nobodys(filter) : values;
    return { [filter.name]: few[Math.abs(context.seed) % few.length] ?? '' };
  });
  const all = queries.flatMap((one, at) => queries.slice(at + 1).map((other) => [one, other] as const));
  const most = Math.min(MOST[context.depth], all.length);
  const arbitrary = fc.shuffledSubarray(all, { minLength: most, maxLength: most });
  return fc.sample(arbitrary, { seed: context.seed, numRuns: 1 })[0] ?? [];
}

async function pair(context: CheckContext, fresh: boolean, one: Query, other: Query): Promise<Finding> {
  const world = await worldOf(context, fresh);
  if (!isWorld(world)) return { kind: 'open', judgement: world };
  const cap = world.keys.length * 2 + 200;
  const read = (query: Query): Promise<Listing> => readAll(context, { ...world.base, ...query }, cap);
  const alone = (query: Query): Promise<Listing> =>
    fresh ? read(query) : context.session.once(`alone:${JSON.stringify(query)}`, () => read(query));
  const [first, second] = [await alone(one), await alone(other)];
  for (const { last } of [first, second]) {
    if (answerOf(last.exchange).judgement !== undefined) return noList(last.exchange);
  }
  // A value that is refused alone says nothing about two together.
  if (!first.ok || !second.ok)
    return { kind: 'open', judgement: { verdict: 'observed', reason: 'One of the two is refused alone.' } };
  const both = await read({ ...one, ...other });
  const { exchange, status } = both.last;
  const given = { exchange, case: { ...one, ...other } };
  if (status >= 500 && status !== 503) {
    return { kind: 'broken', expected: 'a list, as each filter gives alone', actual: `status ${status}`, ...given };
  }
  if (!both.ok) return noList(exchange);
  for (const [query, list] of [
    [one, first],
    [other, second],
  ] as const) {
    const extra = notWithin(both.items.map(world.identity.key), list.items.map(world.identity.key));
    if (extra === undefined) continue;
    const name = Object.entries(query).flat().join('=');
    return { kind: 'broken', expected: `no more than ${name} gives alone`, actual: extra, ...given };
  }
  return { kind: 'holds', exchange };
}

async function contradiction(context: CheckContext, world: World): Promise<Finding> {
  const query = { renewed: 'false', renewedIn: '200' };
  const list = await readAll(context, { ...world.base, ...query }, world.keys.length + 200);
  if (!list.ok) return noList(list.last.exchange);
  const { exchange } = list.last;
  if (list.items.length === 0) return { kind: 'holds', exchange };
  return {
    kind: 'broken',
    expected: 'no certificate',
    actual: `${list.items.length} certificates`,
    exchange,
    case: query,
  };
}
