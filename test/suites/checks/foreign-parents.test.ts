/** Servers that number locations anew under each certificate: what is wanted of the profile is said, and the best is made of it. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { judge } from '../../run/support.ts';
import { runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';
import { locations } from './locations.ts';

const READ = 'ssl.location.read.absent.foreign';
const DELETION = 'lifecycle.ssl-location.foreign';

type Entries = readonly (readonly [sslId: number, locationId: number, allow?: string])[];

function fixturesOf(entries: Entries): object {
  const all = entries.map(([sslId, locationId, allow = 'observe']) => ({ ids: { sslId, locationId }, allow }));
  return { 'ssl-location': all };
}

test('a read under another parent says which location is wanted for it', async () => {
  const profile = {
    ...(await locations()),
    fixtures: fixturesOf([
      [1, 1],
      [1, 2],
      [7, 1],
      [7, 2],
    ]),
  };
  const [result] = await judge({ profile, only: [READ] });
  expect(result?.reason).toBe(
    'None of the 4 fixtures of kind ssl-location that may be observed is one that stands under another sslId than the rest and has another locationId than all of them; add such a one under fixtures.ssl-location with allow: observe.',
  );
});

/** Of the emulator's locations 5021 and 5022 stand under 1025 and 1027; here there is a 5021, or both, under the other one, too. */
function numbered(entries: Entries, both: boolean): Setup {
  const rewrite: Rewrite = (passing) => {
    const more = ['/api/ssl/v2/1027/location/5021', ...(both ? ['/api/ssl/v2/1025/location/5022'] : [])];
    if (passing.method === 'GET' && more.includes(passing.target)) Object.assign(passing, { status: 200, body: '{}' });
  };
  return {
    rewrite,
    checks: ['lifecycle.ssl-location'],
    profile: (data) => ({ ...data, fixtures: { ...(data['fixtures'] as object), ...fixturesOf(entries) } }),
  };
}

test('a deletion that names another parent is tried on the location that has its id alone', async () => {
  const entries: Entries = [
    [1025, 5021, 'destroy'],
    [1029, 5023, 'destroy'],
    [1029, 5021],
  ];
  const outcome = await runAgainst(catalogue, numbered(entries, false));
  expect(verdictOf(outcome.result(DELETION))).toBe('pass');
});

test('or under another parent where there is none, or says which location is wanted', async () => {
  const entries: Entries = [
    [1025, 5021, 'destroy'],
    [1027, 5022, 'destroy'],
  ];
  const third = await runAgainst(catalogue, numbered([...entries, [1029, 5023]], true));
  expect(verdictOf(third.result(DELETION))).toBe('pass');
  const { verdict, reason } = (await runAgainst(catalogue, numbered(entries, true))).result(DELETION);
  expect(verdict).toBe('inconclusive');
  expect(reason).toContain('add one with allow: destroy under another parent');
});

/** A server that serves a location below a certificate that it does not belong to, where `fits` holds of the two certificates. */
function lax(fits: (asked: number, own: number) => boolean, show: (shown: object) => object = (shown) => shown): Setup {
  const seen = new Map<string, { readonly parent: number; readonly body: string }>();
  return {
    depth: 'standard',
    only: [READ],
    rewrite: (passing) => {
      const [, parent = '', child = ''] = /^\/api\/ssl\/v2\/(\d+)\/location\/(\d+)$/.exec(passing.target) ?? [];
      if (passing.method !== 'GET' || child === '') return;
      if (passing.status === 200) seen.set(child, { parent: Number(parent), body: passing.body });
      const own = seen.get(child);
      if (passing.status !== 404 || own === undefined || !fits(Number(parent), own.parent)) return;
      const body = JSON.stringify(show(JSON.parse(own.body) as object));
      Object.assign(passing, {
        status: 200,
        body,
        headers: { ...passing.headers, 'content-type': 'application/json' },
      });
    },
  };
}

test.each([
  ['below later ones', lax((asked, own) => asked > own), 'fail'],
  ['below earlier ones', lax((asked, own) => asked < own), 'fail'],
  ['below none', lax(() => false), 'pass'],
  [
    'as another one of the same number',
    lax(
      (asked, own) => asked > own,
      (shown) => ({ ...shown, details: {} }),
    ),
    'pass',
  ],
])('locations that show %s', { timeout: 60_000 }, async (_, setup, verdict) => {
  const outcome = await runAgainst(catalogue, setup);
  expect(verdictOf(outcome.result(READ)), outcome.result(READ).reason).toBe(verdict);
});
