/** Which fixtures a group takes first: the same whatever else it asks of them, and no other group's. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import type { Effect } from '../../../spec/vocabulary.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { allotmentOf, drawsOn } from '../../../suites/engine/allotment.ts';
import type { Fixture, FixtureNeed } from '../../../target/types.ts';

const contract = await loadContract();
const groups = catalogue(contract);
const TYPES = ['STANDARD', 'API', 'IDP'];
const fixtures: readonly Fixture[] = (['modify', 'destroy'] as Effect[]).flatMap((allow, block) =>
  TYPES.flatMap((type, row) =>
    Array.from({ length: 8 }, (_, index) => ({
      kind: 'administrator' as const,
      ids: { id: 100 * block + 10 * row + index },
      traits: { type },
      allow,
    })),
  ),
);

function partOf(id: string, need: Omit<FixtureNeed, 'kind'>): ReadonlySet<Fixture> {
  const group = groups.find((one) => one.id === id);
  if (group === undefined) throw new Error(`no group ${id}`);
  return allotmentOf(contract, groups, group)({ kind: 'administrator', ...need }, fixtures);
}

const disposable = (fixture: Fixture): boolean => fixture.allow === 'destroy';

test('no two groups are dealt the same disposable fixture, however narrow their needs', () => {
  const updating = partOf('admin.update', { effect: 'modify', where: disposable });
  const deleting = partOf('admin.delete', { effect: 'destroy' });
  const deletingOneType = partOf('admin.delete', { effect: 'destroy', traits: { type: 'API' } });
  expect(updating.size).toBeGreaterThan(0);
  expect(deletingOneType.size).toBeGreaterThan(0);
  for (const fixture of updating) expect(deleting.has(fixture)).toBe(false);
  for (const fixture of deletingOneType) {
    expect(deleting.has(fixture)).toBe(true);
    expect(updating.has(fixture)).toBe(false);
  }
});

test('what only looks, or changes what stands above, is dealt nothing of what others change', () => {
  const locations: readonly Fixture[] = Array.from({ length: 12 }, (_, index) => ({
    kind: 'ssl-location',
    ids: { sslId: 1, locationId: index + 1 },
    traits: {},
    allow: 'modify',
  }));
  const shares = groups
    .filter((group) => drawsOn(contract, group, 'ssl-location', 'modify'))
    .map((group) => [
      group.id,
      allotmentOf(contract, groups, group)({ kind: 'ssl-location', effect: 'modify' }, locations).size,
    ]);
  const dealt = Object.fromEntries(shares.filter(([, size]) => Number(size) < locations.length));
  expect(dealt).toMatchObject({ 'ssl.location.update': expect.any(Number) });
  expect(Object.keys(dealt)).not.toContain('ssl.list.relations');
  expect(Object.keys(dealt)).not.toContain('ssl.update.afterwards');
});

test('what allows more than is needed stays with those who need it', () => {
  for (const { allow } of partOf('admin.update', { effect: 'modify' })) expect(allow).toBe('modify');
});

test('where there are fewer fixtures than groups, all may take any', () => {
  const group = groups.find(({ id }) => id === 'admin.delete');
  if (group === undefined) throw new Error('no such group');
  const few = fixtures.filter(disposable).slice(0, 2);
  const part = allotmentOf(contract, groups, group)({ kind: 'administrator', effect: 'destroy' }, few);
  expect([...part]).toEqual(few);
});

test('administrators whom certificates name go to the check of requesters, and all others are dealt as before', () => {
  const named = fixtures.filter(disposable).filter((_, index) => index % 3 === 0);
  const words = fixtures.map((one) =>
    named.includes(one) ? { ...one, traits: { requester: `r${one.ids['id']}` } } : one,
  );
  const certificates = named.slice(0, 2).map(({ ids }, index) => ({
    kind: 'ssl-certificate' as const,
    ids: { sslId: index + 1 },
    traits: { requester: `r${ids['id']}` },
    allow: 'observe' as const,
  }));
  const parts = ['admin.delete', 'administrator-delete', 'lifecycle.admin.delete'].flatMap((id) => {
    const group = groups.find((one) => one.id === id);
    if (group === undefined) return [];
    const need = { kind: 'administrator', effect: 'destroy' } as const;
    return [[id, allotmentOf(contract, groups, group)(need, [...words, ...certificates])] as const];
  });
  const all = parts.flatMap(([, part]) => [...part]);
  expect(new Set(all).size).toBe(all.length);
  const own = [...(parts.find(([id]) => id === 'administrator-delete')?.[1] ?? [])].map(({ ids }) => ids['id']);
  expect(own).toEqual(expect.arrayContaining(named.slice(0, 2).map(({ ids }) => ids['id'])));
});

test.each([
  ['bucket.update.afterwards', ['bucket']],
  ['lifecycle.account', ['endpoint', 'account']],
  ['lifecycle.endpoint', ['endpoint', 'account']],
  ['validation.outcomes', ['organization', 'validation']],
])('%s draws on what stands above and below its entity, or on all of its area where it is about none', (id, kinds) => {
  const group = groups.find((one) => one.id.endsWith(id));
  if (group === undefined) throw new Error(`no group ${id}`);
  const all = [...new Set(contract.operations.flatMap(({ entity }) => entity ?? []))];
  expect(all.filter((kind) => drawsOn(contract, group, kind, 'modify'))).toEqual(kinds);
});

test.each([
  ['ssl-location', 'sslId', 'modify'],
  ['ssl-location', 'sslId', 'destroy'],
  ['client-location', 'certId', 'modify'],
  ['account', 'endpointId', 'modify'],
] as const)('of pairs of siblings (%s below %s, %s), no group is dealt only first ones', (kind, above, effect) => {
  const pairs: readonly Fixture[] = Array.from({ length: 24 }, (_, index) => ({
    kind,
    ids: { [above]: Math.floor(index / 2), own: 100 + index },
    traits: {},
    allow: effect,
  }));
  const shares = groups
    .filter((group) => drawsOn(contract, group, kind, effect))
    .map((group) => [...allotmentOf(contract, groups, group)({ kind, effect }, pairs)].map(({ ids }) => ids['own']))
    .filter(({ length }) => length < pairs.length);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.flat().sort()).toEqual(pairs.map(({ ids }) => ids['own']));
  for (const share of shares) expect(new Set(share.map((id) => Number(id) % 2)), String(share)).toContain(1);
});
