/** The reports that follow from the results of a run alone, for a run that ends and for shards that become one. */
import { join } from 'node:path';
import { FAILURES_STYLE, failureList, packPage } from '../reports/allure/index.ts';
import { COVERAGE_FILE, writeCoverage } from '../reports/coverage-page.ts';
import { CTRF_FILE, writeCtrf } from '../reports/ctrf.ts';
import type { PastRun } from '../reports/history.ts';
import { JUNIT_FILE, writeJunit } from '../reports/junit.ts';
import type { RunOutcome } from '../reports/outcome.ts';
import { BANNER_STYLE, outcomeBanner, type PageLink } from '../reports/outcome-banner.ts';
import type { RunResults } from '../reports/reader.ts';
import { type Digests, type Statement, statementOf } from '../reports/statement.ts';
import { writeStatement } from '../reports/statement-markdown.ts';
import type { Contract } from '../spec/types.ts';

/** What the reports of a run are made from besides its results. */
export interface Derivation {
  readonly outcome: RunOutcome;
  readonly contract: Contract;
  /** Folder of the run. */
  readonly out: string;
  /** True where an Allure page is made, too. */
  readonly html: boolean;
  /** Digests that the statement names. */
  readonly digests?: Digests;
}

/** Pages beside a page of the run, by their addresses from its folder. */
const STATEMENT: PageLink = ['statement', 'statement.md'];
const ALLURE: PageLink = ['Allure', 'allure/index.html'];

/** The same from the Allure page, which lies one folder below. */
const FROM_ALLURE: readonly PageLink[] = [
  ['coverage', `../${COVERAGE_FILE}`],
  ['statement', `../${STATEMENT[1]}`],
];

/** Writes JUnit, CTRF, the coverage page and the statement, which it returns. */
export function writeDerived(results: RunResults, { outcome, contract, out, html, digests }: Derivation): Statement {
  writeJunit(results, join(out, JUNIT_FILE));
  writeCtrf(results, join(out, CTRF_FILE));
  writeCoverage(results, outcome, contract, out, html ? [ALLURE, STATEMENT] : [STATEMENT]);
  const statement = statementOf(results, contract, digests);
  writeStatement(statement, out);
  return statement;
}

/** Packs the Allure page, in place, with the outcome above it, and those of earlier runs. */
export function packReport(
  page: string,
  results: RunResults,
  outcome: RunOutcome,
  earlier: readonly PastRun[] = [],
): void {
  const banner = outcomeBanner(results, outcome, FROM_ALLURE, { environment: false, earlier });
  const markup = banner + failureList(results.results);
  packPage(page, { markup, style: BANNER_STYLE + FAILURES_STYLE });
}

/** Where the reports lie, by the names that people know them by; Allure first, where there is a page. */
export function reportPaths(out: string, page: string | undefined): [name: string, path: string][] {
  return [
    ...(page === undefined ? [] : [['Allure', page] as [string, string]]),
    ['Coverage', join(out, COVERAGE_FILE)],
    ['Statement', join(out, STATEMENT[1])],
    ['JUnit', join(out, JUNIT_FILE)],
    ['CTRF', join(out, CTRF_FILE)],
  ];
}
