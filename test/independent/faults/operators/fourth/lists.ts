/** The SSL list (4.2) with filters that find too much or something else, pages, and what changed since it was asked last. */
import { INSTALL_STATUSES, RENEWAL_STATUSES, STATUSES, WAYS } from '../../../contract/parameters.ts';
import type { Fields, Json } from '../../../contract/types.ts';
import { finds } from '../../../handlers/ssl.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, judging, withJson } from '../../hooks.ts';
import { LIST, nameOf } from '../lists/plants.ts';
import { filtersOf, given, keyed, one, shown } from '../second/list-plants.ts';
import { AC, fault } from '../second/plants.ts';
import { partsOf, withWords } from './plants.ts';

const WORDS: Readonly<Record<string, readonly string[]>> = {
  status: STATUSES,
  installStatus: INSTALL_STATUSES,
  renewalStatus: RENEWAL_STATUSES,
  requestedVia: WAYS,
};
const wordFilters = keyed(Object.keys(WORDS));
const eachWord = Object.entries(WORDS).flatMap(([name, words]) => withWords(keyed([name]), words));
/** Values of a filter that a program may take for none at all. */
const NONE: Readonly<Record<string, (value: Json) => boolean>> = {
  zero: (value) => value === 0,
  blanks: (value) => typeof value === 'string' && value !== '' && value.trim() === '',
  'the word all': (value) => /^(all|any)$/i.test(String(value)),
  'the word null': (value) => /^(null|undefined|none)$/i.test(String(value)),
};
const LOOSE = [
  ...withWords(keyed(['orgId']), ['zero']),
  ...withWords(keyed(['commonName', 'vendor', 'requester', 'serialNumber', 'keyAlgorithm', 'externalRequester']), [
    'blanks',
    'the word all',
    'the word null',
  ]),
];
const DATES: Readonly<Record<string, string>> = {
  renewedIn: 'issuedIn',
  requestedIn: 'issuedIn',
  issuedIn: 'requestedIn',
};
const nextWord = (name: string, word: Json) => {
  const words = WORDS[name] ?? [];
  return words[(words.indexOf(String(word)) + 1) % words.length] ?? '';
};
const matched = (name: string, turn: (value: Json, certificate: Fields, found: boolean) => boolean) => ({
  matches: (_: unknown, filter: string, value: Json, certificate: Fields, found: boolean) =>
    filter === name ? turn(value, certificate, found) : found,
});

