import { countriesOf } from '../../../server/check.ts';
import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { BODY, ofType, QUERY } from '../../places.ts';
import { isString, keyed, refusing, taking, typeOf, words } from '../values/plants.ts';
import { AB, fault, parted } from './plants.ts';
import { countries, DAYS, dates, EVER, withWords } from './value-plants.ts';

export const WORDS: readonly Operator[] = [
  fault(
    'one-date-refused',
    '4.7',
    (key) => `refuses a date of some sort: ${key}`,
    withWords(dates, Object.keys(DAYS)),
    (key) => {
      const [place, sort] = parted(key);
      return refusing(place, (value) => isString(value) && (DAYS[sort] as RegExp).test(value));
    },
  ),
  fault(
    'leap-century-taken',
    '4.7',
    (key) => `takes every fourth year for a leap year in ${key}`,
    dates,
    (key) => taking(key, (raw) => isString(raw) && /^\d\d(00)-02-29$/.test(raw)),
  ),
  // Codes that programs take for something else: the words no and NaN, and a country that has left the list of some.
  fault(
    'one-country-refused',
    '4.7',
    (key) => `refuses an assigned country: ${key}`,
    withWords(keyed(countries), ['NO', 'NA', 'SS', 'AX', 'GB', 'CW']),
    (key) => {
      const [place, code] = parted(key);
      return refusing(place, (value) => value === code);
    },
  ),
  fault(
    'one-country-too-many',
    '4.7',
    (key) => `takes a code that ISO 3166-1 has not assigned: ${key}`,
    withWords(keyed(countries), ['UK', 'EU', 'EL', 'SU', 'AN', 'YU']),
    (key) => {
      const [place, code] = parted(key);
      return taking(place, (raw) => raw === code && !countriesOf({ anyCountry: true }).includes(code));
    },
  ),
  fault(
    'country-separated',
    '4.7',
    (key) => `takes a country with a subdivision: ${key}`,
    keyed(countries),
    (key) => taking(key, (raw) => isString(raw) && /^[A-Z]{2}-[A-Z0-9]+$/.test(raw)),
  ),
  fault(
    'one-word-too-many',
    '3.1',
    (key) => `takes words that another list has: ${key}`,
    Object.keys(EVER).map((key) => ({ key, op: key.split(/[?/]/)[0] as string })),
    (key) =>
      taking(
        key,
        (raw) => isString(raw) && (EVER[key] ?? []).includes(raw),
        (raw) => (key.startsWith('admin') ? 'STANDARD' : raw),
      ),
  ),
  fault(
    'separators-alike',
    '4.1',
    (key) => `does not tell blanks, hyphens and low lines in a word apart: ${key}`,
    keyed(words.filter(({ member }) => member.type.of.some((word) => /[ _]/.test(word)))),
    (key) => {
      const { of } = typeOf(key) as { of: readonly string[] };
      const plain = (word: string) => word.replace(/[ _-]/g, '');
      return judging(key, (raw, verdict) => {
        const found = 'wrong' in verdict && isString(raw) ? of.find((word) => plain(word) === plain(raw)) : undefined;
        return found === undefined ? undefined : { value: found };
      });
    },
  ),
  fault(
    'blank-word-taken',
    '4.1',
    (key) => `takes a word with a blank behind it: ${key}`,
    keyed(words),
    (key) => {
      const { of } = typeOf(key) as { of: readonly string[] };
      return judging(key, (raw, verdict) =>
        'wrong' in verdict && isString(raw) && of.includes(raw.trim()) ? { value: raw.trim() } : undefined,
      );
    },
    { readings: AB },
  ),
  fault(
    'one-for-true',
    '4.2',
    (key) => `takes 1 for true and 0 for false: ${key}`,
    keyed([...ofType(QUERY, 'bool'), ...ofType(BODY, 'bool')]),
    (key) =>
      taking(
        key,
        (raw) => ['1', '0', 1, 0].includes(raw as never),
        (raw) => Number(raw) === 1,
      ),
  ),
  fault(
    'text-for-number',
    'the profile’s claim',
    (key) => `takes a number in quotation marks: ${key}`,
    keyed(ofType(BODY, 'int').filter(({ member }) => !member.type.names)),
    (key) => taking(key, (raw) => isString(raw) && /^\d{1,4}$/.test(raw), Number),
  ),
  fault(
    'text-for-boolean',
    'the profile’s claim',
    (key) => `takes a boolean in quotation marks: ${key}`,
    keyed(ofType(BODY, 'bool')),
    (key) =>
      taking(
        key,
        (raw) => raw === 'true' || raw === 'false',
        (raw) => raw === 'true',
      ),
  ),
];
