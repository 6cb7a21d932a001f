/** Pages of the SSL list, and its count. */
import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, beforehand } from '../../hooks.ts';
import { asked, LIST, one, paged } from './plants.ts';

export const PAGING: readonly Operator[] = [
  one(
    'total-of-page',
    'X-Total-Count is the number of entries on the page',
    paged((items) => ({ total: items.length })),
    { class: 'plain' },
  ),
  one(
    'total-one-more',
    'X-Total-Count is one too many',
    paged((_, total) => ({ total: total + 1 })),
  ),
  one(
    'total-lost',
    'X-Total-Count is left out',
    { late: (call, reply) => (call.op === LIST && reply.status === 200 ? { ...reply, headers: {} } : reply) },
    { class: 'plain' },
  ),
  one(
    'total-as-text',
    'X-Total-Count is no number',
    paged((_, total) => ({ total: `${total} certificates` })),
    { class: 'plain' },
  ),
  one(
    'total-without-skipped',
    'X-Total-Count does not count what position skips',
    paged((_, total, query) => ({ total: Math.max(0, total - Math.max(0, asked(query, 'position'))) })),
  ),
  one(
    'total-zero-at-size-zero',
    'X-Total-Count is 0 where size is 0',
    paged((_, total, query) => (asked(query, 'size') === 0 ? { total: 0 } : { total })),
  ),
  one(
    'total-rounded',
    'X-Total-Count is rounded down to tens',
    paged((_, total) => ({ total: total - (total % 10) })),
  ),
  one('total-lost-when-empty', 'X-Total-Count is left out where the list is empty', {
    late: (call, reply) =>
      call.op === LIST &&
      reply.status === 200 &&
      reply.body &&
      'json' in reply.body &&
      (reply.body.json as readonly Json[]).length === 0
        ? { ...reply, headers: {} }
        : reply,
  }),
  one(
    'size-one-more',
    'the list has one entry more than size',
    {
      early: (call) => {
        if (call.op === LIST)
          call.request.query = call.request.query?.map(([name, value]) =>
            name === 'size' && /^\d+$/.test(value) && Number(value) > 0 && Number(value) < 200
              ? [name, String(Number(value) + 1)]
              : [name, value],
          );
        return undefined;
      },
    },
    { class: 'plain' },
  ),
  one(
    'size-ignored',
    'the list takes no notice of size',
    beforehand(LIST, (call) => {
      call.request.query = call.request.query?.filter(
        ([name, value]) => name !== 'size' || !/^\d{1,3}$/.test(value) || Number(value) > 200,
      );
    }),
    { class: 'plain' },
  ),
  one('second-filter-ignored', 'of two filters the first alone counts', {
    matches: (call, filter, _, __, found) =>
      found || filter !== Object.keys(call.query).find((name) => name !== 'size' && name !== 'position'),
  }),
  one(
    'size-above-50',
    'the list shows at most 50 entries',
    paged((items) => ({ items: items.slice(0, 50) })),
  ),
  one(
    'size-one-empty',
    'the list is empty where size is 1',
    paged((items, _, query) => ({ items: asked(query, 'size') === 1 ? [] : items })),
  ),
  one(
    'position-ignored',
    'the list takes no notice of position',
    beforehand(LIST, (call) => {
      call.request.query = call.request.query?.map(([name, value]) =>
        name === 'position' && /^\d+$/.test(value) ? [name, '0'] : [name, value],
      );
    }),
    { class: 'plain' },
  ),
  one(
    'position-one-off',
    'position skips one entry too many',
    beforehand(LIST, (call) => {
      call.request.query = call.request.query?.map(([name, value]) =>
        name === 'position' && /^[1-9]\d{0,8}$/.test(value) ? [name, String(Number(value) + 1)] : [name, value],
      );
    }),
  ),
  one(
    'position-by-pages',
    'position counts pages',
    beforehand(LIST, (call) => {
      const query = call.request.query ?? [];
      const size = Number(query.find(([name]) => name === 'size')?.[1] ?? 1);
      call.request.query = query.map(([name, value]) =>
        name === 'position' && /^\d{1,6}$/.test(value) && size > 0 && size <= 200
          ? [name, String(Number(value) * size)]
          : [name, value],
      );
    }),
  ),
  one('position-at-end-refused', 'position beyond the last entry is refused', {
    late: (call, reply) =>
      call.op === LIST &&
      reply.status === 200 &&
      Number(call.query['position'] ?? 0) >= Number(reply.headers?.['X-Total-Count']) &&
      Number(call.query['position'] ?? 0) > 0
        ? call.bad('beyond the end')
        : reply,
  }),
  one('position-wraps', 'position beyond the last entry shows the first page', {
    early: (call) => {
      if (call.op === LIST)
        call.request.query = call.request.query?.map(([name, value]) =>
          name === 'position' && /^\d{3,9}$/.test(value) ? [name, '0'] : [name, value],
        );
      return undefined;
    },
  }),
  one(
    'entry-twice',
    'the list shows its last entry twice',
    paged((items, _, query) => (query['size'] === undefined ? { items: [...items, ...items.slice(-1)] } : {})),
  ),
  one(
    'object-for-array',
    'the list is wrapped in an object',
    paged((items) => ({ items: { entries: items } as never })),
    { class: 'plain' },
  ),
  one(
    'null-when-empty',
    'an empty list is null',
    paged((items) => ({ items: items.length === 0 ? (null as never) : items })),
  ),
  one(
    'not-found-when-empty',
    'an empty list is answered with 404',
    afterwards(LIST, (reply, call) =>
      reply.status === 200 && reply.body && 'json' in reply.body && (reply.body.json as readonly Json[]).length === 0
        ? call.absent('certificate')
        : reply,
    ),
  ),
  one(
    'order-by-size',
    'the order of the list depends on size',
    paged((items, _, query) =>
      asked(query, 'size') % 2 === 1 && asked(query, 'size') > 1 ? { items: [...items].reverse() } : {},
    ),
  ),
];
