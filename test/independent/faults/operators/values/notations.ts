import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { BODY, ofType, QUERY } from '../../places.ts';
import {
  ALL,
  bounded,
  breaking,
  free,
  ints,
  isString,
  keyed,
  maxOf,
  refusing,
  taking,
  texts,
  typeOf,
  words,
} from './plants.ts';

export const NOTED: readonly Operator[] = [
  {
    id: 'fraction-cut',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `cuts the fraction of a number in ${key}`,
    places: keyed(ints),
    plant: (key) =>
      taking(
        key,
        (raw) => /^-?\d+\.\d+$/.test(String(raw)),
        (raw) => Math.trunc(Number(raw)),
      ),
  },
  {
    id: 'junk-behind',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `passes over what stands behind the digits in ${key}`,
    places: keyed(ints.filter(({ key }) => key.includes('?'))),
    plant: (key) =>
      taking(
        key,
        (raw) => /^\d+\D/.test(String(raw)),
        (raw) => Number.parseInt(String(raw), 10),
      ),
  },
  {
    id: 'wraps',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `keeps the lower 32 bits of a greater number in ${key}`,
    places: keyed(ints.filter(({ member }) => !member.type.names)),
    plant: (key) =>
      taking(
        key,
        (_, why) => why === 'beyond 32 bits',
        (raw) => Number(raw) | 0,
      ),
  },
  {
    id: 'any-word-taken',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes any word in ${key}`,
    places: keyed(words),
    plant: (key) => taking(key, isString),
  },
  {
    id: 'word-beginning-taken',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `takes the beginning of a word for the word in ${key}`,
    places: keyed(words),
    plant: (key) => wordTaken(key, (word, raw) => raw.length > 1 && word.startsWith(raw)),
  },
  {
    id: 'word-extended-taken',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `takes what begins with a word for the word in ${key}`,
    places: keyed(words),
    plant: (key) => wordTaken(key, (word, raw) => raw.startsWith(word)),
  },
  {
    id: 'one-word-refused',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `refuses one word: ${key}`,
    places: words.flatMap(({ key, op, member }) =>
      op === 'admin.update' || op === 'endpoint.update'
        ? []
        : member.type.of.map((word) => ({ key: `${key}=${word}`, op })),
    ),
    plant: (key) => {
      const [place = '', word] = [key.slice(0, key.indexOf('=')), key.slice(key.indexOf('=') + 1)];
      return refusing(place, (value) => value === word);
    },
  },
  {
    id: 'missing-taken',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `does without the required ${key}`,
    places: keyed(ALL.filter(({ member, op }) => member.need && op !== 'ssl.update')),
    plant: (key) => taking(key, (raw, why) => raw === null && why === 'missing'),
  },
  {
    id: 'false-for-no-boolean',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes anything for a boolean in ${key}`,
    places: keyed(ofType(ALL, 'bool')),
    plant: (key) =>
      taking(
        key,
        (raw) => raw !== null,
        (raw) => raw === 'true',
      ),
  },
  {
    id: 'number-for-text',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes a number for a text in ${key}`,
    places: keyed(ofType(BODY, 'text')),
    plant: (key) => taking(key, (raw) => typeof raw === 'number', String),
  },
  {
    id: 'unassigned-country',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `takes two capital letters that are no country in ${key}`,
    places: keyed(texts.filter(({ member }) => member.type.form === 'country')),
    plant: (key) => taking(key, (raw) => /^[A-Z]{2}$/.test(String(raw))),
  },
  {
    id: 'long-country',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes a country code of three letters in ${key}`,
    places: keyed(texts.filter(({ member }) => member.type.form === 'country')),
    plant: (key) => taking(key, (raw) => /^[A-Za-z]{3}$/.test(String(raw))),
  },
  {
    id: 'impossible-date',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `takes a date that no calendar has in ${key}`,
    places: keyed(texts.filter(({ member }) => member.type.form === 'date')),
    plant: (key) => taking(key, (raw) => /^\d{4}-\d{2}-\d{2}$/.test(String(raw))),
  },
  {
    id: 'any-scheme',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes an address of any scheme in ${key}`,
    places: keyed(texts.filter(({ member }) => member.type.form === 'address')),
    plant: (key) => taking(key, (raw, why) => why.startsWith('no address') && String(raw).includes(':')),
  },
  {
    id: 'one-scheme-refused',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `refuses addresses of one scheme: ${key}`,
    places: ofType(QUERY, 'text')
      .filter(({ member }) => member.type.form === 'address')
      .flatMap(({ key, op }) =>
        ['ftps', 'gopher', 'nntp', 'news', 'telnet', 'mailto'].map((scheme) => ({ key: `${key}=${scheme}`, op })),
      ),
    plant: (key) =>
      refusing(key.slice(0, key.indexOf('=')), (value) =>
        String(value).startsWith(`${key.slice(key.indexOf('=') + 1)}:`),
      ),
  },
  ...(
    [
      ['apostrophe', "'"],
      ['percent', '%'],
      ['backslash', '\\'],
      ['emoji', '😀'],
      ['accent', 'é'],
      ['ampersand', '&'],
    ] as const
  ).map(
    ([name, sign]): Operator => ({
      id: `breaks-on-${name}`,
      class: 'hard',
      standing: 'explicit',
      wrong: (key) => `answers 500 to ${sign} in ${key}`,
      places: keyed(free),
      plant: (key) => breaking(key, (value) => isString(value) && value.includes(sign)),
    }),
  ),
  {
    id: 'breaks-on-longest',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `answers 500 to a text of the greatest length in ${key}`,
    places: keyed(bounded.filter(({ member }) => member.type.form === undefined)),
    plant: (key) => breaking(key, (value) => isString(value) && [...value].length === maxOf(key)),
  },
];
function wordTaken(key: string, like: (word: string, raw: string) => boolean) {
  const { of } = typeOf(key) as { of: readonly string[] };
  return judging(key, (raw, verdict) => {
    if (!('wrong' in verdict) || !isString(raw)) return undefined;
    const word = of.find((one) => like(one, raw));
    return word === undefined ? undefined : { value: word };
  });
}
