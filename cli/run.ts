/** `certconform run`: plan, drive the suites through Vitest, derive all reports from the results file. */
import { join } from 'node:path';
import { ALLURE_RESULTS, writeAllureFrame } from '../reports/allure/index.ts';
import type { KnownFailure } from '../reports/known.ts';
import { ResultsFollower, readResults } from '../reports/reader.ts';
import type { ResultsWriter } from '../reports/writer.ts';
import type { Contract } from '../spec/types.ts';
import type { Depth } from '../spec/vocabulary.ts';
import { paceOf } from '../suites/legacy/pace.ts';
import { certificatesIn } from '../suites/lists/found.ts';
import { contractFor, profileOf } from '../suites/runner/engine.ts';
import type { RunInput } from '../suites/runner/input.ts';
import { hearSecrets } from '../suites/runner/secrets.ts';
import { areasOfShards, profileOfShard, type Shard } from '../suites/runner/shard.ts';
import { clearStop, requestStop } from '../suites/runner/stop.ts';
import { createTarget, type Fixture, type Profile, pending, restore, type Target } from '../target/index.ts';
import type { AllureResultsOptions } from './allure-results.ts';
import { failureLimit } from './failure-limit.ts';
import { finishRun } from './finish.ts';
import { readKnown } from './known.ts';
import { type Inventory, inventory } from './leaks.ts';
import { reachTarget } from './preflight.ts';
import { type Rerun, rerunOf } from './rerun.ts';
import { type Beginning, beginRun } from './run-beginning.ts';
import { type RunPlace, takeRunFolder } from './run-folder.ts';
import { plannedRequirements } from './selection.ts';
import { type ChosenTarget, chooseTarget, type TargetChoice } from './target-options.ts';
import { ABORTED, UserError } from './user-error.ts';
import { runVitest } from './vitest.ts';
import { loudnessOf, type ReportingOptions, watchRun } from './watch.ts';

export interface RunOptions extends TargetChoice, ReportingOptions, AllureResultsOptions {
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
  readonly failFast: boolean;
  readonly allowPartial: boolean;
  readonly known?: string;
  readonly fix: boolean;
  readonly html: boolean;
}

/** Runs the suite and returns the exit code (README, "Exit codes"). */
export async function runCommand(options: RunOptions): Promise<number> {
  // Results hold the target's answers: whatever this process and its children write is for their owner alone.
  process.umask(0o077);
  loudnessOf(options);
  const chosen = await chooseTarget(options);
  try {
    const profile = profileOf(chosen);
    const contract = await contractFor(profile, true);
    const extent = extentOf(options, contract, profile);
    const planned = plannedRequirements(contract, extent.only);
    const known = knownFor(options);
    const place = takeRunFolder(options.out, profile, options.shard);
    try {
      return await judge({ options, extent, chosen, profile, contract, planned, known, place });
    } finally {
      place.release();
    }
  } finally {
    await chosen.embedded?.close();
  }
}

/** Read before anything is sent: a fault in the file must not cost a run. */
function knownFor({ known: file, fix }: RunOptions): { entries: KnownFailure[]; fix?: string } | undefined {
  if (file !== undefined) return { entries: readKnown(file), ...(fix ? { fix: file } : {}) };
  if (fix) throw new UserError('--fix takes what is fixed out of a file of known failures; name it with --known FILE.');
  return undefined;
}

/** How much is judged, and with which input. Read before the folder is cleared: it may be that of the earlier run. */
function extentOf(options: RunOptions, contract: Contract, profile: Profile): Rerun {
  const { rerunFailed } = options;
  const only = options.shard === undefined ? options.only : areasOf(options.shard, options, contract, profile);
  if (only !== undefined && rerunFailed !== undefined)
    throw new UserError('--rerun-failed says what is judged; leave out --only.');
  // A seed that nobody chose is still a fixed one: a gate must not flicker.
  const earlier =
    rerunFailed === undefined
      ? { seed: 1, depth: 'standard' as const, only: only ?? [] }
      : rerunOf(rerunFailed, contract);
  const runs = options.runs ?? earlier.runs;
  return {
    seed: options.seed ?? earlier.seed,
    depth: options.depth ?? earlier.depth,
    ...(runs === undefined ? {} : { runs }),
    only: earlier.only,
  };
}

