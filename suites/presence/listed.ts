/** Which certificates the SSL list shows: it is all that shows a certificate (contract 4.2). */
import { type Contract, type Exchange, header, valueAt } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { parseJson } from '../judges/index.ts';

/** Pages that are searched for certificates of the profile, of the largest size. */
const MOST_PAGES = 10;
const PAGE = 200;

/** Certificates up to which the list is read. */
export const MOST_LISTED = MOST_PAGES * PAGE;

export interface Listed {
  /** The ids as texts, each with the page that shows it. */
  readonly ids: ReadonlyMap<string, Exchange>;
  /** False when the list is too long to be read whole. */
  readonly all: boolean;
}

/**
 * What the list shows of one certificate, as if it were all that it shows.
 *
 * @param page an answer of the list that shows it
 */
export function entryAlone(contract: Contract, page: Exchange, id: string): Exchange {
  const { response } = page;
  const pointer = contract.answer('ssl.list.identity')?.value;
  const parsed = response === undefined ? undefined : parseJson(response);
  const shown = parsed?.error === undefined ? parsed?.value : undefined;
  if (response === undefined || typeof pointer !== 'string' || !Array.isArray(shown)) return page;
  const body = JSON.stringify((shown as unknown[]).filter((one) => String(valueAt(one, pointer)) === id));
  return { ...page, response: { ...response, body, bytes: Buffer.byteLength(body) } };
}

/**
 * The ids in the SSL list; undefined when the list or its ids cannot be read.
 *
 * @param filter what is looked for, by the names of filters; everything without
 */
export async function listedCertificates(
  contract: Contract,
  send: (request: WireRequest) => Promise<Exchange>,
  filter: Readonly<Record<string, string>> = {},
): Promise<Listed | undefined> {
  const pointer = contract.answer('ssl.list.identity')?.value;
  if (typeof pointer !== 'string') return undefined;
  const ids = new Map<string, Exchange>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ size: String(PAGE), position: String(page * PAGE), ...filter });
    const target = `${contract.operation('ssl.list').path}?${query}`;
    const exchange = await send({ service: 'admin', method: 'GET', target });
    const { response } = exchange;
    const parsed = response?.status === 200 ? parseJson(response) : undefined;
    const elements = parsed?.error === undefined ? parsed?.value : undefined;
    if (response === undefined || !Array.isArray(elements)) return undefined;
    const before = ids.size;
    for (const element of elements as unknown[]) {
      const id = valueAt(element, pointer);
      if (id !== undefined) ids.set(String(id), exchange);
    }
    if (elements.length > 0 && ids.size === 0) return undefined;
    const total = Number(header(response.headers, 'x-total-count') ?? 0);
    if (elements.length < PAGE || ids.size === before) return { ids, all: !(ids.size < total) };
  }
  return { ids, all: false };
}
