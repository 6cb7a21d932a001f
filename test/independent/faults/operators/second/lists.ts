/** The SSL list (4.2): filters in company and on pages, comparisons a little off, single values, pages at their edges. */
import { SSL_FILTERS } from '../../../contract/parameters.ts';
import type { Fields, Json } from '../../../contract/types.ts';
import { finds } from '../../../handlers/ssl.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { afterwards } from '../../hooks.ts';
import { ofType } from '../../places.ts';
import { asked, LIST, matching, nameOf, notDeprecated, paged } from '../lists/plants.ts';
import { AB, AC, fault } from './plants.ts';

const here = [{ key: LIST, op: LIST }];
const keyed = (names: readonly string[]) => names.map((name) => ({ key: `${LIST}?${name}`, op: LIST }));
const one = (id: string, sentence: string, plant: Operator['plant'], more: Partial<Operator> = {}) =>
  fault(`list-${id}`, '4.2', () => sentence, here, plant, more);
const NAMES = ['status', 'orgId', 'vendor', 'installStatus', 'sslTypeId', 'keyParam', 'requester', 'renewed'];
const pairs = NAMES.flatMap((first, n) =>
  NAMES.slice(n + 1).map((second) => ({ key: `${LIST}?${first}&${second}`, op: LIST })),
);
const both = (key: string) => nameOf(key).split('&') as [string, string];
const given = (call: Call, name: string) => call.query[name] !== undefined;
const filtersOf = (call: Call) =>
  Object.entries(call.query).filter(
    ([name]) => name !== 'size' && name !== 'position' && SSL_FILTERS.some(({ field }) => field === name),
  );
const position = (call: Call) => Number(call.query['position'] ?? 0);
const shown = (call: Call): readonly Fields[] =>
  call.world
    .all('ssl-certificate')
    .filter(({ customer }) => customer === call.holder?.customer)
    .map((entity) => call.world.seen(entity))
    .filter((fields) => fields !== undefined);
const textOf = (held: Json | undefined) => (typeof held === 'string' ? held : undefined);
/** Finds more than the text itself: whatever the pattern that somebody makes of it takes. */
const pattern = (key: string, make: (value: string) => RegExp | undefined) =>
  matching(key, (value, certificate, found) => {
    const held = certificate[nameOf(key)];
    const wanted = make(String(value));
    const texts = (Array.isArray(held) ? held : [held]).flatMap((item: Json) => textOf(item) ?? []);
    return found || (wanted !== undefined && texts.some((text) => wanted.test(text)));
  });
const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const PATTERNED = ['commonName', 'issuer', 'vendor', 'serialNumber', 'requester'];

export const LISTS_TOO: readonly Operator[] = [
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
    'a page that reaches the end lacks its last entry',
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
    (status) => `entries of one status lack their common name: ${status}`,
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
  // The profile claims how these filters compare: the whole text, or as a part of it (`ssl.list.filter-members`).
  fault(
    'filter-per-cent',
    'the profile’s claim',
    (key) => `takes a percent sign for any text in ${key}`,
    keyed(PATTERNED),
    (key) =>
      pattern(key, (value) =>
        value.includes('%') ? new RegExp(`^${quoted(value).replaceAll('%', '.*')}$`, 'u') : undefined,
      ),
  ),
  fault(
    'filter-underscore',
    'the profile’s claim',
    (key) => `takes a low line for any character in ${key}`,
    keyed(PATTERNED),
    (key) =>
      pattern(key, (value) =>
        value.includes('_') ? new RegExp(`^${quoted(value).replaceAll('_', '.')}$`, 'u') : undefined,
      ),
  ),
  fault(
    'filter-asterisk',
    'the profile’s claim',
    (key) => `takes an asterisk for any text in ${key}`,
    keyed(PATTERNED),
    (key) =>
      pattern(key, (value) =>
        value.includes('*') ? new RegExp(`^${quoted(value).replaceAll('\\*', '.*')}$`, 'u') : undefined,
      ),
  ),
  fault(
    'filter-expression',
    'the profile’s claim',
    (key) => `takes ${key} for a regular expression`,
    keyed(PATTERNED),
    (key) =>
      pattern(key, (value) => {
        try {
          return new RegExp(value, 'u');
        } catch {
          return undefined;
        }
      }),
  ),
  fault(
    'filter-apostrophe',
    'the profile’s claim',
    (key) => `finds all where ${key} holds an apostrophe`,
    keyed(PATTERNED),
    (key) => matching(key, (value, _, found) => found || String(value).includes("'")),
  ),
  fault(
    'part-at-beginning',
    'the profile’s claim',
    (key) => `finds by ${key} what begins with it, not what holds it`,
    keyed(['commonName']),
    (key) =>
      matching(key, (value, certificate, found) => found && String(certificate[nameOf(key)]).startsWith(String(value))),
    { readings: AC },
  ),
  fault(
    'part-for-whole',
    'the profile’s claim',
    (key) => `finds by ${key} what holds it somewhere`,
    keyed(['serialNumber', 'requester', 'orgId']),
    (key) =>
      matching(key, (value, certificate, found) => found || String(certificate[nameOf(key)]).includes(String(value))),
    { readings: AB },
  ),
  fault(
    'second-name-unseen',
    'the profile’s claim',
    (key) => `finds by ${key} the first name only`,
    keyed(['subjectAlternativeName']),
    (key) =>
      matching(
        key,
        (value, certificate, found) => found && (certificate['subjectAlternativeName'] as readonly Json[])[0] === value,
      ),
    { readings: ['B'] },
  ),
  // 3.1: values with a blank in them are words of their own.
  fault(
    'first-word-compared',
    '3.1',
    (key) => `compares the first word of a value in ${key}`,
    keyed(['installStatus', 'renewalStatus', 'requestedVia']),
    (key) =>
      matching(
        key,
        (value, certificate, found) =>
          found || String(certificate[nameOf(key)]).split(' ')[0] === String(value).split(' ')[0],
      ),
  ),
  fault(
    'one-boolean-ignored',
    '4.2',
    (key) => `does not filter by one of the two values: ${key}`,
    ['true', 'false'].map((value) => ({ key: `${LIST}?renewed=${value}`, op: LIST })),
    (key) => {
      const [place = '', wanted] = key.split('=');
      return matching(place, (value, _, found) => found || String(value) === wanted);
    },
  ),
  // Any way of counting days, as long as a larger number never shows fewer certificates.
  fault(
    'thirty-days-empty',
    '4.2',
    (key) => `finds nothing by 30 days in ${key}`,
    ofType(notDeprecated, 'int')
      .filter(({ key }) => key.endsWith('In'))
      .map(({ key }) => ({ key, op: LIST })),
    (key) => matching(key, (value, _, found) => found && value !== 30),
  ),
];
