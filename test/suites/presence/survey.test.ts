/** What counts as gone: all that shows an entity says so, and nothing that stands below it or accepts a change of it. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import type { FixtureKind } from '../../../spec/types.ts';
import type { Effect, Exchange } from '../../../spec/vocabulary.ts';
import { Chronicle } from '../../../suites/engine/chronicle.ts';
import { retireGone, tellGone } from '../../../suites/presence/survey.ts';
import { Family } from '../../../target/fixtures/family.ts';
import type { Fixture, Target, WireRequest } from '../../../target/types.ts';
import { answered } from '../judges/support.ts';

const contract = await loadContract({ validate: false, dialect: { base: 'default', claimed: true } });

const fixtureOf = (kind: FixtureKind, ids: Fixture['ids'], allow: Effect = 'destroy'): Fixture => ({
  kind,
  ids,
  traits: {},
  allow,
});

/** A target that answers each request with a status. */
function targetOf(fixtures: readonly Fixture[], statusOf: (request: WireRequest) => number): Target {
  let known = [...fixtures];
  return {
    facts: { examples: {}, absent: {}, effect: 'destroy', settleMs: 1, concurrency: 1 },
    fixtures: () => known,
    retire: (fixture: Fixture) => {
      known = known.filter((one) => one !== fixture);
    },
    send: (request: WireRequest) => Promise.resolve(answered(statusOf(request), '{}')),
    journal: {},
    family: new Family(),
    lease: () => Promise.resolve({ reason: 'none' }),
  } as unknown as Target;
}

async function goneOf(fixtures: readonly Fixture[], statusOf: (request: WireRequest) => number): Promise<string[]> {
  const target = targetOf(fixtures, statusOf);
  const gone = await retireGone({ contract, target, seed: 1 });
  expect(target.fixtures()).toEqual(fixtures.filter((one) => !gone.includes(one)));
  return gone.map(({ kind, ids }) => `${kind} ${Object.values(ids).join('/')}`);
}

const [one, two] = [fixtureOf('person', { id: 1 }), fixtureOf('person', { id: 2 }, 'modify')];

test('what its GET calls absent is gone, and no other answer says so', async () => {
  expect(await goneOf([one, two], ({ target }) => (target.endsWith('/2') ? 404 : 200))).toEqual(['person 2']);
  for (const status of [400, 401, 403, 429, 500]) expect(await goneOf([one, two], () => status)).toEqual([]);
});

test('where no GET finds any, one that takes an update is there', async () => {
  expect(await goneOf([one, two], () => 404)).toEqual(['person 1', 'person 2']);
  expect(await goneOf([one, two], ({ method }) => (method === 'PUT' ? 200 : 404))).toEqual(['person 2']);
  expect(await goneOf([two], ({ method }) => (method === 'PUT' ? 200 : 404))).toEqual(['person 2']);
});

test('where no GET finds any that are alike, one of them that takes an update is there', async () => {
  const all = [1, 2, 3, 4].map((id) => ({
    ...fixtureOf('person', { id }),
    traits: { status: id > 2 ? 'b' : 'a', email: `${id}` },
  }));
  const hiding = ({ method, target }: WireRequest): number => (method === 'GET' && /[34]$/.test(target) ? 404 : 200);
  expect(await goneOf(all, hiding)).toEqual(['person 4']);
  const lone = all.map((person) => ({ ...person, traits: { ...person.traits, status: `${person.ids['id']}` } }));
  expect(await goneOf(lone, hiding)).toEqual(['person 3', 'person 4']);
  expect(await goneOf(all, ({ target }) => (/[34]$/.test(target) ? 404 : 200))).toEqual(['person 3', 'person 4']);
});

test('what stands above something that is there is there', async () => {
  const [endpoint, account] = [fixtureOf('endpoint', { id: 7 }), fixtureOf('account', { eeId: 7, id: 8 })];
  const below = ({ target }: WireRequest): number => (target.includes('/account/') ? 200 : 404);
  expect(await goneOf([endpoint, account], below)).toEqual([]);
  expect(await goneOf([endpoint], below)).toEqual(['endpoint 7']);
});

test('of what no GET shows an answer of absence says nothing until something has shown it', async () => {
  const [first, second] = [fixtureOf('domain', { id: 1 }), fixtureOf('domain', { id: 2 })];
  const target = targetOf([first, second], ({ target: path }) => (path === '/api/domain/v1/1/activate' ? 200 : 404));
  const chronicle = Chronicle.of(contract, target);
  const ask = async (path: string): Promise<Exchange> => {
    const request: WireRequest = { service: 'admin', method: 'PUT', target: `/api/domain/v1/${path}` };
    return chronicle.note(request, await target.send(request));
  };
  const early = await ask('1/suspend');
  expect(chronicle.isMissing(early)).toBe(true);
  await ask('1/activate');
  expect(chronicle.isMissing(early)).toBe(false);
  expect(chronicle.isMissing(await ask('2/suspend'))).toBe(true);
  // It is no fixture: that it is absent is what is asked.
  expect(chronicle.isMissing(await ask('3/suspend'))).toBe(false);
});

test('of what no GET shows, and what may have gone with an organization, it says nothing until something shows it again', async () => {
  const one = fixtureOf('domain', { id: 1 });
  const house = fixtureOf('organization', { id: 7 }, 'destroy');
  let isThere = true;
  const target = targetOf([one, house], ({ method }) => (isThere || method === 'DELETE' ? 200 : 404));
  const chronicle = Chronicle.of(contract, target);
  let startedAt = 0;
  const ask = async (method: 'PUT' | 'DELETE', path: string): Promise<Exchange> => {
    const request: WireRequest = { service: 'admin', method, target: `/api/${path}` };
    startedAt += 10;
    return chronicle.note(request, { ...(await target.send(request)), startedAt, durationMs: 1 });
  };
  await ask('PUT', 'domain/v1/1/activate');
  isThere = false;
  expect(chronicle.isMissing(await ask('PUT', 'domain/v1/1/suspend'))).toBe(false);
  await ask('DELETE', 'organization/v1/7');
  const after = await ask('PUT', 'domain/v1/1/suspend');
  expect(chronicle.isMissing(after)).toBe(true);
  isThere = true;
  await ask('PUT', 'domain/v1/1/activate');
  expect(chronicle.isMissing(after)).toBe(false);
});

test('it is told by kind and number', () => {
  expect(tellGone([one], [two]).map(({ sentence }) => sentence)).toEqual([
    '1 of 2 fixtures of kind person is gone and counts as absent from the profile: 1',
  ]);
});

test('what its GET did not find the last time it was asked is missing', async () => {
  let isThere = true;
  const target = targetOf([one], () => (isThere ? 200 : 404));
  const chronicle = Chronicle.of(contract, target);
  const ask = async (method: 'GET' | 'PUT', more: Partial<WireRequest> = {}): Promise<Exchange> => {
    const request: WireRequest = { service: 'admin', method, target: '/api/person/v2/1', ...more };
    return chronicle.note(request, await target.send(request));
  };
  await ask('GET');
  isThere = false;
  expect(chronicle.isMissing(await ask('PUT'))).toBe(false);
  await ask('GET', { credential: 'foreign' });
  expect(chronicle.isMissing(await ask('PUT'))).toBe(false);
  const looked = await ask('GET');
  expect(chronicle.isMissing(looked)).toBe(false);
  expect(chronicle.isMissing(await ask('PUT'))).toBe(true);
  isThere = true;
  await ask('GET');
  isThere = false;
  expect(chronicle.isMissing(await ask('PUT'))).toBe(false);
});
