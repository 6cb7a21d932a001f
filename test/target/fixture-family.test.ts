import { describe, expect, test } from 'vitest';
import { nestings } from '../../suites/presence/survey.ts';
import type { Fixture } from '../../target/types.ts';
import { fixture, poolOf, take, whyNot } from './support/pools.ts';

describe('what lies below a fixture', () => {
  const above = (id: number): Fixture => fixture(id, 'destroy', {}, 'client-certificate');
  const below = (certId: number, locationId: number): Fixture => ({
    kind: 'client-location',
    ids: { certId, locationId },
    traits: {},
    allow: 'modify',
  });
  const certificate = { kind: 'client-certificate', effect: 'destroy' } as const;
  const location = { kind: 'client-location', effect: 'modify' } as const;

  test('is spared as long as others may be used up', async () => {
    const pool = poolOf([above(1), above(2), below(1, 7)]);
    const first = await take(pool, certificate);
    expect(first.fixture.ids).toEqual({ id: 2 });
    await first.consume();
    expect((await take(pool, location)).fixture.ids).toEqual({ certId: 1, locationId: 7 });
    expect(await whyNot(pool, certificate)).toMatch(/in use/);
  });

  test('is used up with it', async () => {
    const pool = poolOf([above(1), below(1, 7), below(2, 8)]);
    const lease = await take(pool, certificate);
    const other = await take(pool, location);
    expect(other.fixture.ids).toEqual({ certId: 2, locationId: 8 });
    expect(await whyNot(pool, location)).toMatch(/in use/);
    await lease.consume();
    await lease.release();
    await other.release();
    const ids = [(await take(pool, location)).fixture.ids, await whyNot(pool, location)];
    expect(ids).toEqual([{ certId: 2, locationId: 8 }, expect.stringMatching(/in use/)]);
  });

  test('is waited for by whoever wants the one above it, though it is used up', async () => {
    const pool = poolOf([above(1), { ...below(1, 7), allow: 'destroy' }]);
    const lease = await take(pool, { ...location, effect: 'destroy' });
    await lease.consume();
    expect(await whyNot(pool, certificate)).toMatch(/in use/);
    await lease.release();
    expect((await take(pool, certificate)).fixture.ids).toEqual({ id: 1 });
  });

  test('is free again when the one above it was not used up', async () => {
    const pool = poolOf([above(1), below(1, 7)]);
    await (await take(pool, certificate)).release();
    expect((await take(pool, location)).fixture.ids).toEqual({ certId: 1, locationId: 7 });
  });
});

test('what is only changed for good, and what must be had at once, waits for nothing below it and for nobody', async () => {
  const certificate = { kind: 'client-certificate', effect: 'destroy' } as const;
  const location = { kind: 'client-location', ids: { certId: 1, locationId: 7 }, traits: {}, allow: 'modify' } as const;
  const pool = poolOf([fixture(1, 'destroy', {}, 'client-certificate'), location], { waitMs: 60_000 });
  await take(pool, { kind: 'client-location', effect: 'modify' });
  expect(await whyNot(pool, { ...certificate, now: true })).toMatch(/in use/);
  const changed = await take(pool, { ...certificate, stays: true });
  await changed.consume();
  const [state] = [await pool.lease({ kind: 'client-location', effect: 'modify', now: true })];
  expect(state).toMatchObject({ why: { state: { is: 'busy' } } });
});

describe('what lies within another of its kind', () => {
  const organization = (id: number): Fixture => fixture(id, 'destroy', {}, 'organization');
  const [house, department, other] = [organization(1), organization(2), organization(3)];
  const need = { kind: 'organization', effect: 'destroy' } as const;

  test.each([
    ['a list of the outer one names it', { id: 1, departments: [{ id: 2 }] }, { id: 2 }],
    ['it names the outer one', { id: 1 }, { id: 2, parent: { id: 1 } }],
  ])('%s', (_, outer, inner) => {
    const all = [
      [house, outer],
      [department, inner],
      [other, { id: 3, zip: '2' }],
    ] as const;
    expect(nestings(all)).toEqual([[house, department]]);
  });

  test('persons name each other without being within each other', () => {
    const [one, two] = [fixture(1, 'destroy', {}, 'person'), fixture(2, 'destroy', {}, 'person')];
    const all = [
      [one, { id: 1, deputies: [2] }],
      [two, { id: 2 }],
    ] as const;
    expect(nestings(all)).toEqual([]);
  });

  test('is held and used up with it, and outlives no one that is free', async () => {
    const pool = poolOf([house, department, other]);
    pool.family.nest(house, department);
    const inner = await take(pool, need);
    expect(inner.fixture).toBe(department);
    expect((await take(pool, need)).fixture).toBe(other);
    expect(await whyNot(pool, need)).toMatch(/in use/);
    await inner.release();
    const outer = await take(pool, { ...need, where: (one) => one === house });
    await outer.consume();
    await outer.release();
    expect(await whyNot(pool, { ...need, where: (one) => one === department })).toMatch(/used up/);
  });

  test('takes along what is below the inner one', () => {
    const validation: Fixture = {
      ...fixture(9, 'modify', {}, 'validation'),
      ids: { orgId: department.ids['id'] ?? 0, validationId: 9 },
    };
    const pool = poolOf([house, department, other, validation]);
    pool.family.nest(house, department);
    expect([house, department, other].map((one) => pool.family.goesWith(validation, one))).toEqual([true, true, false]);
    expect([house, other].map(pool.family.takesAny([validation]))).toEqual([true, false]);
  });
});
