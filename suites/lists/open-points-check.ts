/** Points about the SSL list that the contract leaves to a dialect: its order, its default size, and a size of 0 (contract 4.2, 8). */
import { type Answer, filtersOf, valueAt } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { fail, observed, PASS, unshown } from '../judges/index.ts';
import { valuesOf } from './filter-values.ts';
import { type Listing, type Page, readPage } from './listing.ts';
import { listCheck, listOf, type World } from './world.ts';

const ORDER = 'ssl.list.order';
const ZERO = 'ssl.list.size-zero';
const DEFAULT = 'ssl.list.default-size';

/** What the target does there; judged only where its owner declared it. */
export const openPointsCheck = listCheck(
  {
    id: 'ssl.list.open-points',
    title: 'The SSL list is sorted and sized as its dialect declares',
    requirements: [ORDER, ZERO, DEFAULT],
  },
  async (context, world) => {
    const order = orderOf(world, world.listing);
    settle(context, ORDER, { silence: 'ssl.list.order', seen: order, label: 'the order of the list' });
    await recordFilteredOrder(context, world, order);
    for (const position of [undefined, 0, 1]) {
      const look = async (): Promise<readonly [zero: Page, without: Page]> => {
        const without = await readPage(context, world.base, undefined, position);
        return [await readPage(context, world.base, 0, position), without];
      };
      const once = await look();
      // Somebody may have added a certificate between the two.
      const [zero, without] = meaningOf(...once) === 'other' ? await look() : once;
      // With an empty list both readings look alike.
      const seen = world.keys.length <= (position ?? 0) || zero.status !== 200 ? undefined : meaningOf(zero, without);
      const beside = position === undefined ? '' : `, position=${position}`;
      settle(context, ZERO, { silence: 'ssl.list.size-zero', seen, label: `size=0${beside}`, page: zero });
      // A size that is left out is left out beside other parameters, too.
      if (position !== 1) recordDefault(context, world, without, `no size${beside}`);
    }
  },
);

/** What a size of 0 gives, beside the same request without a size. */
function meaningOf({ items }: Page, without: Page): 'empty' | 'default' | 'other' {
  if (items.length === 0) return 'empty';
  return items.length === without.items.length ? 'default' : 'other';
}

interface Point {
  readonly silence: string;
  /** Undefined when it could not be seen. */
  readonly seen: string | undefined;
  readonly label: string;
  readonly page?: Page;
}

function settle(context: CheckContext, id: string, { silence, seen, label, page }: Point): void {
  const answer = context.contract.answer(silence);
  const evidence = { label, exchange: page?.exchange };
  if (seen !== undefined) context.observe(id, { silence, value: seen });
  context.record(id, judgeOpenPoint(answer, seen), evidence);
}

/** A declared answer is kept or not; an assumed one, or none, is only compared with what was seen. */
export function judgeOpenPoint(answer: Answer | undefined, seen: string | undefined): Judgement {
  if (seen === undefined) return observed('It cannot be told from what the list shows.');
  if (answer?.standing !== 'claimed') return observed(`Seen: ${seen}.`);
  return answer.value === seen ? PASS : fail(`${String(answer.value)}, as declared`, seen);
}

/** The list is sorted whatever it is filtered by: by each filter, the first value that shows an order. */
async function recordFilteredOrder(context: CheckContext, world: World, whole: string | undefined): Promise<void> {
  const answer = context.contract.answer('ssl.list.order');
  // What is wrong with the whole list is told by that one.
  if (answer?.standing !== 'claimed' || answer.value !== whole || !context.wants(ORDER)) return;
  for (const filter of filtersOf(context.contract.operation('ssl.list'))) {
    for (const value of filter.deprecated ? [] : valuesOf(context, filter)) {
      const listing = await listOf(context, world, { [filter.name]: value });
      const seen = listing.ok ? orderOf(world, listing) : undefined;
      if (seen === undefined) continue;
      const label = `the order by ${filter.name}=${value}`;
      context.record(ORDER, judgeOpenPoint(answer, seen), { label, exchange: listing.first.exchange });
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

function recordDefault(context: CheckContext, world: World, page: Page, label: string): void {
  const answer = context.contract.answer('ssl.list.default-size');
  const evidence = { label, exchange: page.exchange };
  const entries = page.items.length;
  const all = world.keys.length;
  if (page.status !== 200) {
    context.record(DEFAULT, unshown('earlier-step', `The list answers ${page.status}.`), evidence);
    return;
  }
  if (entries < all) context.observe(DEFAULT, { silence: 'ssl.list.default-size', value: entries });
  const expected = Math.min(Number(answer?.value ?? entries), all);
  const judgement: Judgement =
    answer?.standing !== 'claimed'
      ? observed(`With ${label} the list gives ${entries} of ${all} entries.`)
      : entries === expected
        ? PASS
        : fail(`${expected} entries, as declared`, `${entries} entries`);
  context.record(DEFAULT, judgement, evidence);
}
