/** Watches a run while it goes on, and tells of it: a line that rewrites itself for people, events for programs. */
import { eventLine, eventOf, progressEvent } from '../reports/events.ts';
import type { ResultRecord } from '../reports/model.ts';
import { type Loudness, Progress } from '../reports/progress.ts';
import { styleFor } from '../reports/style.ts';
import { feelPulse } from '../suites/runner/threads.ts';
import { UserError } from './user-error.ts';

/** How much a run tells, and in which form. */
export interface ReportingOptions {
  readonly verbose: boolean;
  readonly quiet: boolean;
  /** Events instead of a summary. */
  readonly json: boolean;
}

/** Time between two events of progress, in milliseconds. */
const PROGRESS_MS = 1000;

export interface Watch {
  record(record: ResultRecord): void;
  stop(): void;
}

/** @throws UserError for options that contradict each other. */
export function loudnessOf({ verbose, quiet, json }: ReportingOptions): Loudness {
  if (verbose && quiet) throw new UserError('--verbose and --quiet contradict each other; give one of them.');
  return verbose ? 'verbose' : quiet || json ? 'quiet' : 'normal';
}

/** Begins to tell; `stop` must be called. */
export function watchRun(options: ReportingOptions): Watch {
  const progress = new Progress(process.stderr, styleFor(process.stderr), loudnessOf(options));
  const end = feelPulse((pulse) => progress.feel(pulse));
  const tell = (): void => void process.stdout.write(eventLine(progressEvent(progress.advance)));
  const timer = options.json ? setInterval(tell, PROGRESS_MS).unref() : undefined;
  return {
    record: (record) => {
      progress.record(record);
      const event = options.json ? eventOf(record) : undefined;
      if (event !== undefined) process.stdout.write(eventLine(event));
    },
    stop: () => {
      clearInterval(timer);
      end();
      progress.stop();
    },
  };
}