/** The areas of a shard. @throws UserError where there are fewer parts than shards, or something else says what is judged. */
function areasOf(
  { place, of }: Shard,
  { only, rerunFailed }: RunOptions,
  contract: Contract,
  profile: Profile,
): readonly string[] {
  const option = `--shard ${place}/${of}`;
  if (only !== undefined) throw new UserError(`${option} says what is judged; leave out --only.`);
  if (rerunFailed !== undefined) throw new UserError(`${option} says what is judged; leave out --rerun-failed.`);
  const shards = areasOfShards(contract, profile.claims, of);
  const own = shards[place - 1];
  if (shards.length === of && own !== undefined) return own;
  throw new UserError(
    `${option}: the claimed areas fall into ${shards.length} parts that share no entity; give no more shards than that.`,
  );
}

interface Intent {
  readonly options: RunOptions;
  readonly extent: Rerun;
  readonly chosen: ChosenTarget;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly planned: readonly string[];
  readonly known: ReturnType<typeof knownFor>;
  readonly place: RunPlace;
}

async function judge({ options, extent, chosen, place, ...intent }: Intent): Promise<number> {
  const { out } = place;
  const input: RunInput = {
    profile: chosen.profile,
    runDirectory: out,
    stateDirectory: place.state,
    ...extent,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    ...(options.repeatFailures === undefined ? {} : { repeatFailures: options.repeatFailures }),
    taped: true,
    replayCommand: `certconform replay${chosen.words}`,
  };
  const { profile, contract } = intent;
  const before = inventory(out);
  const folders = { runDirectory: out, stateDirectory: place.state };
  const own = options.shard === undefined ? profile : profileOfShard(contract, profile, options.shard);
  const target = await createTarget(own, { ...folders, seed: input.seed, ...paceOf(contract) });
  const deaf = hearSecrets(target.redactor.add);
  try {
    const list = await reachTarget(target, profile, contract);
    // What is not a fixture of this shard, another one may be changing.
    const isElsewhere = (one: Pick<Fixture, 'kind' | 'ids'>): boolean =>
      isAmong(profile.fixtures, one) && !isAmong(own.fixtures, one);
    const found = list === undefined ? [] : certificatesIn(contract, list).filter((one) => !isElsewhere(one));
    return await execute({ ...intent, options, out, input: { ...input, found }, state: place.state, before, target });
  } finally {
    deaf();
    await target.close();
  }
}

function isAmong(fixtures: readonly Fixture[], { kind, ids }: Pick<Fixture, 'kind' | 'ids'>): boolean {
  const same = JSON.stringify(Object.entries(ids).map(([name, id]) => [name, String(id)]));
  return fixtures.some(
    (one) =>
      one.kind === kind && JSON.stringify(Object.entries(one.ids).map(([name, id]) => [name, String(id)])) === same,
  );
}

interface Execution extends Beginning {
  readonly options: RunOptions;
  /** Where the journal lies. */
  readonly state: string;
  readonly known: ReturnType<typeof knownFor>;
  readonly before: Inventory;
}

async function execute(execution: Execution): Promise<number> {
  const { options, out, input, profile, contract, known, before, target } = execution;
  const startedAt = Date.now();
  const allureResults = join(out, ALLURE_RESULTS);
  const { writer, about } = await beginRun(execution, startedAt);
  writeAllureFrame(allureResults, readResults(out).run);
  const watch = watchRun(options);
  const limit = options.failFast ? 1 : options.maxFailures;
  const watched = failureLimit(limit, known?.entries ?? [], () => requestStop(out));
  const follower = new ResultsFollower(out, (record) => {
    watch.record(record);
    watched(record);
  });
  follower.start();
  const interrupted = watchInterrupts(out);
  let failure: unknown;
  try {
    await runVitest({ input, allureResults });
  } catch (error) {
    failure = error;
  } finally {
    follower.close();
    watch.stop();
    interrupted.release();
    clearStop(out);
  }
  await tellWhatIsLeft(execution.state, target, writer);
  // Whatever happened, what was learned is reported first.
  const code = await finishRun({
    out,
    writer,
    startedAt,
    contract,
    profile,
    allureResults,
    html: options.html,
    keepAllureResults: options.keepAllureResults,
    json: options.json,
    brief: loudnessOf(options) === 'quiet',
    allowPartial: options.allowPartial,
    interrupted: interrupted.seen(),
    before,
    redactor: target.redactor,
    ...(known === undefined ? {} : { known }),
    about,
  });
  if (failure !== undefined) throw failure;
  return code;
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

/** Ctrl-C: no more requests but those that put things back; a second one ends at once. */
function watchInterrupts(out: string): { seen(): boolean; release(): void } {
  let seen = false;
  const onSignal = (): void => {
    if (seen) process.exit(ABORTED);
    seen = true;
    requestStop(out);
    process.stderr.write(
      '\nStopping: what was changed is put back, then the report is written. Interrupt again to end at once.\n',
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    seen: () => seen,
    release: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
