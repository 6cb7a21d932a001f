import { describe, expect, test } from 'vitest';
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

  test('is free again when the one above it was not used up', async () => {
    const pool = poolOf([above(1), below(1, 7)]);
    await (await take(pool, certificate)).release();
    expect((await take(pool, location)).fixture.ids).toEqual({ certId: 1, locationId: 7 });
  });
});
