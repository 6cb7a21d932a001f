/** Ends a run: the outcome, and every report derived from the results file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateHtml } from '../reports/allure/index.ts';
import { missingFromPlan, outcomeOfRun } from '../reports/coverage.ts';
import { endEvent, eventLine } from '../reports/events.ts';
import { appendPast, historyFile, pastOf } from '../reports/history.ts';
import { assessKnown, type KnownFailure, type KnownReport } from '../reports/known.ts';
import type { RunOutcome } from '../reports/outcome.ts';
import { type RunResults, readResults } from '../reports/reader.ts';
import { statementOf } from '../reports/statement.ts';
import { styleFor } from '../reports/style.ts';
import { summarise } from '../reports/summary.ts';
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
import { tellPipeline } from './pipeline.ts';
import { ABORTED } from './user-error.ts';

export interface FinishOptions extends AllureResultsOptions {
  readonly out: string;
  readonly writer: ResultsWriter;
  readonly startedAt: number;
  readonly contract: Contract;
  readonly profile: Profile;
  readonly allureResults: string;
  readonly html: boolean;
  /** The end as an event instead of a summary. */
  readonly json: boolean;
  /** The outcome and what is wrong alone. */
  readonly brief: boolean;
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
}

/**
 * Writes the last record, JUnit, the statement and the Allure report, prints the summary and returns the exit code.
 * A run whose outputs hold a secret is aborted, whatever its verdicts.
 */
export async function finishRun(options: FinishOptions): Promise<number> {
  const { out, writer, contract } = options;
  const judged = readResults(out);
  // A signal that came when all was done stopped nothing.
  const interrupted = options.interrupted && isUnfinished(judged);
  const tape = await packTape(out);
  const known = knownOf(options, judged, interrupted);
  const facts = { ...(known === undefined ? {} : { known }), interrupted };
  const end = { ...options, facts, tape };
  let outcome = outcomeOfRun(judged, { allowPartial: options.allowPartial, ...facts });
  let results = writeReports(end, outcome);
  const suggested = await writeSuggested(options);
  // The page is made by a program of its own: what lies there already is looked through meanwhile.
  const page = join(out, 'allure');
  const [html, others] = await Promise.all([
    options.html ? writeHtml(options, results, page) : undefined,
    findLeaks(out, options.before, options.redactor, { except: page }),
  ]);
  const leaks = [...others, ...(await findLeaks(out, options.before, options.redactor, { only: page }))];
  if (leaks.length > 0) {
    const reason = describeLeaks(out, leaks);
    outcome = { ...outcome, outcome: 'aborted', exitCode: ABORTED, reason };
    results = writeReports(end, outcome);
    process.stderr.write(`certconform: ${reason}\n`);
  }
  keepPast(out, results, outcome);
  // Not before it was looked through: nothing is found in what is packed.
  if (html !== undefined && leaks.length === 0) packReport(html, results, outcome);
  if (leaks.length === 0) settleAllureResults(out, options);
  const reports: [string, string][] = [
    ...reportPaths(out, html),
    ['Results', writer.path],
    ['Tape', join(out, TAPE_FILE)],
    ...(suggested === undefined ? [] : [['Suggested', suggested] as [string, string]]),
  ];
  process.stdout.write(
    options.json
      ? eventLine(
          endEvent(
            { ...outcome, ...(interrupted ? { interrupted } : {}) },
            outcome.exitCode,
            Object.fromEntries(reports),
          ),
        )
      : summarise(results, outcome, {
          style: styleFor(process.stdout),
          reports,
          brief: options.brief,
          silences: contract.silences.length,
          ...(process.stdout.isTTY === true ? { columns: process.stdout.columns } : {}),
        }),
  );
  tellPipeline(results, statementOf(results, contract), { annotate: !options.json });
  return outcome.exitCode;
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
function knownOf({ known, startedAt }: FinishOptions, run: RunResults, interrupted: boolean): KnownReport | undefined {
  if (known === undefined || interrupted) return undefined;
  const report = assessKnown(run.results, known.entries, new Date(startedAt).toISOString().slice(0, 10));
  if (known.fix === undefined) return report;
  const taken = takeOutFixed(known.fix, report);
  if (taken > 0)
    process.stderr.write(`certconform: ${counted(taken, 'known failure')} taken out of ${known.fix}: fixed.\n`);
  return { ...report, rotten: report.rotten.filter(({ why }) => why !== 'passes') };
}

function writeReports(
  { out, writer, startedAt, contract, html, facts, tape, about }: Ending,
  outcome: RunOutcome,
): RunResults {
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
  writeDerived(results, { outcome, contract, out, html, digests });
  return results;
}

/** A folder above that takes no file is nothing to fail a run for. */
function keepPast(out: string, results: RunResults, outcome: RunOutcome): void {
  const file = historyFile(out);
  try {
    appendPast(file, results, outcome);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    process.stderr.write(`certconform: the run was not added to ${file} (${code}).\n`);
  }
}

/** The path of the page; undefined when there is none, which is said and changes nothing: the verdicts do not depend on it. */
async function writeHtml(
  { out, allureResults }: FinishOptions,
  { run }: RunResults,
  page: string,
): Promise<string | undefined> {
  try {
    return await generateHtml(allureResults, page, { run, history: pastOf(historyFile(out), run.target.name) });
  } catch (error) {
    process.stderr.write(`certconform: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}
