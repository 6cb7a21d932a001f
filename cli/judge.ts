/** One run, from the target that was chosen to its reports. Whoever asks for it hears of it and may stop it; nothing is printed. */
import { join } from 'node:path';
import type { KnownFailure } from '../reports/known.ts';
import type { ResultRecord } from '../reports/model.ts';
import { ResultsFollower, readResults } from '../reports/reader.ts';
import type { ResultsWriter } from '../reports/writer.ts';
import type { Contract } from '../spec/types.ts';
import type { Depth } from '../spec/vocabulary.ts';
import { paceOf } from '../suites/legacy/pace.ts';
import { certificatesIn } from '../suites/lists/found.ts';

import type { RunInput } from '../suites/runner/input.ts';
import type { Shard } from '../suites/runner/shard.ts';
import { contractFor, profileOf } from '../suites/runner/sources.ts';
import { clearStop, requestStop } from '../suites/runner/stop.ts';
import { hearSecrets } from '../suites/runner/threads.ts';
import { createTarget, type Fixture, type Profile, pending, restore, type Target } from '../target/index.ts';
import type { AllureResultsOptions } from './allure-results.ts';
import { budgetOf, longWait } from './budget.ts';
import type { BudgetOptions } from './budget-options.ts';
import type { Driver } from './driver.ts';
import { failureLimit } from './failure-limit.ts';
import type { FinishedRun } from './finish.ts';
import { readKnown } from './known.ts';
import { type Inventory, inventory } from './leaks.ts';
import { reachTarget } from './preflight.ts';
import { type Rerun, rerunOf } from './rerun.ts';
import { type Beginning, beginRun } from './run-beginning.ts';
import { type RunPlace, takeRunFolder } from './run-folder.ts';
import { plannedRequirements } from './selection.ts';
import type { ChosenTarget } from './target-options.ts';
import { UserError } from './user-error.ts';

/** What of a target is judged, with which input, and what is made of it. */
export interface JudgeOptions extends AllureResultsOptions, BudgetOptions {
  readonly out: string;
  readonly seed?: number;
  /** Standard, or that of the run whose failures are judged again. */
  readonly depth?: Depth;
  readonly runs?: number;
  readonly only?: readonly string[];
  /** Judge one part of a run in several. */
  readonly shard?: Shard;
  /** Folder of a run, of which only what failed or was left open is judged. */
  readonly rerunFailed?: string;
  /** How many times more a failed requirement is asked. */
  readonly repeatFailures?: number;
  /** Ends the run when so many requirements have failed; `failFast` at the first. */
  readonly maxFailures?: number;
  readonly failFast?: boolean;
  readonly allowPartial: boolean;
  readonly known?: string;
  readonly fix?: boolean;
  readonly html: boolean;
}

/** Whoever asked for a run. */
export interface Asker {
  /** Called when the run begins, with what stops it: no more requests but those that put things back. */
  begun(stop: () => void): Follower;
  /** Hears what is no verdict and must be known all the same, in one sentence. */
  say(sentence: string): void;
}

/** Follows one run. */
export interface Follower {
  record(record: ResultRecord): void;
  /** Called once all is judged. True when the run was stopped from outside. */
  ended(): boolean;
}

/**
 * Runs the suite against a target and writes all reports.
 *
 * @throws UserError, ProfileError or DialectError where nothing can be judged; what kept a suite from running at all is in `failure`.
 */
export async function judgeTarget(
  chosen: ChosenTarget,
  options: JudgeOptions,
  driver: Driver,
  asker: Asker,
): Promise<Judged> {
  const profile = profileOf(chosen);
  const contract = await contractFor(profile, true);
  const extent = await extentOf(options, contract, profile, asker);
  const planned = plannedRequirements(contract, extent.only);
  const known = knownFor(options, contract);
  const place = takeRunFolder(options.out, profile, asker.say, options.shard);
  try {
    return await judge({ options, driver, asker, extent, chosen, profile, contract, planned, known, place });
  } finally {
    place.release();
  }
}

