/** What of the suite a command is about: `--only`. */

import type { Scope } from '../reports/model.ts';
import type { Contract } from '../spec/types.ts';
import { matches } from '../suites/runner/sources.ts';
import { command } from './invocation.ts';
import { UserError } from './user-error.ts';

/** Ids of all requirements that will be judged: each has a check. @throws UserError when a selection names nothing. */
export function plannedRequirements(contract: Contract, only: readonly string[]): string[] {
  const all = contract.requirements;
  for (const wanted of only) {
    if (!all.some((requirement) => matches(requirement, wanted))) {
      throw new UserError(
        `--only ${wanted} names no area, operation or requirement; see "${command('list requirements')}".`,
      );
    }
  }
  const chosen =
    only.length === 0 ? all : all.filter((requirement) => only.some((wanted) => matches(requirement, wanted)));
  return chosen.map(({ id }) => id);
}

/** How much of what can be judged a run is about: the claimed part of what was picked. */
export function scopeOf(contract: Contract, claims: readonly string[], planned: readonly string[]): Scope {
  const areaOf = (id: string): string => contract.requirement(id).area;
  const all = plannedRequirements(contract, []);
  const judged = planned.filter((id) => claims.includes(areaOf(id)));
  const areas = new Set(judged.map(areaOf));
  return {
    areas: { judged: areas.size, all: new Set(all.map(areaOf)).size },
    requirements: { judged: judged.length, all: all.length },
    whole: judged.length === all.filter((id) => areas.has(areaOf(id))).length,
  };
}
