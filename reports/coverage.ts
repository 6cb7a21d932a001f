/** Requirements against results: nothing that the contract promises may drop out of a run unsaid. */
import type { Requirement } from '../spec/types.ts';
import type { Verdict } from '../spec/vocabulary.ts';
import { VERDICTS } from '../spec/vocabulary.ts';
import { coveredBy, type KnownReport } from './known.ts';
import type { Result } from './model.ts';
import type { RunOutcome } from './outcome.ts';
import { outcomeOf, verdictOf } from './outcome.ts';
import type { RunResults } from './reader.ts';

export interface Coverage {
  /** Requirements that have no result at all, in the order given. */
  readonly missing: readonly Requirement[];
  /** Results about requirements that are not in the list: a wrong id, or a requirement that is gone. */
  readonly unknown: readonly string[];
  /** The verdict on each requirement that has results: the worst of them. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/** Compares the requirements of a contract with the results of a run. Give it only those requirements that the run was meant to judge. */
export function coverageOf(requirements: readonly Requirement[], results: readonly Result[]): Coverage {
  const verdicts = foldByRequirement(results);
  const known = new Set(requirements.map(({ id }) => id));
  return {
    missing: requirements.filter(({ id }) => !verdicts.has(id)),
    unknown: [...verdicts.keys()].filter((id) => !known.has(id)),
    verdicts,
  };
}

/** The verdict on each requirement: the worst of its results, as `VERDICTS` orders them. */
export function foldByRequirement(results: readonly Result[]): Map<string, Verdict> {
  const folded = new Map<string, Verdict>();
  for (const result of results) {
    const verdict = verdictOf(result);
    const before = folded.get(result.requirement);
    if (before === undefined || VERDICTS.indexOf(verdict) < VERDICTS.indexOf(before)) {
      folded.set(result.requirement, verdict);
    }
  }
  return folded;
}

/** Ids that the run planned to judge and did not, e.g. because a worker died. */
export function missingFromPlan({ plan, results }: Pick<RunResults, 'plan' | 'results'>): readonly string[] {
  const judged = new Set(results.map(({ requirement }) => requirement));
  return (plan?.requirements ?? []).filter((id) => !judged.has(id));
}

/** Outcome of a run as its results file has it: like `outcomeOf`, with what was planned and is missing taken into account. */
export function outcomeOfRun(
  run: Pick<RunResults, 'plan' | 'results' | 'end'>,
  options: { readonly allowPartial?: boolean; readonly interrupted?: boolean; readonly known?: KnownReport } = {},
): RunOutcome {
  const known = options.known ?? run.end?.known;
  return outcomeOf(run.results, {
    interrupted: options.interrupted ?? run.end?.interrupted === true,
    ...(options.allowPartial === undefined ? {} : { allowPartial: options.allowPartial }),
    ...(known === undefined ? {} : { known: weigh(known, run.results) }),
    missing: missingFromPlan(run),
  });
}

function weigh(report: KnownReport, results: readonly Result[]): { failures: number; rotten: number } {
  const covered = coveredBy(report);
  const failures = results.filter((result) => verdictOf(result) === 'fail' && covered.has(result.requirement));
  return { failures: failures.length, rotten: report.rotten.length };
}