/** Read before anything is sent: a fault in the file must not cost a run. */
function knownFor(
  { known: file, fix = false }: JudgeOptions,
  contract: Contract,
): { entries: KnownFailure[]; fix?: string } | undefined {
  if (file !== undefined) return { entries: readKnown(file, contract.requirements), ...(fix ? { fix: file } : {}) };
  if (fix) throw new UserError('--fix takes what is fixed out of a file of known failures; name it with --known FILE.');
  return undefined;
}

/** How much is judged, and with which input. Read before the folder is cleared: it may be that of the earlier run. */
async function extentOf(options: JudgeOptions, contract: Contract, profile: Profile, { say }: Asker): Promise<Rerun> {
  const { rerunFailed } = options;
  const only = options.shard === undefined ? options.only : await areasOf(options.shard, options, contract, profile);
  if (only !== undefined && rerunFailed !== undefined)
    throw new UserError('--rerun-failed says what is judged; leave out --only.');
  // A seed that nobody chose is still a fixed one: a gate must not flicker.
  const earlier =
    rerunFailed === undefined
      ? { seed: 1, depth: 'standard' as const, only: only ?? [] }
      : rerunOf(rerunFailed, contract, say);
  const runs = options.runs ?? earlier.runs;
  return {
    seed: options.seed ?? earlier.seed,
    depth: options.depth ?? earlier.depth,
    ...(runs === undefined ? {} : { runs }),
    only: earlier.only,
  };
}

/** The areas of a shard. @throws UserError where there are fewer parts than shards, or something else says what is judged. */
async function areasOf(
  { place, of }: Shard,
  { only, rerunFailed }: JudgeOptions,
  contract: Contract,
  profile: Profile,
): Promise<readonly string[]> {
  const option = `--shard ${place}/${of}`;
  if (only !== undefined) throw new UserError(`${option} says what is judged; leave out --only.`);
  if (rerunFailed !== undefined) throw new UserError(`${option} says what is judged; leave out --rerun-failed.`);
  const { areasOfShards } = await import('../suites/runner/shard.ts');
  const shards = areasOfShards(contract, profile.claims, of);
  const own = shards[place - 1];
  if (shards.length === of && own !== undefined) return own;
  throw new UserError(
    `${option}: the claimed areas fall into ${shards.length} parts that share no entity; give no more shards than that.`,
  );
}

interface Intent {
  readonly options: JudgeOptions;
  readonly driver: Driver;
  readonly asker: Asker;
  readonly extent: Rerun;
  readonly chosen: ChosenTarget;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly planned: readonly string[];
  readonly known: ReturnType<typeof knownFor>;
  readonly place: RunPlace;
}

type Judged = FinishedRun & { readonly failure?: unknown };

async function judge({ options, extent, chosen, place, ...intent }: Intent): Promise<Judged> {
  const startedAt = Date.now();
  const { out } = place;
  const input: RunInput = {
    profile: chosen.profile,
    runDirectory: out,
    stateDirectory: place.state,
    ...extent,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    ...repeatsOf(options),
    taped: true,
    replayCommand: chosen.replay.published,
  };
  const { profile, contract } = intent;
  const before = inventory(out);
  const folders = { runDirectory: out, stateDirectory: place.state };
  const own = options.shard === undefined ? profile : await partOf(contract, profile, options.shard);
  const target = await createTarget(own, { ...folders, seed: input.seed, ...paceOf(contract) });
  const deaf = hearSecrets(target.redactor.add);
  try {
    const list = await reachTarget(target, profile, contract);
    const outlook = { contract, profile: own, only: input.only, roundTrip: list?.durationMs ?? 0 };
    const wait = await longWait(options, outlook);
    if (wait !== undefined) intent.asker.say(wait);
    const budget = budgetOf(options, outlook, startedAt);
    // What is not a fixture of this shard, another one may be changing.
    const isElsewhere = (one: Pick<Fixture, 'kind' | 'ids'>): boolean =>
      isAmong(profile.fixtures, one) && !isAmong(own.fixtures, one);
    const found = list === undefined ? [] : certificatesIn(contract, list).filter((one) => !isElsewhere(one));
    return await execute({
      ...intent,
      options,
      out,
      input: { ...input, found, ...(budget === undefined ? {} : { budget }) },
      state: place.state,
      before,
      target,
    });
  } finally {
    deaf();
    await target.close();
  }
}

