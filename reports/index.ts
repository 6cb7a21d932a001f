/** The result model and everything that is made from it. */
export * from './allure/index.ts';
export type { Cluster } from './clusters.ts';
export { cluster } from './clusters.ts';
export type { Coverage } from './coverage.ts';
export { coverageOf, foldByRequirement, missingFromPlan, outcomeOfRun } from './coverage.ts';
export { ctrfJson, writeCtrf } from './ctrf.ts';
export { CURL_VARIABLES, toCurl } from './curl.ts';
export { explain } from './explain.ts';
export { toJsonLine, toPrettyJson } from './json.ts';
export { junitXml, writeJunit } from './junit.ts';
export type {
  CaseCounts,
  Cause,
  EndRecord,
  Failure,
  NoticeRecord,
  Observation,
  PlanRecord,
  Result,
  ResultAttachment,
  ResultRecord,
  RunRecord,
  VerdictCounts,
  ViolationRecord,
} from './model.ts';
export { RESULTS_FILE, RESULTS_FORMAT } from './model.ts';
export type { OutcomeOptions, RunOutcome } from './outcome.ts';
export { countVerdicts, leavesGap, outcomeOf, verdictOf } from './outcome.ts';
export type { ProgressStream } from './progress.ts';
export { Progress } from './progress.ts';
export type { RunResults } from './reader.ts';
export { ResultsFollower, readResults } from './reader.ts';
export type { Statement } from './statement.ts';
export { statementOf } from './statement.ts';
export { statementMarkdown, writeStatement } from './statement-markdown.ts';
export type { Style } from './style.ts';
export { COLOUR, PLAIN, styleFor } from './style.ts';
export type { SummaryOptions } from './summary.ts';
export { summarise } from './summary.ts';
export { areaTitle, INTERFACE_TITLES, OUTCOME_SENTENCES } from './words.ts';
export { ResultsWriter } from './writer.ts';
