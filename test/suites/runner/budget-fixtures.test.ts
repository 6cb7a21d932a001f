/** What a run with a budget has of the fixtures: something of every sort, and no more than it pays to look at. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import type { Effect } from '../../../spec/vocabulary.ts';
import { fixturesWithin } from '../../../suites/runner/budget.ts';
import type { Fixture } from '../../../target/types.ts';

const contract = await loadContract({ validate: false });
const some = (kind: Fixture['kind'], allow: Effect, count: number, traits: Fixture['traits'] = {}): Fixture[] =>
  Array.from({ length: count }, (_, index) => ({ kind, ids: { id: `${kind}${allow}${index}` }, traits, allow }));
const ALL = [
  ...some('person', 'modify', 50),
  ...some('person', 'destroy', 50),
  ...some('administrator', 'modify', 50, { type: 'STANDARD' }),
  ...some('administrator', 'modify', 50, { type: 'API' }),
  ...some('net-task', 'destroy', 50),
];
const counts = (requests: number): number[] => {
  const had = fixturesWithin(contract, ALL, requests);
  const of = (kind: string, trait = '', allow = ''): number =>
    had.filter((one) => one.kind === kind && one.allow.includes(allow) && JSON.stringify(one.traits).includes(trait))
      .length;
  return [
    of('person', '', 'modify'),
    of('person', '', 'destroy'),
    of('administrator', 'STANDARD'),
    of('administrator', 'API'),
    of('net-task'),
  ];
};

test('a tenth of the budget goes into looking, most at what may be used up; what no GET shows costs nothing', () => {
  expect(counts(450)).toEqual([10, 15, 10, 10, 50]);
  expect(counts(40_000)).toEqual([50, 50, 50, 50, 50]);
});

test('of what may be done to each kind there is one, however small the budget', () => {
  expect(counts(1)).toEqual([1, 1, 1, 0, 50]);
});

test('they stand in the order of the profile', () => {
  const had = fixturesWithin(contract, ALL, 450);
  expect(had.map((one) => ALL.indexOf(one))).toEqual(had.map((one) => ALL.indexOf(one)).sort((a, b) => a - b));
});
