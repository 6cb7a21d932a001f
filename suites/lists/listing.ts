/** Reading the SSL list, page by page (contract 4.2). */
import { dereference, type Exchange, header, type Operation } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { parseJson } from '../judges/index.ts';
import { compose } from '../requests/compose.ts';

/** Entries up to which the list is read whole to find a certificate in it. */
export const LONGEST_LIST = 2000;

/** Query parameters as text, without those that choose a page. */
export type Query = Readonly<Record<string, string>>;

export interface Page {
  readonly exchange: Exchange;
  /** 0 when no answer came. */
  readonly status: number;
  /** Empty unless the answer is 200 with an array. */
  readonly items: readonly unknown[];
  /** X-Total-Count; undefined when it is missing or no number. */
  readonly total: number | undefined;
}

/** All entries of one query, as far as they were asked for. */
export interface Listing {
  readonly items: readonly unknown[];
  /** The total that the first page gave. */
  readonly total: number | undefined;
  /** True when there are no more entries than `items`. */
  readonly complete: boolean;
  /** Of several pages one may be older than the other: what one page shows, it shows of one moment. */
  readonly first: Page;
  /** The last page, or the one that was not answered with 200. */
  readonly last: Page;
  readonly ok: boolean;
}

/** The largest size that a page may have, by the contract (4.2, 8). */
export const LARGEST_SIZE = 200;

/** The largest size that a page may have, as the operation tells. */
export function largestSize(list: Operation): number {
  const size = list.parameters.find(({ name }) => name === 'size');
  const schema = size === undefined ? true : dereference(size.schema);
  return typeof schema === 'object' ? Number(schema['maximum'] ?? LARGEST_SIZE) : LARGEST_SIZE;
}

/** In which order the parameters of a query stand: it means nothing. */
export type QueryOrder = 'usual' | 'turned';

/** One page. Parameters that are left out are not sent; the filters stand before those that choose the page, unless the order is `turned`. */
export async function readPage(
  context: CheckContext,
  query: Query,
  size?: number,
  position?: number,
  order: QueryOrder = 'usual',
): Promise<Page> {
  const list = context.contract.operation('ssl.list');
  const usual: (readonly [string, string])[] = Object.entries(query);
  if (size !== undefined) usual.push(['size', String(size)]);
  if (position !== undefined) usual.push(['position', String(position)]);
  const pairs = order === 'turned' ? usual.toReversed() : usual;
  const request = compose(list, { path: {}, query: pairs, label: 'list' });
  const page = pageOf(await context.send(request));
  for (const pages of WATCHED.get(context) ?? []) pages.push({ page, again: () => context.send(request).then(pageOf) });
  return page;
}

/** A page that was read, and how it is asked for once more. */
interface PageRead {
  readonly page: Page;
  again(): Promise<Page>;
}

/** Who wants to know what a check reads. */
const WATCHED = new WeakMap<CheckContext, Set<PageRead[]>>();

/**
 * Does something, and asks for each list that it read whole once more: true in `isStill` where all of them have the same entries, by
 * what `keyOf` says of each, in whatever order.
 */
export async function watchingPages<T>(
  context: CheckContext,
  keyOf: (item: unknown) => string,
  work: () => Promise<T>,
): Promise<{ readonly result: T; isStill(): Promise<boolean> }> {
  const pages: PageRead[] = [];
  const watchers = WATCHED.get(context) ?? new Set();
  WATCHED.set(context, watchers.add(pages));
  const result = await work().finally(() => watchers.delete(pages));
  const sight = ({ items }: Page): string => JSON.stringify(items.map(keyOf).toSorted());
  const isStill = async (): Promise<boolean> => {
    for (const { page, again } of pages)
      if (page.total === page.items.length && sight(page) !== sight(await again())) return false;
    return true;
  };
  return { result, isStill };
}

/** The page of a position that no list has, for what it says of the whole; none where it is refused, which is judged for itself. */
export async function pastEnd(context: CheckContext, query: Query, size: number): Promise<Page[]> {
  const page = await readPage(context, query, size, 1_000_000_000);
  return page.status === 200 ? [page] : [];
}

/** What an answer of the list holds. */
export function pageOf(exchange: Exchange): Page {
  const { response } = exchange;
  const status = response?.status ?? 0;
  const parsed = status === 200 && response !== undefined ? parseJson(response) : undefined;
  const items = parsed?.error === undefined && Array.isArray(parsed?.value) ? (parsed.value as unknown[]) : [];
  const text = response === undefined ? undefined : header(response.headers, 'x-total-count')?.trim();
  return { exchange, status, items, total: text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined };
}

/** Reads pages of the largest size until an empty or a short one, or until `cap` entries. */
export async function readAll(context: CheckContext, query: Query, cap: number): Promise<Listing> {
  const size = largestSize(context.contract.operation('ssl.list'));
  const items: unknown[] = [];
  let first: Page | undefined;
  for (;;) {
    const last = await readPage(context, query, size, items.length);
    first ??= last;
    const { total } = first;
    items.push(...last.items);
    const ok = last.status === 200;
    const complete = ok && (last.items.length === 0 || (last.items.length < size && items.length >= (total ?? 0)));
    if (!ok || complete || items.length >= cap) return { items, total, complete, first, last, ok };
  }
}
