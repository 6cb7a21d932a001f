/** Ends a run: the outcome, and every report derived from the results file. */
import { join } from 'node:path';
import { generateHtml } from '../reports/allure/index.ts';
import { outcomeOfRun } from '../reports/coverage.ts';
import { writeJunit } from '../reports/junit.ts';
import { readResults } from '../reports/reader.ts';
import { statementOf } from '../reports/statement.ts';
import { writeStatement } from '../reports/statement-markdown.ts';
import { styleFor } from '../reports/style.ts';
import { summarise } from '../reports/summary.ts';
import type { ResultsWriter } from '../reports/writer.ts';
import type { Contract } from '../spec/types.ts';

export interface FinishOptions {
  readonly out: string;
  readonly writer: ResultsWriter;
  readonly startedAt: number;
  readonly contract: Contract;
  readonly allureResults: string;
  readonly html: boolean;
  readonly allowPartial: boolean;
}

/** Writes the last record, JUnit, the statement and the Allure report, prints the summary and returns the exit code. */
export async function finishRun(options: FinishOptions): Promise<number> {
  const { out, writer, startedAt, contract } = options;
  const outcome = outcomeOfRun(readResults(out), options.allowPartial);
  writer.end({
    outcome: outcome.outcome,
    counts: outcome.counts,
    startedAt,
    finishedAt: Date.now(),
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
  });
  const results = readResults(out);
  const junit = join(out, 'junit.xml');
  writeJunit(results, junit);
  const statement = writeStatement(statementOf(results, contract), out);
  const reports: [string, string][] = [
    ['Statement', statement.markdown],
    ['JUnit', junit],
    ['Results', writer.path],
  ];
  if (options.html) {
    try {
      reports.unshift(['Allure', await generateHtml(options.allureResults, join(out, 'allure'), { run: results.run })]);
    } catch (error) {
      // The verdicts do not depend on the page: say what is missing and go on.
      process.stderr.write(`certconform: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  process.stdout.write(
    summarise(results, outcome, { style: styleFor(process.stdout), reports, silences: contract.silences.length }),
  );
  return outcome.exitCode;
}
