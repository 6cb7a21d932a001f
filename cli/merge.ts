/** `certconform merge`: the shards of one run as one run, with its reports. What does not belong together is refused. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ALLURE_RESULTS, copyAllureResults, generateHtml, writeAllureFrame } from '../reports/allure/index.ts';
import { outcomeOfRun } from '../reports/coverage.ts';
import { JUNIT_FILE } from '../reports/junit.ts';
import { assessKnown, type KnownReport } from '../reports/known.ts';
import { type MergedShard, RESULTS_FILE } from '../reports/model.ts';
import { type RunResults, readResults } from '../reports/reader.ts';
import { styleFor } from '../reports/style.ts';
import { summarise } from '../reports/summary.ts';
import { ResultsWriter } from '../reports/writer.ts';
import { readHandedIn } from '../spec/handed-in.ts';
import { contractOfTape } from '../suites/runner/rejudging.ts';
import { type AllureResultsOptions, settleAllureResults } from './allure-results.ts';
import { packReport, reportPaths, writeDerived } from './derived.ts';
import { sha256 } from './digests.ts';
import { readKnown } from './known.ts';
import { readShards, type ShardFolder } from './merge/read.ts';
import { wholeOf } from './merge/whole.ts';
import { outFolder } from './output.ts';
import { tellPipeline } from './pipeline.ts';
import { UserError } from './user-error.ts';

export interface MergeOptions extends AllureResultsOptions {
  readonly out: string;
  readonly known?: string;
  readonly allowPartial: boolean;
  readonly html: boolean;
}

/** What of a shard is kept whole beside the merged files: with it `certconform verify` judges the shard again. */
const KEPT = [RESULTS_FILE, 'statement.json', 'statement.md', 'badge.svg', JUNIT_FILE, 'tape.ndjson.gz'];

/**
 * Merges the runs of several shards and returns the exit code of the whole.
 *
 * @throws UserError where a folder holds no shard, shards do not fit together, or the folder to write to is not empty.
 */
export async function mergeCommand(folders: readonly string[], options: MergeOptions): Promise<number> {
  process.umask(0o077);
  const shards = readShards(folders);
  const contract = await contractOfTape((shards[0] as ShardFolder).tape);
  const entries = options.known === undefined ? undefined : readKnown(options.known, contract.requirements);
  const out = emptyFolder(options.out);
  const kept = shards.map((shard) => keep(shard, out));
  const writer = ResultsWriter.start(out, wholeOf(shards, contract, kept));
  writer.plan(shards.flatMap(({ run }) => run.plan?.requirements ?? []));
  for (const { run } of shards) {
    for (const result of run.results) writer.result(result);
    for (const { severity, message } of run.notices) writer.notice(severity, message);
  }
  const interrupted = shards.some(({ run }) => run.end?.interrupted === true);
  const judged = readResults(out);
  const known: KnownReport | undefined =
    entries === undefined || interrupted
      ? undefined
      : assessKnown(judged.results, entries, new Date(judged.run.startedAt).toISOString().slice(0, 10));
  const facts = { interrupted, ...(known === undefined ? {} : { known }) };
  const outcome = outcomeOfRun(judged, { allowPartial: options.allowPartial, ...facts });
  writer.end({
    outcome: outcome.outcome,
    ...(interrupted ? { interrupted: true } : {}),
    ...(known === undefined ? {} : { known }),
    counts: outcome.counts,
    startedAt: judged.run.startedAt,
    finishedAt: Math.max(...shards.map(({ run }) => run.end?.finishedAt ?? 0)),
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
  });
  const results = readResults(out);
  const statement = writeDerived(results, { outcome, contract, out, html: options.html });
  const page = await writeAllure(shards, results, out, options.html);
  if (page !== undefined) packReport(page, results, outcome);
  settleAllureResults(out, options, say);
  process.stdout.write(
    summarise(results, outcome, {
      style: styleFor(process.stdout),
      reports: [...reportPaths(out, page), ['Results', writer.path], ['Shards', join(out, SHARDS)]],
      silences: contract.silences.length,
      ...(process.stdout.isTTY === true ? { columns: process.stdout.columns } : {}),
    }),
  );
  tellPipeline(results, statement, { annotate: true });
  return outcome.exitCode;
}

const SHARDS = 'shards';

function emptyFolder(path: string): string {
  const out = outFolder(path);
  if (readdirSync(out).length === 0) return out;
  throw new UserError(`--out ${path}: the folder is not empty; name a new one.`);
}

/** Copies what verifies a shard, and tells by which digests it is known again. */
function keep({ folder, place }: ShardFolder, out: string): MergedShard {
  const name = join(SHARDS, String(place));
  mkdirSync(join(out, name), { recursive: true, mode: 0o700 });
  for (const file of KEPT) writeFileSync(join(out, name, file), readHandedIn(join(folder, file)), { mode: 0o600 });
  const digest = (file: string): string => sha256(readHandedIn(join(out, name, file)));
  return { folder: name.replaceAll('\\', '/'), results: digest(RESULTS_FILE), tape: digest('tape.ndjson.gz') };
}

/** The results of all shards for one Allure report; undefined without a page, which is said and changes nothing. */
async function writeAllure(
  shards: readonly ShardFolder[],
  { run }: RunResults,
  out: string,
  html: boolean,
): Promise<string | undefined> {
  const all = join(out, ALLURE_RESULTS);
  try {
    for (const { folder } of shards) copyAllureResults(folder, all);
  } catch (error) {
    rmSync(all, { recursive: true });
    say(`no Allure report will be made: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  if (readdirSync(all).length === 0) {
    rmSync(all, { recursive: true });
    if (html) say('no Allure report will be made: the shards were run without Vitest.');
    return undefined;
  }
  writeAllureFrame(all, run);
  if (!html) return undefined;
  try {
    return await generateHtml(all, resolve(out, 'allure'), { run });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function say(sentence: string): void {
  process.stderr.write(`certconform: ${sentence}\n`);
}
