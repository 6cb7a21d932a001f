/** The SSL list at its edges (4.2): last pages, entries at some place of a page, filters in company of a page. */

import { BODIES } from '../../../contract/bodies.ts';
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, beforehand, withJson } from '../../hooks.ts';
import { at as inside } from '../answers/plants.ts';
import { asked, LIST, one, paged } from '../lists/plants.ts';
import { at, each, fault, parted } from '../second/plants.ts';

/** Pages of which something is lost, or at which something is shown too often. */
const PAGES: Readonly<
  Record<string, (items: readonly Json[], total: number, size: number, position: number) => readonly Json[]>
> = {
  'short where size is beyond the number of all': (items, total, size, position) =>
    position === 0 && size > total ? items.slice(0, -1) : items,
  'empty where position is that of the last': (items, total, _, position) =>
    position > 0 && position === total - 1 ? [] : items,
  'empty at size 200': (items, _, size) => (size === 200 ? [] : items),
  'empty at size 199': (items, _, size) => (size === 199 ? [] : items),
  'short at a full last page': (items, total, size, position) =>
    position > 0 && size > 0 && position + size === total ? items.slice(0, -1) : items,
  'short at a last page that is not full': (items, total, size, position) =>
    position > 0 && position + size > total ? items.slice(0, -1) : items,
  'turned beyond the first page': (items, _, __, position) => (position > 0 ? [...items].reverse() : items),
  'first entry twice from position 1 on': (items, _, __, position) =>
    position === 1 && items.length > 1 ? [items[0] as Json, ...items.slice(0, -1)] : items,
};
/** Entries without a needed member, by their place. */
const BARE: Readonly<Record<string, (n: number, all: number, query: Readonly<Record<string, Json>>) => boolean>> = {
  'the last of a page': (n, all) => n === all - 1 && all > 1,
  'from the eleventh on': (n) => n >= 10,
  'from the fiftieth on': (n, _, query) => n + Math.max(0, asked(query, 'position')) >= 49,
  'beyond the first page': (_, __, query) => asked(query, 'position') > 0,
  'where a filter is given': (_, __, query) =>
    Object.keys(query).some((name) => name !== 'size' && name !== 'position'),
  'the only one': (_, all) => all === 1,
};
const filtered = (call: Call) => Object.keys(call.query).some((name) => name !== 'size' && name !== 'position');
/** What becomes of a page where a filter is given. */
const UNDER: Readonly<Record<string, (call: Call, items: readonly Json[]) => readonly Json[]>> = {
  'its last entry is lost where position is given': (call, items) =>
    asked(call.query, 'position') > 0 ? items.slice(0, -1) : items,
  'two entries at most where size is given': (call, items) =>
    asked(call.query, 'size') > 0 ? items.slice(0, 2) : items,
  'its order is turned': (_, items) => [...items].reverse(),
};

export const LISTS_AT_THE_EDGES: readonly Operator[] = [
  fault(
    'page-otherwise',
    '4.2',
    (key) => `a page of the list is wrong in one case: ${key}`,
    each(at(LIST), Object.keys(PAGES)),
    (key) =>
      paged((items, total, query) => ({
        items:
          PAGES[parted(key)[1]]?.(items, total, asked(query, 'size'), Math.max(0, asked(query, 'position'))) ?? items,
      })),
  ),
  fault(
    'entry-bare-at',
    'the profile’s claim',
    (key) => `entries of the list leave out their common name: ${key}`,
    each(at(LIST), Object.keys(BARE)),
    (key) =>
      afterwards(LIST, (reply, call) => {
        if (reply.status !== 200) return reply;
        const member = BODIES.SSLIdentity.find(({ field }) => field === 'commonName');
        const path = member ? call.reading.placing('SSLIdentity', member).split('/').slice(1) : [];
        return withJson(reply, (json) => {
          const all = json as readonly Json[];
          const isBare = BARE[parted(key)[1]];
          return all.map((entry, n) =>
            isBare?.(n, all.length, call.query) ? inside(entry, path, () => undefined) : entry,
          ) as Json;
        });
      }),
  ),
  fault(
    'filtered-page-otherwise',
    '4.2',
    (key) => `a page of what a filter finds is wrong: ${key}`,
    each(at(LIST), Object.keys(UNDER)),
    (key) =>
      afterwards(LIST, (reply, call) =>
        reply.status === 200 && filtered(call)
          ? withJson(reply, (json) => (UNDER[parted(key)[1]]?.(call, json as readonly Json[]) ?? json) as Json)
          : reply,
      ),
  ),
  one(
    'position-lost-beside-filter',
    'takes no notice of position where a filter is given and size is left out',
    beforehand(LIST, (call) => {
      const names = (call.request.query ?? []).map(([name]) => name);
      if (!names.includes('size') && names.some((name) => name !== 'position'))
        call.request.query = call.request.query?.filter(([name, value]) => name !== 'position' || !/^\d+$/.test(value));
    }),
  ),
];
