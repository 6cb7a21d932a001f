/** `certconform run`: plan, drive the suites through Vitest, derive all reports from the results file. */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateHtml, writeAllureFrame } from '../reports/allure/index.ts';
import { outcomeOfRun } from '../reports/coverage.ts';
import { writeJunit } from '../reports/junit.ts';
import { RESULTS_FORMAT } from '../reports/model.ts';
import { Progress } from '../reports/progress.ts';
import { ResultsFollower, readResults } from '../reports/reader.ts';
import { styleFor } from '../reports/style.ts';
import { summarise } from '../reports/summary.ts';
import { ResultsWriter } from '../reports/writer.ts';
import type { Contract } from '../spec/types.ts';
import type { Depth } from '../spec/vocabulary.ts';
import { catalogue } from '../suites/catalogue.ts';
import { contractFor, matches, profileOf } from '../suites/runner/engine.ts';
import type { RunInput } from '../suites/runner/input.ts';
import type { Profile } from '../target/index.ts';
import { packageFacts } from './package.ts';
import { preflight } from './preflight.ts';
import { chooseTarget, type TargetChoice } from './target-options.ts';
import { UserError } from './user-error.ts';
import { runVitest } from './vitest.ts';

export interface RunOptions extends TargetChoice {
  readonly out: string;
  readonly seed?: number;
  readonly depth: Depth;
  readonly runs?: number;
  readonly only?: readonly string[];
  readonly allowPartial: boolean;
  readonly html: boolean;
}

/** Threads that drive suites. More would gain nothing: the target is the slow part. */
const WORKERS = 2;

/** Runs the suite and returns the exit code (README, "Exit codes"). */
export async function runCommand(options: RunOptions): Promise<number> {
  const out = resolve(options.out);
  const chosen = await chooseTarget(options);
  try {
    const input: RunInput = {
      profile: chosen.profile,
      runDirectory: out,
      // A seed that nobody chose is still a fixed one: a gate must not flicker.
      seed: options.seed ?? 1,
      depth: options.depth,
      ...(options.runs === undefined ? {} : { runs: options.runs }),
      only: options.only ?? [],
      workers: WORKERS,
      replayCommand: `certconform replay${chosen.words}`,
    };
    const profile = profileOf(input);
    const contract = await contractFor(profile, true);
    const planned = plannedRequirements(contract, input.only);
    await preflight(profile, contract, input);
    return await execute({ options, out, input, profile, contract, planned });
  } finally {
    await chosen.embedded?.close();
  }
}

interface Execution {
  readonly options: RunOptions;
  readonly out: string;
  readonly input: RunInput;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly planned: readonly string[];
}

async function execute({ options, out, input, profile, contract, planned }: Execution): Promise<number> {
  const startedAt = Date.now();
  const allureResults = join(out, 'allure-results');
  for (const stale of ['allure-results', 'allure', 'junit.xml'])
    rmSync(join(out, stale), { recursive: true, force: true });
  const { name, version } = packageFacts();
  const writer = ResultsWriter.start(out, {
    format: RESULTS_FORMAT,
    tool: name,
    toolVersion: version,
    contractVersion: contract.version,
    dialect: contract.dialect.name,
    target: {
      name: profile.name,
      urls: [profile.admin?.url, profile.legacy?.url].filter((url) => url !== undefined),
    },
    seed: input.seed,
    depth: input.depth,
    effect: profile.effect,
    startedAt,
    node: process.version,
    claims: profile.claims,
    ...(input.only.length === 0 ? {} : { selection: input.only }),
  });
  writer.plan(planned);
  const progress = new Progress();
  const follower = new ResultsFollower(out, (record) => progress.record(record));
  follower.start();
  try {
    await runVitest({ input, allureResults });
  } finally {
    follower.close();
    progress.stop();
  }
  const outcome = outcomeOfRun(readResults(out), options.allowPartial);
  writer.end({
    outcome: outcome.outcome,
    counts: outcome.counts,
    startedAt,
    finishedAt: Date.now(),
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
  });
  const results = readResults(out);
  writeJunit(results, join(out, 'junit.xml'));
  writeAllureFrame(allureResults, results.run);
  const reports: [string, string][] = [
    ['Results', join(out, 'results.ndjson')],
    ['JUnit', join(out, 'junit.xml')],
  ];
  if (options.html)
    reports.unshift(['Allure', await generateHtml(allureResults, join(out, 'allure'), { run: results.run })]);
  process.stdout.write(
    summarise(results, outcome, { style: styleFor(process.stdout), reports, silences: contract.silences.length }),
  );
  return outcome.exitCode;
}

/** Ids of all requirements that some check of the catalogue will judge. @throws UserError when a selection names nothing. */
function plannedRequirements(contract: Contract, only: readonly string[]): string[] {
  const declared = new Set(catalogue(contract).flatMap((group) => group.checks.flatMap((check) => check.requirements)));
  const all = contract.requirements.filter(({ id }) => declared.has(id));
  for (const wanted of only) {
    if (!all.some((requirement) => matches(requirement, wanted))) {
      throw new UserError(
        `--only ${wanted} names no area, operation or requirement; see "certconform list requirements".`,
      );
    }
  }
  const chosen =
    only.length === 0 ? all : all.filter((requirement) => only.some((wanted) => matches(requirement, wanted)));
  return chosen.map(({ id }) => id);
}
