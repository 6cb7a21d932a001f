/** `certconform plan`: what a run would do and what it could not show, without sending anything to the target. */
import { styleFor } from '../reports/style.ts';
import type { Depth } from '../spec/vocabulary.ts';
import { contractFor, profileOf } from '../suites/runner/sources.ts';
import { printPlan } from './plan/print.ts';
import { rehearse } from './plan/rehearse.ts';
import { plannedRequirements } from './selection.ts';
import { chooseTarget, type TargetChoice } from './target-options.ts';

export interface PlanOptions extends TargetChoice {
  readonly seed?: number;
  readonly depth: Depth;
  readonly only?: readonly string[];
  readonly json: boolean;
}

/** Prints the plan of a run with the same options. Returns 0. */
export async function planCommand(options: PlanOptions): Promise<number> {
  const chosen = await chooseTarget(options);
  try {
    const profile = profileOf({ profile: chosen.profile });
    const contract = await contractFor(profile, true);
    plannedRequirements(contract, options.only ?? []);
    const plan = await rehearse(profile, contract, {
      seed: options.seed ?? 1,
      depth: options.depth,
      ...(options.only === undefined ? {} : { only: options.only }),
    });
    process.stdout.write(
      options.json ? `${JSON.stringify(plan, null, 2)}\n` : printPlan(plan, contract, styleFor(process.stdout)),
    );
    return 0;
  } finally {
    await chosen.embedded?.close();
  }
}
