/** What is there is found, of whatever type it is, and a refusal for another reason proves nothing (contract 4.1, 4.7). */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { judgeEachType } from '../../../suites/checks/each-type.ts';
import type { Tried } from '../../../suites/requests/control.ts';
import type { Fixture } from '../../../target/types.ts';
import { runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

async function judged(requirement: string, setup: Setup): Promise<string> {
  const outcome = await runAgainst(catalogue, { ...setup, only: [requirement] });
  return outcome.result(requirement).verdict;
}

/** Answers with this status whenever something is done to a department; its reads are left alone. */
function departments(method: string, status: number): Rewrite {
  const known = new Set<string>();
  return (passing) => {
    if (!passing.target.startsWith('/api/organization/v1/')) return;
    if (passing.method === 'GET' && passing.status === 200) {
      const shown = JSON.parse(passing.body) as { parentId?: number | null };
      if (typeof shown.parentId === 'number') known.add(passing.target);
    }
    // With a good credential only: others are refused as they always are.
    if (passing.method === method && known.has(passing.target) && passing.status < 300) passing.status = status;
  };
}

/** One department goes while it is about to be updated, as if it had been deleted with another organization. */
function onesGone(): Rewrite {
  const known = departments('PUT', 404);
  let first: string | undefined;
  return async (passing) => {
    const before = passing.status;
    await known(passing);
    if (passing.status === 404 && before < 300) first ??= passing.target;
    passing.status = passing.target === first ? 404 : before;
  };
}

describe('updates of organizations', () => {
  const UPDATE = 'organization.update.each-type';
  const switches = [['organization.update', 'other-types-absent']] as const;

  test.each(['default', 'alternate'] as const)('that are found pass in the dialect %s', async (speaks) => {
    expect(await judged(UPDATE, { speaks })).toBe('pass');
  });
  test.each(['default', 'alternate'] as const)('that are not found fail in the dialect %s', async (speaks) => {
    expect(await judged(UPDATE, { speaks, switches })).toBe('fail');
  });
  test('that are not found fail also where nobody says what the server speaks', async () => {
    expect(await judged(UPDATE, { told: 'none', switches })).toBe('fail');
  });
  test('that are not found because they went meanwhile are made up for by others of their type', async () => {
    expect(await judged(UPDATE, { rewrite: onesGone() })).toBe('pass');
  });
  test('that are refused for a reason of their own prove nothing', async () => {
    expect(await judged(UPDATE, { rewrite: departments('PUT', 409) })).toBe('pass');
  });
});

describe('deletions of organizations', () => {
  test.each([
    [409, 'inconclusive'],
    // An id may be that of a department (4.7), which a GET shows to be there.
    [404, 'fail'],
    [500, 'fail'],
  ] as const)('that are answered with %i for departments: %s', async (status, verdict) => {
    const rewrite = departments('DELETE', status);
    expect(await judged('lifecycle.organization.alike', { rewrite, depth: 'standard' })).toBe(verdict);
  });
});

describe('a read', () => {
  test('that breaks the server for some types fails', async () => {
    const switches = [['admin.read', 'other-types-crash']] as const;
    expect(await judged('admin.read.each-type', { switches })).toBe('fail');
    expect(await judged('admin.read.each-type', {})).toBe('pass');
  });
});

describe('the judge', () => {
  const answered = (status: number): Exchange => ({
    request: { method: 'PUT', url: 'http://t/', headers: [] },
    response: { status, headers: [], body: '', encoding: 'utf8', bytes: 0 },
    startedAt: 0,
    durationMs: 1,
  });
  const tried = (status: number, vouched: boolean): Tried => ({
    request: { label: 'made up' } as Tried['request'],
    exchange: answered(status),
    accepted: status < 300,
    vouched,
  });
  const location = (traits: Fixture['traits']): Fixture => ({
    kind: 'client-location',
    ids: { certId: 1, locationId: 2 },
    traits,
    allow: 'modify',
  });

  test.each([
    ['a location of which nobody says that it is a custom one', {}, 'inconclusive'],
    ['a custom location', { custom: true }, 'fail'],
  ] as const)('404 for %s that a GET shows', (_what, traits, verdict) => {
    const one = { ...tried(404, true), fixture: location(traits) };
    expect(judgeEachType(one, { shown: answered(200), documented: [200] }).verdict).toBe(verdict);
  });

  test.each([
    ['another success than for the first type', tried(202, true), undefined, [200], 'fail'],
    ['a success where the first type got a wrong one', tried(202, true), undefined, [], 'pass'],
    ['404 for what a GET shows', tried(404, true), answered(200), [200], 'fail'],
    ['404 for content that was guessed', tried(404, false), answered(200), [200], 'inconclusive'],
    ['404 for what a GET does not show either', tried(404, true), answered(404), [200], 'inconclusive'],
    ['404 where nothing can be read', tried(404, true), undefined, [200], 'inconclusive'],
    ['a refusal', tried(400, true), undefined, [200], 'observed'],
    ['a server error', tried(500, false), undefined, [200], 'fail'],
  ] as const)('%s', (_what, one, shown, documented, verdict) => {
    expect(judgeEachType(one, { shown, documented }).verdict).toBe(verdict);
  });
});
