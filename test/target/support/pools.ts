/** Pools of made-up fixtures, and what is asked of them. */
import { whyText } from '../../../reports/why.ts';
import type { FixtureKind } from '../../../spec/types.ts';
import type { Effect } from '../../../spec/vocabulary.ts';
import { FixturePool, type PoolOptions } from '../../../target/fixtures.ts';
import type { Fixture, FixtureNeed, Lease } from '../../../target/types.ts';
import { temporaryFolder } from './targets.ts';

/** A fixture with one id. */
export const fixture = (
  id: number,
  allow: Effect,
  traits: Fixture['traits'] = {},
  kind: FixtureKind = 'administrator',
): Fixture => ({
  kind,
  ids: { id },
  traits,
  allow,
});

/** A pool in a folder of its own that hardly waits. */
export function poolOf(fixtures: readonly Fixture[], options: Partial<PoolOptions> = {}): FixturePool {
  return new FixturePool(fixtures, { stateDirectory: temporaryFolder(), effect: 'destroy', waitMs: 150, ...options });
}

/** Leases what must be there. */
export async function take(pool: FixturePool, need: Partial<FixtureNeed>): Promise<Lease> {
  const lease = await pool.lease({ kind: 'administrator', effect: 'observe', ...need });
  if (!('fixture' in lease)) throw new Error(whyText(lease.why));
  return lease;
}

/** Why nothing that meets the need is to be had. */
export async function whyNot(pool: FixturePool, need: Partial<FixtureNeed>): Promise<string> {
  const lease = await pool.lease({ kind: 'administrator', effect: 'observe', ...need });
  return 'fixture' in lease ? `got ${JSON.stringify(lease.fixture.ids)}` : whyText(lease.why);
}
