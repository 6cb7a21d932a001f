/** Tells the pipeline that a run is part of what came of it, where it has a place for that. */
import { appendFileSync } from 'node:fs';
import { annotations } from '../reports/github.ts';
import { coveredBy } from '../reports/known.ts';
import type { RunResults } from '../reports/reader.ts';
import type { Statement } from '../reports/statement.ts';
import { summaryMarkdown } from '../reports/statement-markdown.ts';

/** Annotations and the summary of the step on GitHub Actions; nothing elsewhere. `annotate`: false where other things are read from the output. */
export function tellPipeline(
  run: RunResults,
  statement: Statement,
  { annotate }: { readonly annotate: boolean },
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (annotate && env['GITHUB_ACTIONS'] === 'true') {
    for (const line of annotations(run.results, coveredBy(run.end?.known))) process.stdout.write(`${line}\n`);
  }
  const summary = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (summary === '') return;
  try {
    appendFileSync(summary, summaryMarkdown(statement));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`certconform: GITHUB_STEP_SUMMARY: ${summary} cannot be written (${why}).\n`);
  }
}
