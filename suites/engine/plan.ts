/** Decides before anything is sent: whether a check applies to a target, and how many random cases a depth means. */
import type { Cause } from '../../reports/model.ts';
import { type Depth, type Effect, permits, type Why } from '../../spec/index.ts';
import type { TargetFacts } from '../../target/types.ts';

/** What a profile must give of a service before its areas can be claimed. */
const SETTINGS = {
  admin: ['admin.url', 'admin.bearer'],
  legacy: ['legacy.url', 'legacy.loginName', 'legacy.loginPassword'],
} as const;

/** Why a check does not apply; undefined when it does. */
export function applicability(
  facts: TargetFacts,
  area: string,
  effect: Effect,
): { cause: Cause; why: Why } | undefined {
  if (!facts.claims.includes(area)) {
    const service = area.startsWith('legacy-') ? 'legacy' : 'admin';
    const missing = { what: 'setting', members: SETTINGS[service] } as const;
    return { cause: 'area-not-claimed', why: facts.services.includes(service) ? { what: 'area', area } : missing };
  }
  if (!permits(facts.effect, effect))
    return { cause: 'effect-not-permitted', why: { what: 'effect', needed: effect, permitted: facts.effect } };
  return undefined;
}

const RUNS: Readonly<Record<Depth, number>> = { quick: 2, standard: 8, deep: 40 };

/** Random cases per property: quick 2, standard 8, deep 40. */
export function runsAt(depth: Depth): number {
  return RUNS[depth];
}
