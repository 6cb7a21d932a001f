/** The conformance statement: what a run showed about a target, in a form that can be kept, compared and checked. */
import { createHash } from 'node:crypto';
import type { Contract, InterfaceName } from '../spec/types.ts';
import type { Depth, Effect, Implementation, Level, Outcome, Source } from '../spec/vocabulary.ts';
import { missingFromPlan, outcomeOfRun } from './coverage.ts';
import { adviceText } from './hints.ts';
import { toJsonLine } from './json.ts';
import { coveredBy, type KnownReport } from './known.ts';
import type { CaseCounts, Cause, MergedShard, Result, Scope, VerdictCounts } from './model.ts';
import { countVerdicts, outcomeOf } from './outcome.ts';
import type { RunResults } from './reader.ts';
import type { SilenceAnswer } from './tally.ts';
import { tallyAreas, tallyRelied, tallySilences, tallyUnproven, withVerdict } from './tally.ts';

/** Version of the statement's format. */
const STATEMENT_FORMAT = 1;

export interface StatedFault {
  readonly requirement: string;
  readonly level: Level;
  readonly source: Source;
  readonly section: string;
  readonly sentence: string;
  readonly expected?: string;
  readonly actual: string;
  readonly case?: unknown;
  /** Present where it was asked again and did not fail each time. */
  readonly unsteady?: { readonly failed: number; readonly of: number };
  readonly replay?: string;
}

interface StatedSilence {
  readonly silence: string;
  readonly section?: string;
  /** What is open, when the contract was given. */
  readonly open?: string;
  /** The dialect's answer and whether the target's owner declared it. */
  readonly answer?: { readonly value: unknown; readonly standing: 'claimed' | 'assumed' };
  /** What the target did; empty when nothing was seen. */
  readonly observed: SilenceAnswer['values'];
  /** Verdicts that lean on the dialect's answer: how many, and the first. */
  readonly relied?: { readonly by: number; readonly first: string };
}

export interface Statement {
  readonly statement: typeof STATEMENT_FORMAT;
  readonly outcome: Outcome;
  /** Present when the run was stopped before its end. */
  readonly interrupted?: true;
  /** Failures that the target's owner knew before, and what came of them. */
  readonly known?: KnownReport;
  readonly reason?: string;
  readonly target: { readonly name: string; readonly urls: readonly string[] };
  readonly implementation?: Implementation;
  readonly contract: string;
  readonly dialect: string;
  readonly claims: readonly string[];
  /** Present when the run was narrowed: then the outcome speaks of these alone. */
  readonly selection?: readonly string[];
  /** How much of the contract it was about. */
  readonly scope?: Scope;
  /** Present where this is one part of a run in several: then it speaks of `selection` alone. */
  readonly shard?: { readonly place: number; readonly of: number };
  /** Present where the run was put together from parts: each is kept with its own statement and tape, which verify it. */
  readonly shards?: readonly MergedShard[];
  readonly tool: string;
  readonly toolVersion: string;
  readonly node: string;
  readonly seed: number;
  readonly depth: Depth;
  /** Random cases per property, where they were not those of the depth. */
  readonly runs?: number;
  /** How many times more a failed requirement was asked. */
  readonly repeatFailures?: number;
  /** Requests that the run might send. */
  readonly budget?: number;
  readonly effect: Effect;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly counts: VerdictCounts;
  /** Requirements of the contract and of the dialect apart. */
  readonly bySource: Readonly<Record<Source, VerdictCounts>>;
  readonly cases: CaseCounts;
  readonly areas: readonly {
    readonly interface: InterfaceName;
    readonly area: string;
    /** What the run would have shown, had it been about this area alone; none where the area is not claimed. */
    readonly outcome: Outcome | 'not-claimed';
    readonly counts: VerdictCounts;
  }[];
  readonly failures: readonly StatedFault[];
  readonly broken: readonly StatedFault[];
  readonly warnings: readonly StatedFault[];
  readonly unproven: readonly {
    readonly cause: Cause;
    readonly reason: string;
    readonly requirements: readonly string[];
    /** What would show them. */
    readonly add?: string;
  }[];
  /** Planned requirements without a result. */
  readonly missing: readonly string[];
  readonly silences: readonly StatedSilence[];
  /** SHA-256 of the results, record by record, that this statement was made from. */
  readonly resultsDigest: string;
  /** By which the files beside the statement, and the profile on the tape, are known again. */
  readonly digests?: Digests;
}

/** SHA-256 in hexadecimal. */
export interface Digests {
  /** Of the profile without its secrets and the places of its files. */
  readonly profile: string;
  /** Of the packed tape. */
  readonly tape: string;
  /** Of the results file. */
  readonly results: string;
  /** Of the dialect with all that its files say. */
  readonly dialect: string;
}

/**
 * Makes the statement of a run from its results.
 * @param contract When given, the register of silences is complete: with what is open, the dialect's answer, and the
 * points at which nothing was seen.
 */
