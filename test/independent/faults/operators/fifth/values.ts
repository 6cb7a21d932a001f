/** Single values (2.1, 4.2, 4.7, 4.9, 4.11): one of a kind is refused, or one sort of wrong ones is taken. */
import { VARIANTS } from '../../../contract/bodies.ts';
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { BODY, IDS, ofType } from '../../places.ts';
import { withWords } from '../fourth/plants.ts';
import { isXml, xmlTakers } from '../second/answer-plants.ts';
import { at, each, fault, parted } from '../second/plants.ts';
import { countries, dates } from '../second/value-plants.ts';
import { bounded, ints, isString, keyed, number, refusing, taking } from '../values/plants.ts';

const CLAIM = 'the profile’s claim';
const SMALL = 'KM TL ME RS MF BL GG IM JE BV TF PN UM WF VA SJ KI CI PS TW IO HM FK AQ';
/** Days that no calendar has, one sort at a time. */
const NO_DAYS: Readonly<Record<string, RegExp>> = {
  'day 31 of a month of 30': /-(04|06|09|11)-31$/,
  'day 30 of February': /-02-30$/,
  'day 29 of February': /-02-29$/,
  'day 0': /-00$/,
  'day 32': /-(01|03|05|07|08|10|12)-32$/,
  'month 0': /-00-\d\d$/,
  'month 13': /-13-\d\d$/,
};
/** Days that some checks refuse. */
const REFUSED_DAYS: Readonly<Record<string, RegExp>> = {
  'the 31st': /-31$/,
  'first of January': /-01-01$/,
  'leap day of 2000': /^2000-02-29$/,
  October: /-10-\d\d$/,
  December: /-12-\d\d$/,
  'the 8th and 9th': /-0[89]$/,
};
/** Other ways to write a date, which no reader of `yyyy-MM-dd` takes. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'day first': /^\d\d-\d\d-\d{4}$/,
  slashes: /^\d{4}\/\d\d\/\d\d$/,
  points: /^\d{4}\.\d\d\.\d\d$/,
  'month alone': /^\d{4}-\d\d$/,
};
const UUIDS: Readonly<Record<string, RegExp>> = {
  nil: /^[0-]+$/,
  max: /^[f-]+$/i,
  'version 1': /^.{14}1/,
  'version 7': /^.{14}7/,
};
/** Items that are no integers of 32 bits, or a list that repeats one; what a careless server makes of them. */
const ITEMS: Readonly<Record<string, (items: readonly Json[]) => readonly Json[] | undefined>> = {
  fractions: (items) => (items.some((one) => typeof one === 'number' && one % 1 !== 0) ? cut(items) : undefined),
  texts: (items) =>
    items.some(isString) ? items.filter((one) => Number.isInteger(Number(one))).map(Number) : undefined,
  null: (items) => (items.includes(null) ? items.filter((one) => one !== null) : undefined),
  booleans: (items) => (items.some((one) => typeof one === 'boolean') ? items.filter(isNumber) : undefined),
  'beyond 32 bits': (items) =>
    items.some((one) => isNumber(one) && Math.abs(one) > 2 ** 31) ? items.map((one) => Number(one) | 0) : undefined,
  'repeats apart': (items) => {
    const twice = items.filter((one, n) => items.indexOf(one) !== n);
    const next = items.some((one, n) => one === items[n - 1]);
    return twice.length > 0 && !next && items.every(Number.isInteger) ? [...new Set(items)] : undefined;
  },
};
const isNumber = (one: Json): one is number => typeof one === 'number';
const cut = (items: readonly Json[]) => items.map((one) => Math.trunc(Number(one)));
/** Bodies around the list of delegations that are no list. */
const NO_LISTS: Readonly<Record<string, (json: Json) => Json | undefined>> = {
  'a number': (json) => (isNumber(json) ? [json] : undefined),
  'a text': (json) => (isString(json) ? json.split(',').map(Number) : undefined),
  null: (json) => (json === null ? [] : undefined),
  'an object': (json) =>
    json !== null && typeof json === 'object' && !Array.isArray(json)
      ? ((Object.values(json).find(Array.isArray) as Json | undefined) ?? [])
      : undefined,
};
const DELEGATE = 'endpoint.delegations.update';
const ACCOUNT = 'account.update';
const ofVariant = (call: Call, variant: string) => {
  const word = call.reading.words[variant] ?? variant;
  return call.request.body.includes(`"${word}"`);
};
/** Rules of an account that one variant may forget. */
const RULES: Readonly<Record<string, (raw: Json, why: string) => boolean>> = {
  'name shorter': (_, why) => why.startsWith('shorter'),
  'name longer': (_, why) => why.startsWith('longer'),
  'organizationId text': (raw) => isString(raw),
};

