/** A plan beside the run that it foretells. */
import { type Plan, type Prospect, requirementsOf } from '../../cli/plan/model.ts';
import { rehearse } from '../../cli/plan/rehearse.ts';
import type { Emulator } from '../../emulator/index.ts';
import type { Result } from '../../reports/model.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import { contractFor } from '../../suites/runner/sources.ts';
import { profileFrom } from '../../target/index.ts';
import { temporaryFolder } from './support.ts';

/** Plans a run with a profile. */
export async function planFor(data: object): Promise<Plan> {
  const profile = profileFrom(data, { env: {} });
  return rehearse(profile, await contractFor(profile, false), { seed: 1, depth: 'quick' });
}

/** Really runs the suite with a profile and returns the worst verdict on each requirement. */
export async function verdictsFor(emulator: Emulator, data: object): Promise<Map<string, Result['verdict']>> {
  emulator.reset();
  const engine = await engineOf({
    profile: { data, set: [] },
    runDirectory: temporaryFolder(),
    seed: 1,
    depth: 'quick',
    only: [],
    replayCommand: '',
  });
  const worst = new Map<string, Result['verdict']>();
  try {
    await runGroups(engine, catalogue(engine.contract), ({ requirement, verdict }) => {
      const known = worst.get(requirement);
      if (known === undefined || VERDICTS.indexOf(verdict) < VERDICTS.indexOf(known)) worst.set(requirement, verdict);
    });
  } finally {
    await engine.target.close();
  }
  return worst;
}

/** The requirements of a plan with one prospect. */
export function expected(plan: Plan, prospect: Prospect): string[] {
  return requirementsOf(plan.groups)
    .filter((planned) => planned.prospect === prospect)
    .map(({ requirement }) => requirement)
    .toSorted();
}

/** The requirements that a run gave one verdict. */
export function seen(verdicts: Map<string, Result['verdict']>, verdict: Result['verdict']): string[] {
  return [...verdicts].flatMap(([id, found]) => (found === verdict ? [id] : [])).toSorted();
}