/** What a shard has of a profile. Loaded late: where a run is not divided, this thread has no need of any check. */
async function partOf(contract: Contract, profile: Profile, shard: Shard): Promise<Profile> {
  const { profileOfShard } = await import('../suites/runner/shard.ts');
  return profileOfShard(contract, profile, shard);
}

/** A run that ends at a number of failures does not wait until all else is done. */
function repeatsOf({ repeatFailures, failFast, maxFailures }: JudgeOptions): Pick<RunInput, 'repeatFailures'> {
  const ends = failFast === true || maxFailures !== undefined;
  return repeatFailures === undefined ? (ends ? { repeatFailures: 0 } : {}) : { repeatFailures };
}

function isAmong(fixtures: readonly Fixture[], { kind, ids }: Pick<Fixture, 'kind' | 'ids'>): boolean {
  const same = JSON.stringify(Object.entries(ids).map(([name, id]) => [name, String(id)]));
  return fixtures.some(
    (one) =>
      one.kind === kind && JSON.stringify(Object.entries(one.ids).map(([name, id]) => [name, String(id)])) === same,
  );
}

interface Execution extends Beginning {
  readonly options: JudgeOptions;
  readonly driver: Driver;
  readonly asker: Asker;
  /** Where the journal lies. */
  readonly state: string;
  readonly known: ReturnType<typeof knownFor>;
  readonly before: Inventory;
}

async function execute(execution: Execution): Promise<Judged> {
  const { options, driver, asker, out, input, profile, contract, known, before, target } = execution;
  const startedAt = Date.now();
  const { writer, about } = await beginRun(execution, startedAt);
  const allureResults = driver.annotates ? await frameForAllure(out) : undefined;
  const stop = (): void => requestStop(out);
  const follows = asker.begun(stop);
  const limit = options.failFast === true ? 1 : options.maxFailures;
  const watched = failureLimit(limit, known?.entries ?? [], stop);
  const follower = new ResultsFollower(out, (record) => {
    follows.record(record);
    watched(record);
  });
  follower.start();
  let failure: { readonly failure?: unknown } = {};
  let interrupted = false;
  try {
    await driver.drive(input, allureResults);
  } catch (error) {
    failure = { failure: error };
  } finally {
    follower.close();
    interrupted = follows.ended();
    clearStop(out);
  }
  await tellWhatIsLeft(execution.state, target, writer);
  // Whatever happened, what was learned is reported first.
  const { finishRun } = await import('./finish.ts');
  const finished = await finishRun({
    out,
    writer,
    startedAt,
    contract,
    profile,
    ...(allureResults === undefined ? {} : { allureResults }),
    html: options.html && driver.page,
    keepAllureResults: options.keepAllureResults,
    allowPartial: options.allowPartial,
    interrupted,
    before,
    redactor: target.redactor,
    ...(known === undefined ? {} : { known }),
    about,
    say: asker.say,
  });
  return { ...finished, ...failure };
}

/** The folder for Allure's results, with what stands in it before the first. Loaded late, like all that only reports need. */
async function frameForAllure(out: string): Promise<string> {
  const { ALLURE_RESULTS, writeAllureFrame } = await import('../reports/allure/index.ts');
  const folder = join(out, ALLURE_RESULTS);
  writeAllureFrame(folder, readResults(out).run);
  return folder;
}

/** Tries once more to put back what checks could not, and says what is left. What may be used up is not asked for. */
async function tellWhatIsLeft(state: string, target: Target, writer: ResultsWriter): Promise<void> {
  const mustReturn = ({ fixture }: { readonly fixture: Fixture }): boolean => fixture.allow !== 'destroy';
  if (!pending(state).some(mustReturn)) return;
  const left = (await restore(state, target, mustReturn)).filter(({ restored }) => !restored);
  const byEntity = new Map(left.map((one) => [JSON.stringify(one.entry.fixture.ids), one]));
  for (const { note, seen } of byEntity.values())
    writer.notice('warning', target.redactor.redact(`${seen ? 'Left changed' : 'Perhaps left changed'}: ${note}`));
}
