/** Items of lists, and values at their bounds in some company only (4.1, update.readback): what is judged or kept of the first alone. */
import type { Json, Type } from '../../../contract/types.ts';
import { fromJson, fromText } from '../../../server/check.ts';
import type { Operator } from '../../fault.ts';
import { isText, judging } from '../../hooks.ts';
import { keyed, listTurned, losing } from '../../keeping.ts';
import { BODY, KEPT, ofType, QUERY, valuePlace } from '../../places.ts';
import { fault, parted } from '../second/plants.ts';
import { withWords } from '../second/value-plants.ts';
import { bounded, isString } from '../values/plants.ts';

const CLAIM = 'the profile’s claim';
const lists = ofType(KEPT, 'list');
const ofTexts = lists.filter(({ member }) => member.type.of.is === 'text');
/** What becomes of the text of an item. */
const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  'nothing beyond the basic plane': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  'question marks beyond Latin': (text) => text.replace(/[\u0100-\uffff]/g, '?'),
  'no accents': (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  'lower case': (text) => text.toLowerCase(),
  'no blanks at the ends': (text) => text.trim(),
  'the first 40 characters': (text) => [...text].slice(0, 40).join(''),
  'ampersands escaped': (text) => text.replaceAll('&', '&amp;'),
  'parts between commas': (text) => text.split(',')[0] as string,
};
/** What becomes of a list. */
const ITEMS_KEPT: Readonly<Record<string, (items: readonly Json[]) => readonly Json[]>> = {
  'not the second of three': (items) => (items.length > 2 ? items.filter((_, n) => n !== 1) : items),
  'not the last of three': (items) => (items.length === 3 ? items.slice(0, 2) : items),
  'the last twice': (items) => (items.length > 1 ? [...items.slice(0, -1), items.at(-2) as Json] : items),
  'ten at most': (items) => items.slice(0, 10),
};
/** Lists whose items have rules of their own. */
const ruled = [...ofType(BODY, 'list'), ...ofType(QUERY, 'list')].filter(({ op, member: { type } }) => {
  const of = type.of as Type & { min?: number; max?: number };
  return !op.endsWith('.read') && (of.is === 'word' || of.is === 'int' || of.max !== undefined || of.min !== undefined);
});
const itemOf = (key: string) => (valuePlace(key).member.type as Type & { is: 'list' }).of;
const fits = (key: string, type: Type, item: Json, manner: Parameters<typeof fromText>[2]) =>
  key.includes('?')
    ? 'value' in fromText(type, String(item), manner)
    : 'value' in fromJson('', type, item, manner, (_, __, ___, verdict) => verdict);
/** How many members or parameters a request gives. */
const givenBy = (text: string, query: readonly unknown[] | undefined): number => {
  try {
    return Object.keys(JSON.parse(text) as object).length;
  } catch {
    return query?.length ?? 0;
  }
};
const COMPANY: Readonly<Record<string, (given: number) => boolean>> = {
  'few others': (given) => given <= 4,
  'many others': (given) => given > 4,
};

export const ITEMS: readonly Operator[] = [
  fault(
    'item-text-otherwise',
    CLAIM,
    (key) => `keeps the texts of a list otherwise: ${key}`,
    withWords(keyed(ofTexts), Object.keys(TEXTS)),
    (key) => {
      const [place, way] = parted(key);
      return listTurned(place, (items) => items.map((item) => (isText(item) ? (TEXTS[way]?.(item) ?? item) : item)));
    },
  ),
  fault(
    'later-item-text-otherwise',
    CLAIM,
    (key) => `keeps the texts of a list otherwise from the second on: ${key}`,
    withWords(keyed(ofTexts), Object.keys(TEXTS)),
    (key) => {
      const [place, way] = parted(key);
      return listTurned(place, (items) =>
        items.map((item, n) => (n > 0 && isText(item) ? (TEXTS[way]?.(item) ?? item) : item)),
      );
    },
  ),
  fault(
    'item-lost-at',
    CLAIM,
    (key) => `does not keep an item of a list at one place: ${key}`,
    withWords(keyed(lists), Object.keys(ITEMS_KEPT)),
    (key) => {
      const [place, way] = parted(key);
      return listTurned(place, (items) => ITEMS_KEPT[way]?.(items) ?? items);
    },
  ),
  fault(
    'list-lost-when-shorter',
    CLAIM,
    (key) => `keeps the former list where fewer items are given: ${key}`,
    keyed(lists),
    (key) =>
      losing(key, (value, call) => {
        const was = call.before?.[key.slice(key.indexOf('/') + 1)];
        return Array.isArray(value) && Array.isArray(was) && value.length > 0 && value.length < was.length;
      }),
  ),
  fault(
    'later-item-unjudged',
    '4.1',
    (key) => `judges the first item of a list alone: ${key}`,
    withWords(keyed(ruled), ['the second', 'the third']),
    (key) => {
      const [place, which] = parted(key);
      const first = which === 'the second' ? 1 : 2;
      return judging(place, (raw, verdict, call) => {
        if (!('wrong' in verdict) || !Array.isArray(raw)) return undefined;
        const type = itemOf(place);
        const good = (raw as readonly Json[]).map((item) => fits(place, type, item, call.reading.manner));
        if (good.every(Boolean) || !good.slice(0, first).every(Boolean)) return undefined;
        const value = (raw as readonly Json[]).filter((_, n) => good[n]);
        return { value: type.is === 'int' ? value.map(Number) : value };
      });
    },
    // A reading that has nothing but texts in its queries keeps what it takes.
    { readings: ['A', 'B'] },
  ),
  fault(
    'long-taken-in-company',
    '4.1',
    (key) => `takes texts that are too long in one company: ${key}`,
    withWords(keyed(bounded), Object.keys(COMPANY)),
    (key) => {
      const [place, way] = parted(key);
      return judging(place, (raw, verdict, { request }) =>
        'wrong' in verdict &&
        verdict.wrong.startsWith('longer') &&
        COMPANY[way]?.(givenBy(request.body.toString(), request.query)) &&
        isString(raw)
          ? { value: raw }
          : undefined,
      );
    },
    { readings: ['A'] },
  ),
];
