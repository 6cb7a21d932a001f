/** What is exchanged in the body that was accepted: the part in question and nothing beside it. */
import { expect, test } from 'vitest';
import type { Violation } from '../../../generators/index.ts';
import { transplant, transplantFault } from '../../../suites/checks/body-refusals.ts';

const accepted = { texts: { name: 'Scan' }, settings: { bucket: 'b-1', hours: 3 }, days: [1, 2] };
const generated = { texts: { name: 'made', note: 'made' }, settings: { bucket: 'made', hours: 0 }, days: [7] };

test.each([
  ['a member of an inner object', '/settings/hours', { ...accepted, settings: { bucket: 'b-1', hours: 0 } }],
  ['an item comes with its list', '/days/0', { ...accepted, days: [7] }],
  ['the whole', '', generated],
])('%s', (_, pointer, expected) => {
  expect(transplant(accepted, generated, pointer)).toEqual(expected);
});

test('what is not in the accepted body comes as it was made', () => {
  expect(transplant({ days: [1] }, generated, '/texts/name')).toEqual({ days: [1], texts: generated.texts });
});

test('a member that a fault takes away is taken from its own object', () => {
  const fault = { pointer: '/settings/hours', value: { settings: { bucket: 'made' } } } as unknown as Violation;
  expect(transplantFault(accepted, fault)).toStrictEqual({ ...accepted, settings: { bucket: 'b-1' } });
});
