/** The SSL list (4.2): how pages, filters and totals go together. */
import type { Fields, Json } from '../../../contract/types.ts';
import { finds } from '../../../handlers/ssl.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, beforehand, counted } from '../../hooks.ts';
import { at as inside } from '../answers/plants.ts';
import { asked, days, keyed, LIST, nameOf, paged } from '../lists/plants.ts';
import { filtersOf, given, NAMES, one, position } from '../second/list-plants.ts';
import { AC, fault } from '../second/plants.ts';
import { childrenOf } from './plants.ts';

/** Turns the query before it is read. */
const rewritten = (turn: (query: readonly [string, string][]) => readonly [string, string][]) =>
  beforehand(LIST, ({ request }) => {
    if (request.query) request.query = [...turn(request.query)];
  });
const told = (query: readonly [string, string][], name: string) => query.find(([one]) => one === name)?.[1];
const dayPairs = days.flatMap(({ member: { field } }, n) =>
  days.slice(n + 1).map(({ member }) => ({ key: `${field}&${member.field}`, op: LIST })),
);
const placed = (words: readonly string[]) => words.map((key) => ({ key, op: LIST }));
const pointerOf = (call: Call, field: string) =>
  call.reading
    .placing('SSLIdentity', { field, type: { is: field === 'id' ? 'int' : 'text' } })
    .split('/')
    .slice(1);

/** Who asked for each certificate when the first request came. */
function firstRequesters(call: Call): Readonly<Record<string, Json>> {
  const known = call.service.memory.get('first requesters') as Fields | undefined;
  if (known) return known;
  const all = call.world.all('ssl-certificate').map(({ key, fields }) => [key, fields?.['requester'] ?? null]);
  const made = Object.fromEntries(all) as Fields;
  call.service.memory.set('first requesters', made);
  return made;
}
const remembering = (call: Call) => {
  firstRequesters(call);
  return undefined;
};

