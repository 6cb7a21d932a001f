/** Points about the SSL list that the contract leaves to a dialect: its order, its default size, and a size of 0 (contract 4.2, 8). */
import { type Answer, filtersOf, valueAt } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { fail, observed, PASS, unshown } from '../judges/index.ts';
import { valuesOf } from './filter-values.ts';
import { type Listing, type Page, readPage } from './listing.ts';
import { type Finding, listCheck, listOf, recordRelation, type World } from './world.ts';

const ORDER = 'ssl.list.order';
const ZERO = 'ssl.list.size-zero';
const DEFAULT = 'ssl.list.default-size';

/** What the target does there; judged only where its owner declared it. Somebody may add a certificate while it is looked at. */
export const openPointsCheck = listCheck(
  {
    id: 'ssl.list.open-points',
    title: 'The SSL list is sorted and sized as its dialect declares',
    requirements: [ORDER, ZERO, DEFAULT],
  },
  async (context, world) => {
    const order = orderOf(world, world.listing);
    await recordRelation(context, ORDER, 'the order of the list', async (now) =>
      settle(context, ORDER, orderOf(now, now.listing), now.listing.first),
    );
    await recordFilteredOrder(context, world, order);
    for (const position of [undefined, 0, 1]) {
      const beside = position === undefined ? '' : `, position=${position}`;
      await recordRelation(context, ZERO, `size=0${beside}`, (now) => sizeOfZero(context, now, position));
      // A size that is left out is left out beside other parameters, too.
      if (position !== 1)
        await recordRelation(context, DEFAULT, `no size${beside}`, (now) => defaultSize(context, now, position));
    }
  },
);

/** Holds what was seen against what is declared. */
function settle({ contract, observe }: CheckContext, silence: string, seen: string | undefined, page: Page): Finding {
  if (seen !== undefined) observe(silence, { silence, value: seen });
  return { judgement: judgeOpenPoint(contract.answer(silence), seen), exchange: page.exchange };
}

/** A declared answer is kept or not; an assumed one, or none, is only compared with what was seen. */
export function judgeOpenPoint(answer: Answer | undefined, seen: string | undefined): Judgement {
  if (seen === undefined) return observed({ what: 'none', of: 'case', was: 'shown' });
  if (answer?.standing !== 'claimed') return observed({ what: 'shown', value: seen });
  return answer.value === seen ? PASS : fail(`${String(answer.value)}, as declared`, seen);
}

/** What a size of 0 gives, beside the same request without a size. */
async function sizeOfZero(context: CheckContext, { base, keys }: World, position?: number): Promise<Finding> {
  const without = await readPage(context, base, undefined, position);
  const zero = await readPage(context, base, 0, position);
  const isSame = zero.items.length === without.items.length;
  const meaning = zero.items.length === 0 ? 'empty' : isSame ? 'default' : 'other';
  // With an empty list both readings look alike.
  const isTold = keys.length > (position ?? 0) && zero.status === 200;
  return settle(context, ZERO, isTold ? meaning : undefined, zero);
}

async function defaultSize(context: CheckContext, { base, keys }: World, position?: number): Promise<Finding> {
  const { status, items, exchange } = await readPage(context, base, undefined, position);
  if (status !== 200) return { judgement: unshown('earlier-step', { what: 'answered', status }), exchange };
  const answer = context.contract.answer(DEFAULT);
  const [entries, all] = [items.length, keys.length];
  if (entries < all) context.observe(DEFAULT, { silence: DEFAULT, value: entries });
  if (answer?.standing !== 'claimed')
    return { judgement: observed({ what: 'shown', of: 'without a size', value: `${entries} of ${all}` }), exchange };
  const expected = Math.min(Number(answer.value), all);
  const told = fail(`${expected} entries, as declared`, `${entries} entries`);
  return { judgement: entries === expected ? PASS : told, exchange };
}

/** The list is sorted whatever it is filtered by: by each filter, the first value that shows an order. */
async function recordFilteredOrder(context: CheckContext, world: World, whole: string | undefined): Promise<void> {
  const answer = context.contract.answer(ORDER);
  // What is wrong with the whole list is told by that one.
  if (answer?.standing !== 'claimed' || answer.value !== whole || !context.wants(ORDER)) return;
  for (const filter of filtersOf(context.contract.operation('ssl.list'))) {
    for (const value of filter.deprecated ? [] : valuesOf(context, filter)) {
      const query = { [filter.name]: value };
      const listing = await listOf(context, world, query);
      if (!listing.ok || orderOf(world, listing) === undefined) continue;
      await recordRelation(context, ORDER, `the order by ${filter.name}=${value}`, async (now, fresh) => {
        const list = await listOf(context, now, query, fresh);
        return settle(context, ORDER, orderOf(now, list), list.first);
      });
      break;
    }
  }
}

/** The order of the identifying numbers on the first page; undefined when there are none, or fewer than three. */
function orderOf({ identity }: World, { first: { items } }: Listing): string | undefined {
  if (identity.pointer === undefined || items.length < 3) return undefined;
  const ids = items.map((item) => valueAt(item, identity.pointer ?? ''));
  if (!ids.every((id) => typeof id === 'number')) return undefined;
  const numbers = ids as number[];
  const sorted = (compare: (a: number, b: number) => boolean): boolean =>
    numbers.every((id, at) => at === 0 || compare(numbers[at - 1] ?? id, id));
  if (sorted((a, b) => a < b)) return 'ascending';
  return sorted((a, b) => a > b) ? 'descending' : 'neither';
}