export function statementOf(
  run: RunResults,
  contract?: Pick<Contract, 'silences' | 'answer'>,
  digests?: Digests,
): Statement {
  const { run: facts, results, end } = run;
  // A run may have been given up for a reason that its results do not show.
  const { outcome, reason, counts } = end?.outcome === 'aborted' ? end : outcomeOfRun(run);
  return {
    statement: STATEMENT_FORMAT,
    outcome,
    ...(end?.interrupted ? { interrupted: end.interrupted } : {}),
    ...(end?.known ? { known: end.known } : {}),
    ...(reason === undefined ? {} : { reason }),
    target: facts.target,
    ...(facts.implementation ? { implementation: facts.implementation } : {}),
    contract: facts.contractVersion,
    dialect: facts.dialect,
    claims: facts.claims,
    ...(facts.selection ? { selection: facts.selection } : {}),
    ...(facts.scope ? { scope: facts.scope } : {}),
    ...(facts.shard ? { shard: facts.shard } : {}),
    ...(facts.shards ? { shards: facts.shards } : {}),
    tool: facts.tool,
    toolVersion: facts.toolVersion,
    node: facts.node,
    seed: facts.seed,
    depth: facts.depth,
    ...(facts.runs === undefined ? {} : { runs: facts.runs }),
    ...(facts.repeatFailures === undefined ? {} : { repeatFailures: facts.repeatFailures }),
    ...(facts.budget === undefined ? {} : { budget: facts.budget }),
    effect: facts.effect,
    startedAt: new Date(facts.startedAt).toISOString(),
    ...(end ? { finishedAt: new Date(end.finishedAt).toISOString() } : {}),
    counts,
    bySource: {
      contract: countVerdicts(results.filter(({ source }) => source === 'contract')),
      dialect: countVerdicts(results.filter(({ source }) => source === 'dialect')),
    },
    cases: sumCases(results),
    areas: tallyAreas(results).map(({ counts: ofArea, ...area }) => ({
      ...area,
      outcome: facts.claims.includes(area.area)
        ? outcomeOfArea(
            results.filter((result) => result.area === area.area),
            end?.known,
          )
        : 'not-claimed',
      counts: ofArea,
    })),
    failures: withVerdict(results, 'fail').map(fault),
    broken: withVerdict(results, 'broken').map(fault),
    warnings: withVerdict(results, 'warn').map(fault),
    unproven: tallyUnproven(results).flatMap(({ cause, reasons }) =>
      reasons.map(({ advice, ...group }) => ({
        cause,
        ...group,
        ...(advice === undefined ? {} : { add: adviceText(advice) }),
      })),
    ),
    missing: missingFromPlan(run),
    silences: register(results, contract),
    resultsDigest: digest(results),
    ...(digests === undefined ? {} : { digests }),
  };
}

function outcomeOfArea(results: readonly Result[], known: KnownReport | undefined): Outcome {
  const covered = coveredBy(known);
  const failures = withVerdict(results, 'fail').filter(({ requirement }) => covered.has(requirement)).length;
  return outcomeOf(results, { known: { failures, rotten: 0 } }).outcome;
}

function fault(result: Result): StatedFault {
  const { requirement, level, source, section, sentence, failure, reason } = result;
  const promise = { requirement, level, source, section, sentence };
  if (!failure) return { ...promise, actual: reason ?? 'no reason was given' };
  const { expected, actual, unsteady, replay } = failure;
  return {
    ...promise,
    expected,
    actual,
    ...('case' in failure ? { case: failure.case } : {}),
    ...(unsteady === undefined ? {} : { unsteady: { failed: unsteady.failed, of: unsteady.of } }),
    replay,
  };
}

function register(
  results: readonly Result[],
  contract: Pick<Contract, 'silences' | 'answer'> | undefined,
): readonly StatedSilence[] {
  const seen = tallySilences(results);
  if (!contract) return seen.map(({ silence, values }) => ({ silence, observed: values }));
  const observed = new Map(seen.map(({ silence, values }) => [silence, values]));
  const relied = tallyRelied(results);
  return contract.silences.map(({ id, section, open }) => {
    const answer = contract.answer(id);
    const [first, ...others] = relied.get(id) ?? [];
    return {
      silence: id,
      section,
      open,
      ...(answer ? { answer } : {}),
      observed: observed.get(id) ?? [],
      ...(first === undefined ? {} : { relied: { by: 1 + others.length, first } }),
    };
  });
}

function sumCases(results: readonly Result[]): CaseCounts {
  const sum = { judged: 0, passed: 0, unsent: 0 };
  for (const { cases } of results) {
    sum.judged += cases.judged;
    sum.passed += cases.passed;
    sum.unsent += cases.unsent;
  }
  return sum;
}

/** The order in which concurrent workers finished is chance, so it does not enter the digest. */
function digest(results: readonly Result[]): string {
  const hash = createHash('sha256');
  for (const line of results.map(toJsonLine).toSorted()) hash.update(`${line}\n`);
  return hash.digest('hex');
}
