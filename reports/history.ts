/** The runs of the past: one line for each, in the form in which Allure takes its history, with our own facts beside. */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, constants, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readHandedIn } from '../spec/handed-in.ts';
import { statusOf } from './allure/settle.ts';
import type { Result, RunRecord, VerdictCounts } from './model.ts';
import type { RunOutcome } from './outcome.ts';
import type { RunResults } from './reader.ts';
import { nameOf, OUTCOME_MARKS } from './words.ts';

/** Name of the file, beside the folders of the runs. */
export const HISTORY_FILE = 'history.jsonl';

/** Runs that are kept: a line of a whole run has about 600 KB. */
const MOST_KEPT = 30;

/** Of these, what the page of a run shows: each adds about 250 KB to it. */
const MOST_SHOWN = 6;

/** What a line says of its run, beside what Allure reads. */
export interface PastRun {
  readonly target: string;
  readonly tool: string;
  readonly contract: string;
  readonly seed: number;
  readonly depth: RunRecord['depth'];
  readonly effect: RunRecord['effect'];
  readonly selection?: readonly string[];
  readonly startedAt: string;
  readonly outcome: RunOutcome['outcome'];
  readonly counts: VerdictCounts;
}

interface PastTest {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly start: number;
  readonly stop: number;
  readonly duration: number;
  readonly url: '';
  readonly historyId: string;
}

/** One line. */
interface PastPoint {
  readonly uuid: string;
  readonly name: string;
  readonly timestamp: number;
  readonly knownTestCaseIds: readonly string[];
  readonly testResults: Readonly<Record<string, PastTest>>;
  readonly metrics: Readonly<Record<string, number>>;
  readonly url: '';
  readonly run: PastRun;
}

const APPEND =
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_WRONLY |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** Where the history of a run's folder lies. */
export function historyFile(runDirectory: string): string {
  return join(dirname(resolve(runDirectory)), HISTORY_FILE);
}

/** The last lines about a target of that name, as Allure reads them; '' when there are none. */
export function pastOf(file: string, target: string): string {
  const lines = linesOf(file).filter((line) => runIn(line)?.target === target);
  return lines
    .slice(-MOST_SHOWN)
    .map((line) => `${line}\n`)
    .join('');
}

/** What came of the last runs against a target of that name, the earliest first. Lines that are not as this version writes them are left out. */
export function earlierRuns(file: string, target: string): PastRun[] {
  const runs = linesOf(file).map(runIn);
  return runs.filter((run): run is PastRun => run?.target === target && isPastRun(run)).slice(-MOST_SHOWN);
}

/** Adds a run that has ended; of many runs the last ones are kept. @throws Error when the file cannot be written. */
export function appendPast(file: string, { run, results }: RunResults, { outcome, counts }: RunOutcome): void {
  const tests = results.map(testOf);
  const point: PastPoint = {
    uuid: randomUUID(),
    name: `Conformance of ${run.target.name}`,
    timestamp: run.startedAt,
    knownTestCaseIds: results.map(caseId),
    testResults: Object.fromEntries(tests.map((test) => [test.historyId, test])),
    metrics: {},
    url: '',
    run: {
      target: run.target.name,
      tool: `${run.tool} ${run.toolVersion}`,
      contract: run.contractVersion,
      seed: run.seed,
      depth: run.depth,
      effect: run.effect,
      ...(run.selection === undefined ? {} : { selection: run.selection }),
      startedAt: new Date(run.startedAt).toISOString(),
      outcome,
      counts,
    },
  };
  const line = JSON.stringify(point);
  const past = linesOf(file);
  if (past.length < MOST_KEPT) {
    // The folder above that of a run may be everybody's: nothing is added to a file that a link there leads to.
    const opened = openSync(file, APPEND, 0o600);
    try {
      appendFileSync(opened, `${line}\n`);
    } finally {
      closeSync(opened);
    }
    return;
  }
  const kept = [...past.slice(1 - MOST_KEPT), line];
  const scratch = `${file}.${process.pid}`;
  writeFileSync(scratch, `${kept.join('\n')}\n`, { mode: 0o600 });
  renameSync(scratch, file);
}

function testOf(result: Result): PastTest {
  const { startedAt: start, durationMs: duration } = result;
  const historyId = `${caseId(result)}.${md5('')}`;
  return {
    id: historyId.slice(0, 16),
    name: nameOf(result),
    status: statusOf(result),
    start,
    stop: start + duration,
    duration,
    url: '',
    historyId,
  };
}

/** As Allure makes it of the test case that `annotate` names; what differs from run to run is no part of it. */
function caseId({ requirement, check }: Result): string {
  return md5(`${requirement}#${check}`);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function linesOf(file: string): string[] {
  try {
    return readHandedIn(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

function isPastRun({ outcome, counts, startedAt, depth, selection }: Partial<PastRun>): boolean {
  return (
    typeof outcome === 'string' &&
    Object.hasOwn(OUTCOME_MARKS, outcome) &&
    Number.isInteger(counts?.fail) &&
    typeof startedAt === 'string' &&
    typeof depth === 'string' &&
    (selection === undefined || Array.isArray(selection))
  );
}

/** Undefined for a line that is not ours. */
function runIn(line: string): PastRun | undefined {
  try {
    return (JSON.parse(line) as Partial<PastPoint>).run;
  } catch {
    return undefined;
  }
}
