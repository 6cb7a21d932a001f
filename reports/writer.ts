/** Appends records to the results file of a run, from any number of workers and processes at once. */
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { boundEvidence } from './bounds.ts';
import { toJsonLine } from './json.ts';
import type { EndRecord, NoticeRecord, PlanRecord, Result, ResultRecord, RunRecord } from './model.ts';
import { RESULTS_FILE } from './model.ts';

/** Only the user who runs the suite may read results: they hold the target's answers. */
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** A line is torn when it is unfinished at this many looks, this many milliseconds apart: a writer needs less than one for its line. */
const LOOKS = 25;
const LOOK_AGAIN_MS = 10;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

export class ResultsWriter {
  /** Path of the results file. */
  readonly path: string;

  /**
   * Opens the results of a run that goes on in `dir`, for a worker to append to. Creates what does not exist.
   * @throws Error when the folder cannot be made or the file not be written.
   */
  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: DIRECTORY_MODE });
    this.path = join(dir, RESULTS_FILE);
    this.#mendTornLine();
  }

  /** Begins a new results file in `dir`, replacing that of an earlier run, and writes its first record. */
  static start(dir: string, run: Omit<RunRecord, 'type'>): ResultsWriter {
    rmSync(join(dir, RESULTS_FILE), { force: true });
    const writer = new ResultsWriter(dir);
    writer.append({ type: 'run', ...run });
    return writer;
  }

  /** Records what will be judged. */
  plan(requirements: readonly string[]): void {
    this.append({ type: 'plan', requirements } satisfies PlanRecord);
  }

  /** Records a verdict; its evidence is cut to a bounded size. */
  result(result: Result): void {
    this.append(result);
  }

  /** Records something the user should know that is no verdict. */
  notice(severity: NoticeRecord['severity'], message: string): void {
    this.append({ type: 'notice', severity, message, at: Date.now() });
  }

  /** Records the end of the run. */
  end(end: Omit<EndRecord, 'type'>): void {
    this.append({ type: 'end', ...end });
  }

  /**
   * Appends any record. One write of one whole line in append mode: lines of several writers do not mix, and after a kill
   * at most the last line is torn.
   */
  append(record: ResultRecord): void {
    const bounded = record.type === 'result' ? boundEvidence(record) : record;
    appendFileSync(this.path, `${toJsonLine(bounded)}\n`, { mode: FILE_MODE });
  }

  /**
   * Ends the last line when a killed writer left it torn, so that the next record starts on its own line. A line that another
   * writer is in the middle of looks torn, too, and is left alone: only one that stays as it is for a while is ended.
   */
  #mendTornLine(): void {
    const file = openSync(this.path, 'a+', FILE_MODE);
    try {
      const { size } = fstatSync(file);
      for (let look = 0; look < LOOKS; look++) {
        if (look > 0) Atomics.wait(PAUSE, 0, 0, LOOK_AGAIN_MS);
        if (fstatSync(file).size !== size || size === 0 || endsLine(file, size)) return;
      }
      appendFileSync(file, '\n');
    } finally {
      closeSync(file);
    }
  }
}

function endsLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 10;
}