export const LISTS_FURTHER: readonly Operator[] = [
  fault(
    'filter-value-for-none',
    '4.2',
    (key) => `finds all where a filter has a value that is taken for none: ${key}`,
    LOOSE,
    (key) => {
      const [place, way] = partsOf(key);
      return matched(nameOf(place), (value, _, found) => found || NONE[way]?.(value) === true);
    },
    { readings: ['A', 'B'] },
  ),
  fault(
    'filter-next-word-too',
    '4.2',
    (key) => `finds by one word what the one behind it finds as well: ${key}`,
    eachWord,
    (key) => {
      const [place, word] = partsOf(key);
      const name = nameOf(place);
      return matched(name, (value, certificate, found) =>
        value === word ? found || certificate[name] === nextWord(name, word) : found,
      );
    },
  ),
  fault(
    'filter-words-exchanged',
    '4.2',
    (key) => `finds by two words that stand beside each other what the other should: ${key}`,
    wordFilters,
    (key) => {
      const name = nameOf(key);
      const [, first = '', second = ''] = WORDS[name] ?? [];
      const other: Readonly<Record<string, string>> = { [first]: second, [second]: first };
      return matched(name, (value, certificate, found) => {
        const turned = other[String(value)];
        return turned === undefined ? found : certificate[name] === turned;
      });
    },
  ),
  // 3.1 lists single words; the parameter is a string and no array.
  fault(
    'filter-words-in-commas',
    '3.1',
    (key) => `takes several words between commas: ${key}`,
    keyed([...Object.keys(WORDS), 'discoveryStatus']),
    (key) =>
      judging(key, (raw, verdict) => {
        const words = WORDS[nameOf(key)] ?? ['NotDeployed', 'Deployed'];
        const parts = String(raw).split(',');
        const good = parts.length > 1 && parts.every((part) => words.includes(part.trim()));
        return 'wrong' in verdict && good ? { value: parts[0] as string } : undefined;
      }),
  ),
  fault(
    'days-of-another-date',
    '4.2',
    (key) => `looks at another date of the certificate: ${key}`,
    keyed(Object.keys(DATES)),
    (key) => ({
      matches: (call, filter, value, certificate, found) =>
        filter === nameOf(key) ? finds(call, DATES[filter] as string, value, certificate) : found,
    }),
  ),
  one('never-renewed-found', 'finds by renewedIn what was never renewed', () =>
    matched('renewedIn', (_, certificate, found) => found || certificate['renewedAt'] === undefined),
  ),
  one('last-page-filled', 'fills the last page from the one before', () => ({
    late: (call, reply) => {
      const size = Number(call.query['size'] ?? call.reading.ssl.size);
      const position = Number(call.query['position'] ?? 0);
      if (call.op !== LIST || reply.status !== 200 || !reply.body || !('json' in reply.body)) return reply;
      const items = reply.body.json as readonly Json[];
      if (position === 0 || items.length === 0 || items.length >= size) return reply;
      const all = shown(call).filter((certificate) =>
        filtersOf(call).every(([name, value]) => finds(call, name, value as Json, certificate)),
      );
      const sorted = [...all].sort((a, b) => Number(a['id']) - Number(b['id']));
      if (call.reading.ssl.order === 'descending') sorted.reverse();
      return withJson(reply, () => sorted.slice(-size).map((fields) => call.bodyOf('SSLIdentity', fields)));
    },
  })),
  one(
    'default-size-only-unfiltered',
    'shows all that is found where size is left out and a filter is given',
    () => ({
      early: (call) => {
        if (call.op === LIST && call.request.query && call.request.query.length > 0) {
          const names = call.request.query.map(([name]) => name);
          if (!names.includes('size')) call.request.query = [...call.request.query, ['size', '200']];
        }
        return undefined;
      },
    }),
    { readings: AC },
  ),
  one(
    'order-by-change',
    'shows first what was updated last',
    () => ({
      late: (call, reply) => {
        const { memory } = call.service;
        if (call.op === 'ssl.update' && reply.status === 200 && call.entity) memory.set('updated', call.entity.key);
        const key = memory.get('updated');
        if (call.op !== LIST || reply.status !== 200 || typeof key !== 'string') return reply;
        return withJson(reply, (json) => {
          const items = json as readonly Json[];
          const first = items.filter((item) => JSON.stringify(item).includes(`:${key},`));
          return [...first, ...items.filter((item) => !first.includes(item))];
        });
      },
    }),
    { also: ['ssl'] },
  ),
  // Debatable: that the filter and the member of the update are one thing is told by their name alone. A stale index: what an update gave is found by what was there before.
  one(
    'found-by-former-value',
    'finds by externalRequester what was there before an update',
    () => ({
      keep: (call, fields, entity) => {
        if (call.op === 'ssl.update' && entity.fields?.['externalRequester'] !== undefined) {
          const { memory } = call.service;
          memory.set(`former ${entity.key}`, entity.fields['externalRequester']);
        }
        return fields;
      },
      matches: (call, filter, value, certificate, found) => {
        const former = filter === 'externalRequester' && call.service.memory.get(`former ${certificate['id']}`);
        return typeof former === 'string' ? former === value : found;
      },
    }),
    { standing: 'debatable' },
  ),
  one(
    'total-remembered',
    'X-Total-Count of a filter stays what it was the first time',
    () =>
      afterwards(LIST, (reply, call) => {
        const key = `total ${JSON.stringify(filtersOf(call))}`;
        const { memory } = call.service;
        if (reply.status !== 200 || filtersOf(call).length === 0) return reply;
        const known = memory.get(key);
        if (known === undefined) memory.set(key, reply.headers?.['X-Total-Count'] ?? '0');
        else return { ...reply, headers: { ...reply.headers, 'X-Total-Count': String(known) } };
        return reply;
      }),
    { also: ['admin'] },
  ),
  one(
    'page-of-filter-remembered',
    'answers a filter from what it found the first time',
    () => ({
      late: (call, reply) => {
        if (call.op !== LIST || reply.status !== 200 || !given(call, 'requester') || !reply.body) return reply;
        const { memory } = call.service;
        const key = `page ${JSON.stringify(call.query)}`;
        const known = memory.get(key) as { body: Json; total: string } | undefined;
        if (!known && 'json' in reply.body)
          memory.set(key, { body: reply.body.json, total: reply.headers?.['X-Total-Count'] ?? '0' });
        return known
          ? { ...reply, body: { json: known.body }, headers: { ...reply.headers, 'X-Total-Count': known.total } }
          : reply;
      },
    }),
    { also: ['admin'] },
  ),
];
