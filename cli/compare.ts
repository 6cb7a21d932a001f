/** `certconform compare A B`: what is otherwise in a later run than in an earlier one. */
import { resolve } from 'node:path';
import { compareRuns, type Side, sideOf, sideOfStatement } from '../reports/compare.ts';
import { comparisonMarkdown, comparisonText } from '../reports/compare-print.ts';
import { toPrettyJson } from '../reports/json.ts';
import { readResults } from '../reports/reader.ts';
import type { Statement } from '../reports/statement.ts';
import { styleFor } from '../reports/style.ts';
import { NoRegularFile, readHandedIn, whyUnread } from '../spec/handed-in.ts';
import { UserError } from './user-error.ts';

export interface CompareOptions {
  readonly format: 'text' | 'markdown' | 'json';
}

/** Compares two runs, each the folder of one or its statement.json. Returns 1 when something got worse. */
export async function compareCommand(earlier: string, later: string, { format }: CompareOptions): Promise<number> {
  const comparison = compareRuns(sideIn(earlier), sideIn(later));
  const printed = {
    text: () => comparisonText(comparison, styleFor(process.stdout)),
    markdown: () => comparisonMarkdown(comparison),
    json: () => `${toPrettyJson(comparison)}\n`,
  };
  process.stdout.write(printed[format]());
  return comparison.worse ? 1 : 0;
}

/** @throws UserError when there is no run, or it was killed: what is missing from it would look as if it were lost. */
function sideIn(path: string): Side {
  const said = (what: string): UserError =>
    new UserError(`compare ${path}: ${what}; name the folder of a finished run or its statement.json.`);
  if (path.endsWith('.json')) {
    let statement: Statement;
    try {
      statement = JSON.parse(readHandedIn(resolve(path), 'utf8')) as Statement;
    } catch (error) {
      throw said(error instanceof NoRegularFile ? whyUnread(error) : 'it cannot be read as JSON');
    }
    if (statement.statement !== 1 || !Array.isArray(statement.failures)) throw said('it is no statement of a run');
    return sideOfStatement(statement);
  }
  try {
    return sideOf(readResults(resolve(path)));
  } catch (error) {
    throw said((error instanceof Error ? error.message : String(error)).replace(/(?:[.;] .*|\.)$/, ''));
  }
}
