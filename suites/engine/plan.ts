/** Decides before anything is sent whether a check applies to a target. */
import type { Cause } from '../../reports/model.ts';
import { type Effect, permits } from '../../spec/vocabulary.ts';
import type { TargetFacts } from '../../target/types.ts';

/** Why a check does not apply; undefined when it does. */
export function applicability(
  facts: TargetFacts,
  area: string,
  effect: Effect,
): { cause: Cause; reason: string } | undefined {
  if (!facts.claims.includes(area)) {
    return { cause: 'area-not-claimed', reason: `The target's profile does not claim the area ${area}.` };
  }
  if (!permits(facts.effect, effect)) {
    return {
      cause: 'effect-not-permitted',
      reason: `It needs the effect "${effect}", and this run is limited to "${facts.effect}" (see --effects).`,
    };
  }
  return undefined;
}
