/** Reads a results file: whole, or while it grows. */

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readHandedIn, whyUnread } from '../spec/handed-in.ts';
import { isObject } from '../spec/json.ts';
import type { EndRecord, NoticeRecord, PlanRecord, Result, ResultRecord, RunRecord } from './model.ts';
import { RESULTS_FILE, RESULTS_FORMAT } from './model.ts';

/** All that a results file says. */
export interface RunResults {
  readonly run: RunRecord;
  /** Absent when the run was killed before its plan was known. */
  readonly plan?: PlanRecord;
  readonly results: readonly Result[];
  readonly notices: readonly NoticeRecord[];
  /** Absent when the run was killed. */
  readonly end?: EndRecord;
  /** Lines that are no JSON: what a killed writer left half written. */
  readonly torn: number;
}

/**
 * Reads the results of a run.
 * @param location The results file, or the output folder that holds it.
 * @throws Error with one clear sentence when there is no such file, it is not a results file, or it has another format.
 */
export function readResults(location: string): RunResults {
  const path = resultsPath(location);
  const { records, torn } = parse(read(path));
  const runs = records.filter((record) => record.type === 'run');
  const run = runs[0];
  if (run === undefined) throw new Error(`${path} is not a results file: it has no record of a run.`);
  if (runs.length > 1) throw new Error(`${path} holds ${runs.length} runs; a results file holds one.`);
  if (run.format !== RESULTS_FORMAT) {
    throw new Error(`${path} has results format ${String(run.format)}; this version reads format ${RESULTS_FORMAT}.`);
  }
  const plan = records.find((record) => record.type === 'plan');
  const end = records.findLast((record) => record.type === 'end');
  return {
    run,
    ...(plan ? { plan } : {}),
    results: records.filter((record) => record.type === 'result'),
    notices: records.filter((record) => record.type === 'notice'),
    ...(end ? { end } : {}),
    torn,
  };
}

/** Hands over the records of a growing results file, each once and whole, as they arrive. */
export class ResultsFollower {
  readonly #path: string;
  readonly #onRecord: (record: ResultRecord) => void;
  #offset = 0;
  #rest: Buffer = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  /** `location`: the results file or its folder; it need not exist yet. */
  constructor(location: string, onRecord: (record: ResultRecord) => void) {
    this.#path = resultsPath(location);
    this.#onRecord = onRecord;
  }

  /** Polls every `intervalMs` milliseconds until `close`; does not keep the process alive. */
  start(intervalMs = 150): void {
    this.#timer ??= setInterval(() => this.poll(), intervalMs).unref();
  }

  /** Reads what is new now. */
  poll(): void {
    const fresh = this.#readNew();
    if (fresh.length === 0) return;
    const bytes = Buffer.concat([this.#rest, fresh]);
    const complete = bytes.lastIndexOf(10) + 1;
    this.#rest = bytes.subarray(complete);
    for (const record of parse(bytes.subarray(0, complete)).records) this.#onRecord(record);
  }

  /** Reads what is left and stops. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.poll();
  }

  #readNew(): Buffer {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch {
      return Buffer.alloc(0);
    }
    try {
      const chunks: Buffer[] = [];
      for (;;) {
        const chunk = Buffer.allocUnsafe(1 << 16);
        const got = readSync(file, chunk, 0, chunk.length, this.#offset);
        if (got === 0) return Buffer.concat(chunks);
        this.#offset += got;
        chunks.push(chunk.subarray(0, got));
      }
    } finally {
      closeSync(file);
    }
  }
}

function resultsPath(location: string): string {
  if (location.endsWith('.ndjson')) return location;
  try {
    if (statSync(location).isFile()) return location;
  } catch {
    // Not there yet: taken for a folder.
  }
  return join(location, RESULTS_FILE);
}

function read(path: string): Buffer {
  try {
    return readHandedIn(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new Error(`There is no results file at ${path}; name the output folder of a run.`);
    throw new Error(`Cannot read the results file ${path} (${whyUnread(error)}).`);
  }
}

function parse(bytes: Buffer): { records: ResultRecord[]; torn: number } {
  const records: ResultRecord[] = [];
  let torn = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start);
    const stop = found === -1 ? bytes.length : found;
    const line = bytes.toString('utf8', start, stop).trim();
    start = stop + 1;
    if (line === '') continue;
    const record = parseLine(line);
    if (record === undefined) torn += 1;
    else records.push(record);
  }
  return { records, torn };
}

function parseLine(line: string): ResultRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && 'type' in value ? (value as unknown as ResultRecord) : undefined;
  } catch {
    return undefined;
  }
}
