/** The SSL list: filters, paging, its count. */
import type { Fields, Json } from '../../contract/types.ts';
import type { Plant } from '../../server/plant.ts';
import type { Operator } from '../fault.ts';
import { afterwards, beforehand, withJson } from '../hooks.ts';
import { ofType, QUERY } from '../places.ts';

const LIST = 'ssl.list';
const filters = QUERY.filter(({ op, member: { field } }) => op === LIST && field !== 'size' && field !== 'position');
const keyed = (places: readonly { key: string }[]) => places.map(({ key }) => ({ key, op: LIST }));
const nameOf = (key: string) => key.slice(key.indexOf('?') + 1);
const hard = { class: 'hard', standing: 'explicit' } as const;
const plain = { class: 'plain', standing: 'explicit' } as const;
const days = filters.filter(({ key }) => key.endsWith('In'));
const notDeprecated = filters.filter(({ key }) => !/discoveryStatus|keySize$/.test(key));
const whole = notDeprecated
  .filter(({ member }) => member.type.is === 'text' || member.type.is === 'int')
  .filter(({ key }) => !key.endsWith('In'));

const matching = (key: string, turn: (value: Json, certificate: Fields, found: boolean) => boolean): Plant => ({
  matches: (_, filter, value, certificate, found) => (filter === nameOf(key) ? turn(value, certificate, found) : found),
});
const heldBy = (key: string, certificate: Fields): Json => certificate[nameOf(key)] ?? null;

const paged = (
  turn: (
    items: readonly Json[],
    total: number,
    query: Readonly<Record<string, Json>>,
  ) => { items?: readonly Json[]; total?: number | string },
): Plant =>
  afterwards(LIST, (reply, call) => {
    if (reply.status !== 200 || !reply.body || !('json' in reply.body)) return reply;
    const total = Number(reply.headers?.['X-Total-Count']);
    const turned = turn(reply.body.json as readonly Json[], total, call.query);
    const headers = { ...reply.headers, 'X-Total-Count': String(turned.total ?? total) };
    return withJson({ ...reply, headers }, (json) => turned.items ?? json);
  });

const one = (key: string, sentence: string, plant: Plant, more: Partial<Operator> = {}): Operator => ({
  id: `list-${key}`,
  ...hard,
  wrong: () => sentence,
  places: [{ key: LIST, op: LIST }],
  plant: () => plant,
  ...more,
});
const asked = (query: Readonly<Record<string, Json>>, name: string) => Number(query[name] ?? -1);

export const LISTS: readonly Operator[] = [
  {
    id: 'filter-ignored',
    ...plain,
    wrong: (key) => `does not filter by ${key}`,
    places: keyed(notDeprecated),
    plant: (key) => matching(key, () => true),
  },
  {
    id: 'filter-finds-nothing',
    ...plain,
    wrong: (key) => `finds nothing by ${key}`,
    places: keyed(notDeprecated.filter(({ key }) => !key.endsWith('renewed'))),
    plant: (key) => matching(key, () => false),
  },
  {
    id: 'filter-inverted',
    ...plain,
    wrong: (key) => `finds by ${key} what it should leave out`,
    places: keyed(notDeprecated),
    plant: (key) => matching(key, (_, __, found) => !found),
  },
  {
    id: 'filter-skips-one',
    ...hard,
    wrong: (key) => `finds by ${key} all but one certificate`,
    places: keyed(notDeprecated),
    plant: (key) => matching(key, (_, certificate, found) => found && Number(certificate['id']) % 10 !== 3),
    readings: ['A'],
    standing: 'debatable',
  },
  {
    id: 'filter-beginning',
    ...hard,
    wrong: (key) => `finds by ${key} what begins with the value`,
    places: keyed(whole.filter(({ key }) => /orgId|serialNumber|requester$/.test(key))),
    readings: ['A', 'B'],
    plant: (key) =>
      matching(key, (value, certificate, found) => found || String(heldBy(key, certificate)).startsWith(String(value))),
  },
  {
    id: 'filter-any-case',
    ...hard,
    wrong: (key) => `passes over letter case by ${key}`,
    places: keyed(whole.filter(({ key }) => /serialNumber|requester$/.test(key))),
    readings: ['A', 'B'],
    plant: (key) =>
      matching(
        key,
        (value, certificate, found) =>
          found || String(heldBy(key, certificate)).toLowerCase() === String(value).toLowerCase(),
      ),
  },
  {
    id: 'filter-one-word',
    ...hard,
    wrong: (key) => `finds nothing by one word: ${key}`,
    places: ofType(notDeprecated, 'word').flatMap(({ key, member }) =>
      member.type.of.map((word) => ({ key: `${key}=${word}`, op: LIST })),
    ),
    plant: (key) => {
      const at = key.lastIndexOf('=');
      return matching(key.slice(0, at), (value, _, found) => found && value !== key.slice(at + 1));
    },
  },
  {
    id: 'filter-word-ignored',
    ...hard,
    wrong: (key) => `does not filter by one word: ${key}`,
    places: ofType(notDeprecated, 'word').flatMap(({ key, member }) =>
      member.type.of.map((word) => ({ key: `${key}=${word}`, op: LIST })),
    ),
    plant: (key) => {
      const at = key.lastIndexOf('=');
      return matching(key.slice(0, at), (value, _, found) => found || value === key.slice(at + 1));
    },
  },
  {
    id: 'days-as-hours',
    ...hard,
    wrong: (key) => `takes days for hours in ${key}`,
    places: keyed(days),
    plant: (key) =>
      matching(
        key,
        (value, certificate, found) =>
          found &&
          Math.abs(
            Number(
              certificate[`${nameOf(key).replace('In', '').replace('expires', 'expires')}At`] ??
                certificate['expiresAt'],
            ) - Date.now(),
          ) <
            Number(value) * 3_600_000,
      ),
  },
  {
    id: 'days-beyond-100',
    ...hard,
    wrong: (key) => `finds nothing by more than 100 days in ${key}`,
    places: keyed(days),
    plant: (key) => matching(key, (value, _, found) => found && Number(value) <= 100),
  },
  {
    id: 'days-ignored-when-great',
    ...hard,
    wrong: (key) => `finds less by 200 days than by 199 in ${key}`,
    places: keyed(days),
    plant: (key) => matching(key, (value, _, found) => found && Number(value) < 200),
  },
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
