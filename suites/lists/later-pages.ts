/** Each filter counts on later pages as it does on the first: the same total, and the rest of the same entries (contract 4.2). */
import { filtersOf } from '../../spec/requirements/lists.ts';
import type { Parameter } from '../../spec/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { valuesOf, valuesThatShow } from './filter-values.ts';
import { type Listing, largestSize, type Page, type Query, readAll, readPage } from './listing.ts';
import { notEqual } from './relations.ts';
import { type Finding, noList, recordRelation, type World } from './world.ts';

/** Values that are tried for one filter until one selects several entries, but not all. */
const VALUES = 6;

/** Records for each filter but those in `seen`, where a value of it selects some entries, what a page from the second of them on shows. */
export async function recordLaterPages(
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
  for (const value of [...new Set(values)].slice(0, VALUES)) {
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
  if (actual === undefined) return { kind: 'holds', exchange };
  const expected = 'from position 1 on the entries that the same filter shows from position 0 on, but for the first';
  return { kind: 'broken', expected, actual, exchange, case: { ...query, position: 1 } };
}

function sameTotal(query: Query, { whole, page }: { whole: Listing; page: Page }): Finding {
  const failed = [whole.last, page].find(({ status }) => status !== 200);
  if (failed !== undefined) return noList(failed.exchange);
  const { exchange, total } = page;
  // That a total is missing is judged for itself.
  if (total === undefined || whole.total === undefined || total === whole.total) return { kind: 'holds', exchange };
  const expected = `X-Total-Count ${whole.total} on every page`;
  return {
    kind: 'broken',
    expected,
    actual: `X-Total-Count ${total} at position 1`,
    exchange,
    case: { ...query, position: 1 },
  };
}
