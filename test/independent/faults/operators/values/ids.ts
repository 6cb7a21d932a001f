/** Ids read wrongly, and items of lists. */
import type { Json, Type } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { IDS, ofType } from '../../places.ts';
import { ALL, keyed, taking, typeOf } from './plants.ts';

export const IDENTIFIED: readonly Operator[] = [
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
