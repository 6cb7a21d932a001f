import type { Json } from '../../../contract/types.ts';
import { finds } from '../../../handlers/ssl.ts';
import type { Operator } from '../../fault.ts';
import { afterwards } from '../../hooks.ts';
import { asked, LIST, nameOf, paged } from '../lists/plants.ts';
import { both, filtersOf, given, keyed, NAMES, one, pairs, position, shown } from './list-plants.ts';
import { AC, fault } from './plants.ts';

export const PAGES: readonly Operator[] = [
  fault(
    'list-pair-or',
    '4.2',
    (key) => `finds what one of two filters finds: ${key}`,
    pairs,
    (key) => {
      const [first, second] = both(key);
      return {
        matches: (call, filter, _, certificate, found) => {
          const other = filter === first ? second : filter === second ? first : undefined;
          const wanted = other === undefined ? undefined : call.query[other];
          return found || (other !== undefined && wanted !== undefined && finds(call, other, wanted, certificate));
        },
      };
    },
  ),
  fault(
    'list-second-of-pair-ignored',
    '4.2',
    (key) => `ignores the second of two filters: ${key}`,
    pairs,
    (key) => {
      const [first, second] = both(key);
      return { matches: (call, filter, _, __, found) => found || (filter === second && given(call, first)) };
    },
  ),
  fault(
    'list-unfiltered-later',
    '4.2',
    (key) => `does not filter by it beyond the first page: ${key}`,
    keyed(NAMES),
    (key) => ({ matches: (call, filter, _, __, found) => found || (filter === nameOf(key) && position(call) > 0) }),
    { readings: AC },
  ),
  one('none-shows-all', 'shows all certificates where none is found', () =>
    afterwards(LIST, (reply, call) =>
      reply.status === 200 &&
      reply.body &&
      'json' in reply.body &&
      (reply.body.json as readonly Json[]).length === 0 &&
      filtersOf(call).length > 0 &&
      position(call) === 0 &&
      call.query['size'] !== 0
        ? {
            ...reply,
            body: {
              json: shown(call)
                .slice(0, 10)
                .map((fields) => call.bodyOf('SSLIdentity', fields)),
            },
          }
        : reply,
    ),
  ),
  one(
    'paged-then-filtered',
    'takes a page first and then filters it',
    () =>
      afterwards(LIST, (reply, call) => {
        if (reply.status !== 200 || filtersOf(call).length === 0 || call.query['size'] === undefined) return reply;
        const order = call.reading.ssl.order === 'ascending' ? 1 : -1;
        const all = [...shown(call)].sort((a, b) => order * (Number(a['id']) - Number(b['id'])));
        const page = all.slice(position(call), position(call) + Number(call.query['size']));
        const rest = page.filter((certificate) =>
          filtersOf(call).every(([name, value]) => finds(call, name, value, certificate)),
        );
        return { ...reply, body: { json: rest.map((fields) => call.bodyOf('SSLIdentity', fields)) } };
      }),
    { readings: AC },
  ),
  one(
    'total-of-first-filter',
    'X-Total-Count counts what the first of several filters finds',
    () =>
      afterwards(LIST, (reply, call) => {
        const [first, ...rest] = filtersOf(call);
        if (reply.status !== 200 || !first || rest.length === 0) return reply;
        const total = shown(call).filter((certificate) => finds(call, first[0], first[1], certificate)).length;
        return { ...reply, headers: { ...reply.headers, 'X-Total-Count': String(total) } };
      }),
    { readings: AC },
  ),
  one('total-zero-beyond-end', 'X-Total-Count is 0 beyond the end', () =>
    paged((items, total, query) => ({ total: items.length === 0 && asked(query, 'position') > 0 ? 0 : total })),
  ),
  one('total-lost-later', 'X-Total-Count is left out beyond the first page', () => ({
    late: (call, reply) =>
      call.op === LIST && reply.status === 200 && position(call) > 0 ? { ...reply, headers: {} } : reply,
  })),
  one(
    'last-entry-dropped',
    'a page that reaches the end leaves out its last entry',
    () =>
      paged((items, total, query) => ({
        items:
          asked(query, 'position') > 0 && items.length > 0 && asked(query, 'position') + items.length >= total
            ? items.slice(0, -1)
            : items,
      })),
    { readings: AC },
  ),
  one('position-overflows', 'answers 500 where position and size together are beyond 32 bits', () => ({
    late: (call, reply) =>
      call.op === LIST && reply.status === 200 && position(call) + Number(call.query['size'] ?? 25) > 2_147_483_647
        ? { status: 500 }
        : reply,
  })),
  one('size-fifty-short', 'shows 49 entries where size is 50', () =>
    paged((items, _, query) => ({ items: asked(query, 'size') === 50 ? items.slice(0, 49) : items })),
  ),
  one('later-page-html', 'calls its JSON text/html beyond the first page', () =>
    afterwards(LIST, (reply, call) =>
      position(call) > 0 && reply.body && 'json' in reply.body && reply.status === 200
        ? { ...reply, body: { text: JSON.stringify(reply.body.json), type: 'text/html' } }
        : reply,
    ),
  ),
  one('later-page-wrapped', 'wraps the list in an object beyond the first page', () =>
    paged((items, _, query) => (asked(query, 'position') > 0 ? { items: { entries: items } as never } : {})),
  ),
  fault(
    'list-entry-bare',
    'the profile’s claim',
    (status) => `entries of one status leave out their common name: ${status}`,
    ['Revoked', 'Expired', 'Invalid', 'SA Approved'].map((key) => ({ key, op: LIST })),
    (status) =>
      afterwards(LIST, (reply, call) => {
        if (reply.status !== 200 || !reply.body || !('json' in reply.body)) return reply;
        const text = JSON.stringify(reply.body.json);
        if (!text.includes(`"${status}"`)) return reply;
        const entries = reply.body.json as readonly Json[];
        const name = String(call.reading.placing('SSLIdentity', { field: 'commonName', type: { is: 'text' } }))
          .split('/')
          .at(-1);
        const bare = (entry: Json) =>
          JSON.stringify(entry).includes(`"${status}"`)
            ? (JSON.parse(JSON.stringify(entry, (key, value: Json) => (key === name ? undefined : value))) as Json)
            : entry;
        return { ...reply, body: { json: entries.map(bare) } };
      }),
  ),
];
