import { expect, test } from 'vitest';
import { guessesFor, type Known, kindOf, wordsOf } from '../../../cli/learn/guesses.ts';
import { Repair } from '../../../cli/learn/repair.ts';
import type { FixtureKind } from '../../../spec/types.ts';

const KNOWN: Known = {
  entity: 'ssl-certificate',
  ids: new Map<FixtureKind, string | number>([
    ['ssl-certificate', 12],
    ['bucket', '0b7a2f1e-5a0c-4c3e-9d52-3c1f7c0e6a11'],
    ['organization', 7],
  ]),
  shown: new Map([['label', ['A label']]]),
};

/** The body after the refusals, in their order. */
function mended(start: unknown, ...refusals: readonly string[]): unknown {
  const repair = new Repair(start, KNOWN);
  for (const said of refusals) expect(repair.mend(said), said).toBe(true);
  return repair.body;
}

test.each([
  { said: "The body at '/org_id' is required.", body: { org_id: 7 } },
  { said: 'firstName must not be blank', body: { firstName: 'Conformance' } },
  { said: 'Field "label" is missing', body: { label: 'A label' } },
  { said: 'certBucketId: must not be null', body: { certBucketId: '0b7a2f1e-5a0c-4c3e-9d52-3c1f7c0e6a11' } },
  { said: 'value of `state` must be one of: OPEN, CLOSED', body: { state: 'OPEN' } },
  { said: '/details/mail is required', body: { details: { mail: 'conformance@example.test' } } },
])('what is missing is put in: $said', ({ said, body }) => {
  expect(mended({}, said)).toEqual(body);
});

test('what the server does not know is taken out, and nothing else', () => {
  expect(mended({ label: 'x', created: 1 }, "The body has an unknown member 'created'.")).toEqual({ label: 'x' });
});

test('a value that is refused again is replaced by another one', () => {
  const said = "'size' is not as it should be";
  expect(mended({ size: 'x' }, said, 'size: expected an integer')).not.toEqual(mended({ size: 'x' }, said));
});

test('a refusal that names nothing ends the search, and so does one whose values are used up', () => {
  const repair = new Repair({}, KNOWN);
  expect(repair.mend('No.')).toBe(false);
  let tries = 0;
  while (repair.mend("'thing' is wrong") && tries < 100) tries += 1;
  expect(tries).toBeLessThan(20);
});

test.each([
  ['bucket_id', undefined, 'bucket'],
  ['certificateId', 'client-certificate', 'client-certificate'],
  ['certificateId', undefined, undefined],
  ['adminId', undefined, 'administrator'],
] as const)('%s of a %s names %s', (name, entity, kind) => {
  expect(kindOf(wordsOf(name).slice(0, -1), entity)).toBe(kind);
});

test('no value is tried twice', () => {
  const guesses = guessesFor('mail', 'must be a list', KNOWN).map((value) => JSON.stringify(value));
  expect(new Set(guesses).size).toBe(guesses.length);
});
