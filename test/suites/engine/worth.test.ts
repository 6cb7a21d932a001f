import { expect, test } from 'vitest';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { spend, type Worth } from '../../../suites/engine/worth.ts';

const check = (id: string, requirements: readonly string[]): CheckGroup['checks'][number] => ({
  id,
  title: id,
  requirements,
  effect: 'observe',
  run: () => Promise.resolve(),
});

const GROUPS: readonly CheckGroup[] = [
  { id: 'one', area: 'ssl', parallel: true, checks: [check('one.a', ['a1', 'a2']), check('one.b', ['b1', 'b2'])] },
  { id: 'two', area: 'ssl', parallel: true, checks: [check('two.c', ['c1']), check('two.new', ['n1'])] },
];

/** The order is not that of the groups; of one check it knows nothing. */
const WORTH: Worth = {
  before: 10,
  faults: 10,
  units: [
    { group: 'two', requests: 20, kills: 1 },
    { check: 'one.b', requirement: 'b2', requests: 5, kills: 6 },
    { check: 'one.a', requests: 100, kills: 2 },
    { check: 'one.b', requirement: 'b1', requests: 5, kills: 1 },
    { check: 'gone', requests: 1, kills: 5 },
  ],
};
const BEGINNING = 4;

const bought = (budget: number, wanted?: (id: string) => boolean) => {
  const { requirements, requests, finds } = spend(GROUPS, budget, wanted, WORTH);
  return { requirements: [...requirements], requests, finds };
};

test('a budget is spent in the order of the units, and each group begins once', () => {
  expect(bought(8)).toEqual({ requirements: [], requests: 0, finds: 0 });
  expect(bought(34)).toEqual({ requirements: ['c1', 'n1'], requests: 3 + 20 + BEGINNING, finds: 0.1 });
  expect(bought(39)).toMatchObject({ requirements: ['c1', 'n1', 'b2'], finds: 0.7 });
});

test('what it does not suffice for is passed over, and what is cheaper is taken', () => {
  expect(bought(60)).toEqual({ requirements: ['c1', 'n1', 'b2', 'b1'], requests: 44, finds: 0.8 });
  expect(bought(Number.POSITIVE_INFINITY).finds).toBe(1);
});

test('a tenth at most goes into looking which fixtures are there', () => {
  expect(bought(60).requests).toBe(6 + 20 + BEGINNING + 5 + BEGINNING + 5);
  expect(bought(200).requests).toBe(10 + 20 + BEGINNING + 5 + BEGINNING + 100 + 5);
});

test('of a narrowed run only what it is about is paid for, and counted', () => {
  expect(bought(14, (id) => id.startsWith('b'))).toEqual({ requirements: ['b2'], requests: 10, finds: 6 / 7 });
});

test('what nobody has measured comes last, and is not forgotten', () => {
  const without = { ...WORTH, units: WORTH.units.slice(1) };
  const { requirements } = spend(GROUPS, 1000, undefined, without);
  expect([...requirements]).toEqual(['b2', 'a1', 'a2', 'b1', 'c1', 'n1']);
});
