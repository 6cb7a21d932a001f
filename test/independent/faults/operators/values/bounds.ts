import { lengthOf } from '../../../server/check.ts';
import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { bounded, ints, isString, keyed, maxOf, minOf, number, refusing, taking, texts } from './plants.ts';

export const BOUNDED: readonly Operator[] = [
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
];
