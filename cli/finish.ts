/** Ends a run: the outcome, and every report derived from the results file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateHtml } from '../reports/allure/index.ts';
import { missingFromPlan, outcomeOfRun } from '../reports/coverage.ts';
import { appendPast, earlierRuns, historyFile, pastOf } from '../reports/history.ts';
import { assessKnown, type KnownFailure, type KnownReport } from '../reports/known.ts';
import type { RunOutcome } from '../reports/outcome.ts';
import { type RunResults, readResults } from '../reports/reader.ts';
import type { Statement } from '../reports/statement.ts';
import { counted } from '../reports/visible.ts';
import type { ResultsWriter } from '../reports/writer.ts';
import type { Contract } from '../spec/types.ts';
import { type Profile, packTape, TAPE_FILE, type Target } from '../target/index.ts';
import { type AllureResultsOptions, settleAllureResults } from './allure-results.ts';
import { packReport, reportPaths, writeDerived } from './derived.ts';
import { type AboutDigests, sha256 } from './digests.ts';
import { takeOutFixed } from './known.ts';
import { describeLeaks, findLeaks, type Inventory } from './leaks.ts';
import { writeSuggested } from './learn/after-run.ts';
import { ABORTED } from './user-error.ts';

export interface FinishOptions extends AllureResultsOptions {
  readonly out: string;
  readonly writer: ResultsWriter;
  readonly startedAt: number;
  readonly contract: Contract;
  readonly profile: Profile;
  /** Where Allure's results lie; left out when there are none. */
  readonly allureResults?: string;
  readonly html: boolean;
  readonly allowPartial: boolean;
  /** True when the run was stopped before its end. */
  readonly interrupted: boolean;
  /** What lay in the folder before the run. */
  readonly before: Inventory;
  readonly redactor: Target['redactor'];
  /** Failures that the owner knows; the file they stand in when what is fixed is to be taken out of it. */
  readonly known?: { readonly entries: readonly KnownFailure[]; readonly fix?: string };
  /** SHA-256 of what stands in the head of the tape. */
  readonly about: AboutDigests;
  /** Hears what must be known and is no verdict. */
  readonly say: (sentence: string) => void;
}

/** What came of a run. */
export interface FinishedRun {
  readonly contract: Contract;
  readonly results: RunResults;
  readonly statement: Statement;
  readonly outcome: RunOutcome;
  readonly interrupted: boolean;
  /** Name and path of each report that was written. */
  readonly reports: readonly (readonly [name: string, path: string])[];
}

/**
 * Writes the last record, JUnit, the statement and the Allure report.
 * A run whose outputs hold a secret is aborted, whatever its verdicts.
 */
export async function finishRun(options: FinishOptions): Promise<FinishedRun> {
  const { out, writer, contract, allureResults, html, say } = options;
  const judged = readResults(out);
  // A signal that came when all was done stopped nothing.
  const interrupted = options.interrupted && isUnfinished(judged);
  const tape = await packTape(out);
  const known = knownOf(options, judged, interrupted);
  const facts = { ...(known === undefined ? {} : { known }), interrupted };
  const end = { ...options, facts, tape };
  let outcome = outcomeOfRun(judged, { allowPartial: options.allowPartial, ...facts });
  let { results, statement } = writeReports(end, outcome);
  const suggested = await writeSuggested(options, say);
  // The page is made by a program of its own: what lies there already is looked through meanwhile.
  const page = join(out, 'allure');
  const [written, others] = await Promise.all([
    html && allureResults !== undefined ? writeHtml(options, allureResults, results, page) : undefined,
    findLeaks(out, options.before, options.redactor, { except: page }),
  ]);
  const leaks = [...others, ...(await findLeaks(out, options.before, options.redactor, { only: page }))];
  if (leaks.length > 0) {
    const reason = describeLeaks(out, leaks);
    outcome = { ...outcome, outcome: 'aborted', exitCode: ABORTED, reason };
    ({ results, statement } = writeReports(end, outcome));
    say(reason);
  }
  const earlier = earlierRuns(historyFile(out), results.run.target.name);
  keepPast(options, results, outcome);
  // Not before it was looked through: nothing is found in what is packed.
  if (written !== undefined && leaks.length === 0) packReport(written, results, outcome, earlier);
  if (allureResults !== undefined && leaks.length === 0) settleAllureResults(out, options, say);
  const reports: [string, string][] = [
    ...reportPaths(out, written),
    ['Results', writer.path],
    ['Tape', join(out, TAPE_FILE)],
    ...(suggested === undefined ? [] : [['Suggested', suggested] as [string, string]]),
  ];
  return { contract, results, statement, outcome, interrupted, reports };
}

function isUnfinished(run: RunResults): boolean {
  return run.results.some(({ cause }) => cause === 'interrupted') || missingFromPlan(run).length > 0;
}

/** What is known once all is judged. */
interface Ending extends FinishOptions {
  readonly facts: { readonly interrupted: boolean; readonly known?: KnownReport };
  readonly tape: string;
}

/** What came of the known failures. Of a run that was stopped nothing can be said about them. */
function knownOf(
  { known, startedAt, say }: FinishOptions,
  run: RunResults,
  interrupted: boolean,
): KnownReport | undefined {
  if (known === undefined || interrupted) return undefined;
  const report = assessKnown(run.results, known.entries, new Date(startedAt).toISOString().slice(0, 10));
  if (known.fix === undefined) return report;
  const taken = takeOutFixed(known.fix, report);
  if (taken > 0) say(`${counted(taken, 'known failure')} taken out of ${known.fix}: fixed.`);
  return { ...report, rotten: report.rotten.filter(({ why }) => why !== 'passes') };
}

function writeReports(
  { out, writer, startedAt, contract, html, facts, tape, about }: Ending,
  outcome: RunOutcome,
): Pick<FinishedRun, 'results' | 'statement'> {
  writer.end({
    outcome: outcome.outcome,
    ...(facts.interrupted ? { interrupted: true } : {}),
    ...(facts.known === undefined ? {} : { known: facts.known }),
    counts: outcome.counts,
    startedAt,
    finishedAt: Date.now(),
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
  });
  const results = readResults(out);
  const digests = { ...about, tape, results: sha256(readFileSync(writer.path)) };
  return { results, statement: writeDerived(results, { outcome, contract, out, html, digests }) };
}

/** A folder above that takes no file is nothing to fail a run for. */
function keepPast({ out, say }: FinishOptions, results: RunResults, outcome: RunOutcome): void {
  const file = historyFile(out);
  try {
    appendPast(file, results, outcome);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    say(`the run was not added to ${file} (${code}).`);
  }
}

/** The path of the page; undefined when there is none, which is said and changes nothing: the verdicts do not depend on it. */
async function writeHtml(
  { out, say }: FinishOptions,
  allureResults: string,
  { run }: RunResults,
  page: string,
): Promise<string | undefined> {
  try {
    return await generateHtml(allureResults, page, { run, history: pastOf(historyFile(out), run.target.name) });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