export const LISTS_AGAIN: readonly Operator[] = [
  fault(
    'list-ordered-otherwise',
    'the profile’s claim',
    (key) => `sorts the other way when a parameter is given: ${key}`,
    placed(['position', 'size', 'renewed', ...NAMES]),
    (name) => afterwards(LIST, (reply, call) => (given(call, name) ? reversed(reply) : reply)),
  ),
  one('order-turns', 'shows another order every second time', () =>
    afterwards(LIST, (reply, call) => (counted(call, 'order') % 2 === 1 ? reversed(reply) : reply)),
  ),
  one('total-capped', 'X-Total-Count is never more than 50', () =>
    paged((_, total) => ({ total: Math.min(total, 50) })),
  ),
  one('total-of-full-pages', 'X-Total-Count is rounded up to full pages', () =>
    paged((_, total, query) => ({
      total: asked(query, 'size') > 0 ? Math.ceil(total / asked(query, 'size')) * asked(query, 'size') : total,
    })),
  ),
  one('size-of-all-short', 'leaves out the last entry where size is the number of all', () =>
    paged((items, total, query) => ({
      items: asked(query, 'size') === total && items.length === total ? items.slice(0, -1) : items,
    })),
  ),
  one('position-rounded', 'begins at a multiple of size below position', () =>
    rewritten((query) => {
      const size = Number(told(query, 'size') ?? 0);
      return query.map(([name, value]) =>
        name === 'position' && size > 0 && /^\d+$/.test(value)
          ? [name, String(Math.floor(Number(value) / size) * size)]
          : [name, value],
      );
    }),
  ),
  one('position-alone-ignored', 'takes no notice of position where size is left out', () =>
    rewritten((query) =>
      told(query, 'size') === undefined
        ? query.filter(([name, value]) => name !== 'position' || !/^\d+$/.test(value))
        : query,
    ),
  ),
  one('third-filter-ignored', 'of three filters the third does not count', () => ({
    matches: (call, filter, _, __, found) => found || filtersOf(call).findIndex(([name]) => name === filter) >= 2,
  })),
  one('behind-paging-ignored', 'takes no notice of filters that stand behind size or position', () =>
    rewritten((query) => {
      const paging = query.findIndex(([name]) => name === 'size' || name === 'position');
      return query.filter(([name], n) => paging < 0 || n <= paging || name === 'size' || name === 'position');
    }),
  ),
  fault(
    'list-days-one-less',
    '4.2',
    (key) => `counts one day less than asked for: ${key}`,
    keyed(days),
    (key) => ({
      matches: (call, filter, value, certificate, found) =>
        filter === nameOf(key) ? found && finds(call, filter, Number(value) - 1, certificate) : found,
    }),
  ),
  // However days are counted: what is two days later is not within them.
  fault(
    'list-days-two-more',
    '4.2',
    (key) => `counts two days more than asked for: ${key}`,
    keyed(days),
    (key) => ({
      matches: (call, filter, value, certificate, found) =>
        found || (filter === nameOf(key) && finds(call, filter, Number(value) + 2, certificate)),
    }),
  ),
  fault(
    'list-days-of-pair',
    '4.2',
    (key) => `of two filters by days the first alone counts: ${key}`,
    dayPairs,
    (key) => {
      const [first = '', second] = key.split('&');
      return { matches: (call, filter, _, __, found) => found || (filter === second && given(call, first)) };
    },
  ),
  one('renewed-contradicted', 'finds renewed certificates where renewed is false and renewedIn is given', () => ({
    matches: (call, filter, _, __, found) => found || (filter === 'renewed' && given(call, 'renewedIn')),
  })),
  one('same-again-short', 'leaves out the last entry when the same is asked twice in a row', () =>
    afterwards(LIST, (reply, call) => {
      const url = JSON.stringify(call.request.query);
      const again = call.service.memory.get('last list') === url;
      if (reply.status === 200) call.service.memory.set('last list', url);
      return again ? shortened(reply) : reply;
    }),
  ),
  // 4.5: the replacing administrator becomes the requester, for whoever looks.
  one(
    'requester-found-by-former',
    'finds certificates by the requester that they had at first',
    () => ({
      early: remembering,
      matches: (call, filter, value, certificate, found) =>
        filter === 'requester'
          ? finds(call, filter, value, {
              ...certificate,
              requester: firstRequesters(call)[String(certificate['id'])] ?? null,
            })
          : found,
    }),
    { also: ['admin'] },
  ),
  one(
    'requester-shown-of-former',
    'shows the requester that a certificate had at first',
    () => ({
      early: remembering,
      ...afterwards(LIST, (reply, call) => {
        if (reply.status !== 200 || !reply.body || !('json' in reply.body) || !Array.isArray(reply.body.json))
          return reply;
        const entries = (reply.body.json as readonly Json[]).map((entry) => {
          let id = '';
          inside(entry, pointerOf(call, 'id'), (value) => {
            id = String(value);
            return value;
          });
          return inside(entry, pointerOf(call, 'requester'), () => firstRequesters(call)[id]);
        });
        return { ...reply, body: { json: entries } };
      }),
    }),
    { also: ['admin'] },
  ),
  one('childless-unlisted', 'leaves out certificates whose locations are all deleted', () => ({
    matches: (call, _, __, certificate, found) =>
      found && childrenOf(call, 'ssl-location', String(certificate['id'])).length > 0,
  })),
  one(
    'total-of-first-page',
    'X-Total-Count beyond the first page counts that page alone',
    () =>
      paged((items, total, query) => ({
        total: asked(query, 'position') > 0 && items.length > 0 ? items.length : total,
      })),
    { readings: AC },
  ),
  one('half-size-later', 'shows half as many entries beyond the first page', () =>
    afterwards(LIST, (reply, call) => {
      if (position(call) === 0 || !reply.body || !('json' in reply.body) || !Array.isArray(reply.body.json))
        return reply;
      const items = reply.body.json as readonly Json[];
      return { ...reply, body: { json: items.slice(0, Math.ceil(items.length / 2)) } };
    }),
  ),
];

type Answer = ReturnType<Call['bad']>;
function turnedItems(reply: Answer, turn: (items: readonly Json[]) => readonly Json[]): Answer {
  return reply.status === 200 && reply.body && 'json' in reply.body && Array.isArray(reply.body.json)
    ? { ...reply, body: { json: turn(reply.body.json as readonly Json[]) } }
    : reply;
}
function reversed(reply: Answer): Answer {
  return turnedItems(reply, (items) => [...items].reverse());
}
function shortened(reply: Answer): Answer {
  return turnedItems(reply, (items) => items.slice(0, -1));
}
