/** Values judged wrongly: bounds, words, notations, characters. */
import type { Json, Type } from '../../contract/types.ts';
import { lengthOf } from '../../server/check.ts';
import type { Operator } from '../fault.ts';
import { judging } from '../hooks.ts';
import { BODY, IDS, ofType, QUERY, type ValuePlace, valuePlace } from '../places.ts';

const ALL: readonly ValuePlace[] = [...QUERY, ...BODY];
const texts = ofType(ALL, 'text');
const ints = ofType(ALL, 'int');
const words = ofType(ALL, 'word');
const bounded = texts.filter(({ member }) => member.type.max !== undefined);
const free = texts.filter(({ member: { type, field } }) => type.form === undefined && field !== 'uriExtension');
const typeOf = (key: string): Type => valuePlace(key).member.type;
const maxOf = (key: string): number => (typeOf(key) as { max: number }).max;
const minOf = (key: string): number => (typeOf(key) as { min: number }).min;
const isString = (raw: Json): raw is string => typeof raw === 'string';

const taking = (key: string, when: (raw: Json, why: string) => boolean, as: (raw: Json) => Json = (raw) => raw) =>
  judging(key, (raw, verdict) => ('wrong' in verdict && when(raw, verdict.wrong) ? { value: as(raw) } : undefined));
const refusing = (key: string, when: (value: Json, raw: Json) => boolean) =>
  judging(key, (raw, verdict) => ('value' in verdict && when(verdict.value, raw) ? { wrong: 'planted' } : undefined));
const breaking = (key: string, when: (value: Json) => boolean) =>
  judging(key, (_, verdict, call) => {
    if ('value' in verdict && when(verdict.value)) call.broken = true;
    return undefined;
  });

const number = (raw: Json) => Number(raw);
const keyed = (places: readonly ValuePlace[]) => places.map(({ key, op }) => ({ key, op }));

export const VALUES: readonly Operator[] = [
  {
    id: 'long-taken',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes texts of any length in ${key}`,
    places: keyed(bounded),
    plant: (key) => taking(key, (_, why) => why.startsWith('longer')),
  },
  {
    id: 'one-longer-taken',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `takes a text that is one character too long in ${key}`,
    places: keyed(bounded),
    plant: (key) =>
      judging(key, (raw, verdict, call) =>
        'wrong' in verdict &&
        isString(raw) &&
        lengthOf(raw, call.reading.manner) === maxOf(key) + 1 &&
        verdict.wrong.startsWith('longer')
          ? { value: raw }
          : undefined,
      ),
  },
  {
    id: 'longest-refused',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `refuses a text of the greatest length in ${key}`,
    places: keyed(bounded.filter(({ member: { type } }) => type.form === undefined)),
    plant: (key) => refusing(key, (value) => isString(value) && [...value].length === maxOf(key)),
  },
  {
    id: 'empty-taken',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes an empty text in ${key}`,
    places: keyed(texts.filter(({ member }) => (member.type.min ?? 0) > 0)),
    plant: (key) => taking(key, (raw) => raw === ''),
  },
  {
    id: 'above-taken',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes numbers above the greatest in ${key}`,
    places: keyed(ints.filter(({ member }) => member.type.max !== undefined)),
    plant: (key) => taking(key, (_, why) => why.startsWith('more'), number),
  },
  {
    id: 'just-above-taken',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `takes the number after the greatest in ${key}`,
    places: keyed(ints.filter(({ member }) => member.type.max !== undefined)),
    plant: (key) => taking(key, (raw) => Number(raw) === maxOf(key) + 1, number),
  },
  {
    id: 'greatest-refused',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `refuses the greatest number in ${key}`,
    places: keyed(ints.filter(({ member }) => member.type.max !== undefined)),
    plant: (key) => refusing(key, (value) => value === maxOf(key)),
  },
  {
    id: 'below-taken',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes numbers below the least in ${key}`,
    places: keyed(ints.filter(({ member: { type } }) => type.min !== undefined && !type.names)),
    plant: (key) =>
      taking(
        key,
        (_, why) => why.startsWith('less'),
        (raw) => Math.max(0, number(raw)),
      ),
  },
  {
    id: 'just-below-taken',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `takes the number before the least in ${key}`,
    places: keyed(ints.filter(({ member: { type } }) => type.min !== undefined && !type.names)),
    plant: (key) =>
      taking(
        key,
        (raw) => Number(raw) === minOf(key) - 1,
        (raw) => Math.max(0, number(raw)),
      ),
  },
  {
    id: 'least-refused',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `refuses the least number in ${key}`,
    places: keyed(ints.filter(({ member: { type } }) => type.min !== undefined && !type.names)),
    plant: (key) => refusing(key, (value) => value === minOf(key)),
  },
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
  {
    id: 'id-below-taken',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes zero and less for 1 in the identifier ${key}`,
    readings: ['A'],
    places: IDS.filter(({ least }) => least === 1),
    plant: (key) =>
      taking(
        key,
        (raw) => Number(raw) < 1,
        () => 1,
      ),
  },
  {
    id: 'id-junk-behind',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `passes over what stands behind the digits in the identifier ${key}`,
    places: IDS.filter(({ least }) => least !== 'uuid'),
    plant: (key) =>
      taking(
        key,
        (raw) => /^\d+\D/.test(String(raw)),
        (raw) => Number.parseInt(String(raw), 10),
      ),
  },
  {
    id: 'id-fraction',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `cuts the fraction of the identifier ${key}`,
    places: IDS.filter(({ least }) => least !== 'uuid'),
    plant: (key) =>
      taking(
        key,
        (raw) => /^\d+\.\d+$/.test(String(raw)),
        (raw) => Math.trunc(Number(raw)),
      ),
  },
  {
    id: 'id-wraps',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `keeps the lower 32 bits of the identifier ${key}`,
    places: IDS.filter(({ least }) => least !== 'uuid'),
    plant: (key) =>
      taking(
        key,
        (_, why) => why === 'beyond 32 bits',
        (raw) => Number(BigInt.asIntN(32, BigInt(String(raw)))),
      ),
  },
  {
    id: 'id-minus-lost',
    class: 'hard',
    standing: 'explicit',
    wrong: (key) => `passes over the minus sign of the identifier ${key}`,
    places: IDS.filter(({ least }) => least === 1),
    plant: (key) =>
      taking(
        key,
        (raw) => /^-\d+$/.test(String(raw)),
        (raw) => -Number(raw),
      ),
  },
  {
    id: 'id-breaks',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `answers 500 to an identifier that is no number or UUID in ${key}`,
    places: IDS,
    plant: (key) =>
      judging(key, (raw, verdict, call) => {
        if ('wrong' in verdict && /[a-z]/i.test(String(raw))) call.broken = true;
        return undefined;
      }),
  },
  {
    id: 'item-rule-lost',
    class: 'plain',
    standing: 'explicit',
    wrong: (key) => `takes a list with a bad item in ${key} and leaves the item out`,
    places: keyed(ofType(ALL, 'list').filter(({ member }) => member.type.of.is === 'word')),
    plant: (key) => {
      const item = (typeOf(key) as Type & { is: 'list' }).of as Type & { is: 'word' };
      return taking(
        key,
        (raw) => Array.isArray(raw),
        (raw) => (raw as readonly Json[]).filter((one) => item.of.includes(String(one))),
      );
    },
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
