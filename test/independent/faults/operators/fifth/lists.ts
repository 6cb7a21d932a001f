/** The SSL list (4.2): filters in pairs and beside parameters, and the count of certificates under them. */
import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards } from '../../hooks.ts';
import { withWords } from '../fourth/plants.ts';
import { days, heldBy, keyed, LIST, matching, nameOf, notDeprecated, whole } from '../lists/plants.ts';
import { fault, parted } from '../second/plants.ts';

const CLAIM = 'the profile’s claim';
const names = notDeprecated.map(({ key }) => nameOf(key));
const pairs = names.flatMap((one, n) =>
  names.slice(n + 1).map((other) => ({ key: `${LIST}?${one}&${other}`, op: LIST })),
);
const isPaging = (name: string) => name === 'size' || name === 'position';
type Query = Readonly<Record<string, Json>>;
const filtersIn = (query: Query) => Object.keys(query).filter((name) => !isPaging(name));
/** Which requests the count is wrong for. */
const UNDER: Readonly<Record<string, (query: Query, items: number) => boolean>> = {
  'a filter': (query) => filtersIn(query).length === 1,
  'two filters': (query) => filtersIn(query).length === 2,
  'a filter and position': (query) => filtersIn(query).length > 0 && Number(query['position'] ?? 0) > 0,
  'a filter that finds nothing': (query, items) => filtersIn(query).length > 0 && items === 0,
  'a filter by days': (query) => Object.keys(query).some((name) => name.endsWith('In')),
  'the greatest size': (query) => query['size'] === 200,
  'size 0': (query) => query['size'] === 0,
};
const COUNTS: Readonly<Record<string, (total: number) => string | undefined>> = {
  lost: () => undefined,
  'one more': (total) => String(total + 1),
  text: (total) => `${total} entries`,
};
/** What finds more by a text than it should. */
const LOOSE: Readonly<Record<string, (held: string, value: string) => boolean>> = {
  'ends with': (held, value) => held.endsWith(value),
  'signs apart': (held, value) => held.replace(/[^a-z0-9]/gi, '') === value.replace(/[^a-z0-9]/gi, ''),
  'first letters': (held, value) => value.length > 3 && held.slice(0, 4) === value.slice(0, 4),
};
/** Texts that entries show and that are compared as a whole. */
const shown = whole.filter(({ key }) => /serialNumber|requester$/.test(key));
const numbers = whole.filter(({ key }) => /orgId|sslTypeId/.test(key));

export const LISTS_IN_COMPANY: readonly Operator[] = [
  fault(
    'any-pair-otherwise',
    '4.2',
    (key) => `does not let two filters count together: ${key}`,
    withWords(pairs, ['first ignored', 'second ignored', 'nothing found']),
    (key) => {
      const [place, way] = parted(key);
      const [one = '', other = ''] = place.slice(place.indexOf('?') + 1).split('&');
      return {
        matches: (call, filter, _, __, found) => {
          if (!(one in call.query && other in call.query)) return found;
          if (way === 'nothing found') return false;
          return filter === (way === 'first ignored' ? one : other) ? true : found;
        },
      };
    },
  ),
  fault(
    'total-otherwise-under',
    '4.2',
    (key) => `X-Total-Count is wrong in one case: ${key}`,
    Object.keys(COUNTS).flatMap((way) =>
      Object.keys(UNDER).map((when) => ({ key: `${LIST} ${way}: ${when}`, op: LIST })),
    ),
    (key) => {
      const [way = '', when = ''] = parted(key)[1].split(': ');
      return afterwards(LIST, (reply, call) => {
        const items = reply.body && 'json' in reply.body ? (reply.body.json as readonly Json[]).length : -1;
        if (reply.status !== 200 || !UNDER[when]?.(call.query, items)) return reply;
        const { 'X-Total-Count': total, ...headers } = reply.headers ?? {};
        const turned = COUNTS[way]?.(Number(total));
        return { ...reply, headers: turned === undefined ? headers : { ...headers, 'X-Total-Count': turned } };
      });
    },
  ),
  fault(
    'filter-ignored-beside',
    '4.2',
    (key) => `does not filter by it beside another parameter: ${key}`,
    withWords(keyed(notDeprecated), ['size', 'position', 'renewed', 'status']),
    (key) => {
      const [place, beside] = parted(key);
      return {
        matches: (call, filter, _, __, found) =>
          filter === nameOf(place) && filter !== beside && beside in call.query ? true : found,
      };
    },
  ),
  fault(
    'text-compared-loosely',
    CLAIM,
    (key) => `finds more by a text than what is the same: ${key}`,
    withWords(keyed(shown), Object.keys(LOOSE)),
    (key) => {
      const [place, way] = parted(key);
      return matching(
        place,
        (value, certificate, found) =>
          found || LOOSE[way]?.(String(heldBy(place, certificate)), String(value)) === true,
      );
    },
    { readings: ['A', 'B'] },
  ),
  fault(
    'number-compared-loosely',
    '4.2',
    (key) => `finds by a number what is greater or less: ${key}`,
    withWords(keyed(numbers), ['greater', 'less', 'next']),
    (key) => {
      const [place, way] = parted(key);
      return matching(place, (value, certificate, found) => {
        const [held, asked] = [Number(heldBy(place, certificate)), Number(value)];
        return found || (way === 'greater' ? held > asked : way === 'less' ? held < asked : held === asked + 1);
      });
    },
  ),
  fault(
    'days-otherwise-at',
    '4.2',
    (key) => `finds nothing by a number of days that is somewhere near: ${key}`,
    withWords(keyed(days), ['7', '30', '90', '200']),
    (key) => {
      const [place, number] = parted(key);
      return matching(place, (value, _, found) => found && value !== Number(number));
    },
  ),
];