export const VALUES_FURTHER: readonly Operator[] = [
  fault(
    'one-country-of-all-refused',
    '4.7',
    (key) => `refuses an assigned country: ${key}`,
    withWords(keyed(countries), SMALL.split(' ')),
    (key) => {
      const [place, code] = parted(key);
      return refusing(place, (value) => value === code);
    },
  ),
  fault(
    'one-sort-of-no-day-taken',
    '4.7',
    (key) => `takes days of one sort that no calendar has: ${key}`,
    withWords(dates, Object.keys(NO_DAYS)),
    (key) => {
      const [place, sort] = parted(key);
      return taking(
        place,
        (raw) => isString(raw) && /^\d{4}-\d\d-\d\d$/.test(raw) && NO_DAYS[sort]?.test(raw) === true,
      );
    },
  ),
  fault(
    'one-sort-of-day-refused',
    '4.7',
    (key) => `refuses days of one sort: ${key}`,
    withWords(dates, Object.keys(REFUSED_DAYS)),
    (key) => {
      const [place, sort] = parted(key);
      return refusing(place, (value) => isString(value) && REFUSED_DAYS[sort]?.test(value) === true);
    },
  ),
  fault(
    'one-form-of-date-taken',
    '4.7',
    (key) => `takes a date that is written otherwise: ${key}`,
    withWords(dates, Object.keys(FORMS)),
    (key) => {
      const [place, form] = parted(key);
      return taking(place, (raw) => isString(raw) && FORMS[form]?.test(raw) === true);
    },
  ),
  fault(
    'one-uuid-refused',
    '2.1',
    (key) => `calls a UUID of some sort wrong: ${key}`,
    withWords(
      IDS.filter(({ least }) => least === 'uuid'),
      Object.keys(UUIDS),
    ),
    (key) => {
      const [place, sort] = parted(key);
      return judging(place, (raw, verdict) =>
        'value' in verdict && isString(raw) && UUIDS[sort]?.test(raw) ? { wrong: 'planted' } : undefined,
      );
    },
    // A server may know those alone that it makes itself.
    { readings: ['A'], standing: 'debatable' },
  ),
  fault(
    'one-item-taken',
    '4.9',
    (key) => `takes items of a sort that delegations do not have: ${key}`,
    each(at(DELEGATE), Object.keys(ITEMS)),
    (key) =>
      judging(`${DELEGATE}/`, (raw, verdict) => {
        const made =
          'wrong' in verdict && Array.isArray(raw) ? ITEMS[parted(key)[1]]?.(raw as readonly Json[]) : undefined;
        return made === undefined || made.length === 0 ? undefined : { value: made };
      }),
  ),
  fault(
    'no-list-taken',
    '4.9',
    (key) => `takes something else for a list of delegations: ${key}`,
    each(at(DELEGATE), Object.keys(NO_LISTS)),
    (key) =>
      judging(`${DELEGATE}/`, (raw, verdict) => {
        const made = 'wrong' in verdict ? NO_LISTS[parted(key)[1]]?.(raw) : undefined;
        return made === undefined ? undefined : { value: made };
      }),
  ),
  fault(
    'variant-rule-lost',
    CLAIM,
    (key) => `overlooks a rule of accounts for one variant: ${key}`,
    withWords(each(at(ACCOUNT), VARIANTS), Object.keys(RULES)),
    (key) => {
      const [, variant = '', member = '', sort = ''] = key.split(' ');
      return judging(`${ACCOUNT}/${member}`, (raw, verdict, call) =>
        'wrong' in verdict && RULES[`${member} ${sort}`]?.(raw, verdict.wrong) && ofVariant(call, variant)
          ? { value: member === 'organizationId' ? Number(raw) || 1 : raw }
          : undefined,
      );
    },
  ),
  // Bounds count in XML as they do in JSON.
  fault(
    'xml-bound-lost',
    CLAIM,
    (key) => `overlooks the bounds of one member in XML: ${key}`,
    keyed([...bounded, ...ints].filter(({ op, key }) => xmlTakers.some((one) => one.op === op) && key.includes('/'))),
    (key) =>
      judging(key, (raw, verdict, call) =>
        'wrong' in verdict && isXml(call) && /^(longer|shorter|more|less)/.test(verdict.wrong)
          ? { value: isString(raw) ? raw : number(raw) }
          : undefined,
      ),
  ),
  fault(
    'xml-word-for-boolean',
    CLAIM,
    (key) => `takes any text for a boolean in XML: ${key}`,
    keyed(ofType(BODY, 'bool').filter(({ op }) => xmlTakers.some((one) => one.op === op))),
    (key) => judging(key, (_, verdict, call) => ('wrong' in verdict && isXml(call) ? { value: false } : undefined)),
  ),
];
