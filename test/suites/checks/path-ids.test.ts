/** Ids in paths: what the contract leaves open is no failure, and what it shows is not passed over. */
import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { judge } from '../../run/support.ts';
import { runAgainst } from '../against.ts';
import type { Passing } from '../proxy.ts';
import { type Habits, locations, strictly } from './locations.ts';

/** The last segment of a path that is no id of an entity. */
function isBadId({ target }: Passing): boolean {
  const last = target.split(/[/?]/).at(-1) ?? '';
  return !/^[1-9]\d*$/.test(last) || Number(last) >= 2 ** 31;
}

describe.each(['notification.update', 'notification.delete'])('a bad id of %s', (operation) => {
  const only = ['minimum', 'format', 'type'].map((keyword) => `${operation}.path.notificationId.${keyword}.refuses`);

  test.each([
    [410, 'pass'],
    [200, 'fail'],
    [500, 'fail'],
  ])('that is answered with %i: %s', async (status, verdict) => {
    const rewrite = (passing: Passing): void => {
      if (passing.target.startsWith('/api/notification/') && isBadId(passing)) passing.status = status;
    };
    const { results } = await runAgainst(catalogue, { rewrite, only });
    const judged = results.filter(({ requirement }) => only.includes(requirement));
    expect(judged.map(verdictOf)).toEqual(only.map(() => verdict));
  });
});

describe('the least id of a location or its certificate', () => {
  const only = ['sslId', 'locationId'].map((name) => `ssl.location.read.path.${name}.minimum.accepts`);
  const isLeast = (text: string): boolean => text === '1';

  test.each<[string, string, Habits]>([
    ['a location of another certificate is absent', 'pass', {}],
    ['a location of another certificate is a bad request', 'pass', { foreign: 400 }],
    ['the least id is refused', 'fail', { readId: (text) => (isLeast(text) ? undefined : strictly(text)) }],
  ])('where %s: %s', async (_, verdict, habits) => {
    const results = await judge({ profile: await locations(habits), only });
    expect(results.map(verdictOf)).toEqual([verdict, verdict]);
  });
});

test.each([
  ['application/json', 'pass'],
  ['application/problem+json', 'warn'],
  ['text/html', 'fail'],
])('what is absent is told as %s: %s', async (absentType, verdict) => {
  const profile = await locations({ absentType });
  const [result] = await judge({ profile, only: ['ssl.location.read.absent.body'] });
  expect(result === undefined ? undefined : verdictOf(result)).toBe(verdict);
});

test.each<[string, string, NonNullable<Habits['readId']>]>([
  ['refused', 'pass', strictly],
  ['read as the id that it begins with', 'fail', (text) => strictly(/^\d*/.exec(text)?.[0] ?? '')],
])('an id with further letters is %s: %s', async (_, verdict, readId) => {
  const only = ['sslId', 'locationId'].map((name) => `ssl.location.read.path.${name}.type.refuses`);
  const results = await judge({ profile: await locations({ readId }), only });
  expect(results.map(verdictOf)).toEqual([verdict, verdict]);
});

test.each<[string, NonNullable<Habits['readId']>]>([
  ['with a fraction of nothing', (text) => strictly(text.replace(/\.0+$/, ''))],
  ['with an exponent', (text) => strictly(text.replace(/e0$/, ''))],
  ['by hexadecimal digits', (text) => strictly(text.startsWith('0x') ? String(Number(text)) : text)],
])('an id that is written %s and taken for the same number: warn', async (_, readId) => {
  const only = ['sslId', 'locationId'].map((name) => `ssl.location.read.path.${name}.type.refuses`);
  const results = await judge({ profile: await locations({ readId }), only });
  expect(results.map(verdictOf)).toEqual(['warn', 'warn']);
});

test.each<[string, string, NonNullable<Habits['readId']>]>([
  ['refused', 'pass', strictly],
  ['taken for what its lower half says', 'fail', (text) => strictly(String(Number(text) % 2 ** 32))],
])('an id of more than 32 bits is %s: %s', async (_, verdict, readId) => {
  const only = ['sslId', 'locationId'].map((name) => `ssl.location.read.path.${name}.format.refuses`);
  const results = await judge({ profile: await locations({ readId }), only });
  expect(results.map(verdictOf)).toEqual([verdict, verdict]);
});

test.each<[string, string, Habits]>([
  ['absent', 'pass', {}],
  ['refused as bad', 'pass', { foreign: 400 }],
  ['served', 'fail', { foreign: 200 }],
  ['another one of the same id', 'observed', { foreign: 200, perParent: true }],
])('a location under another certificate is %s: %s', async (_, verdict, habits) => {
  const [result] = await judge({ profile: await locations(habits), only: ['ssl.location.read.absent.foreign'] });
  expect(result === undefined ? undefined : verdictOf(result)).toBe(verdict);
});
