/** What happens in a run, as one JSON object a line for other programs; `events.schema.json` describes each. */
import { toJsonLine } from './json.ts';
import type { EndRecord, ResultRecord } from './model.ts';
import { verdictOf } from './outcome.ts';
import type { Advance } from './progress.ts';

/** Version of the form of events. */
export const EVENTS_FORMAT = 1;

/** One event. */
export type RunEvent = { readonly event: string; readonly at: number; readonly [member: string]: unknown };

/** The event of a record of the results file; undefined for the last, of which `endEvent` tells more. `at`: epoch milliseconds. */
export function eventOf(record: ResultRecord, at: number = Date.now()): RunEvent | undefined {
  switch (record.type) {
    case 'run': {
      const { tool, toolVersion, contractVersion, dialect, target, seed, depth, effect, claims, selection } = record;
      const narrowed = selection === undefined ? {} : { selection };
      const what = { tool, toolVersion, contractVersion, dialect, target, seed, depth, effect, claims, ...narrowed };
      return { event: 'start', at, format: EVENTS_FORMAT, ...what };
    }
    case 'plan':
      return { event: 'plan', at, requirements: record.requirements.length };
    case 'notice':
      return { event: 'notice', at, severity: record.severity, message: record.message };
    case 'result': {
      const { requirement, check, level, section, sentence, area, operation, cause, reason, failure, durationMs } =
        record;
      return {
        event: 'verdict',
        at,
        ...{ requirement, check, verdict: verdictOf(record), level, section, sentence, area },
        ...(operation === undefined ? {} : { operation }),
        ...(cause === undefined ? {} : { cause }),
        ...(reason === undefined ? {} : { reason }),
        ...(failure === undefined
          ? {}
          : { failure: { expected: failure.expected, actual: failure.actual, replay: failure.replay } }),
        durationMs,
      };
    }
    case 'end':
      return undefined;
  }
}

/** How far the run is. */
export function progressEvent(advance: Advance, at: number = Date.now()): RunEvent {
  return { event: 'progress', at, ...advance };
}

/** The last event: what came of the run, and where its reports lie. */
export function endEvent(
  { outcome, reason, counts, interrupted }: Pick<EndRecord, 'outcome' | 'reason' | 'counts' | 'interrupted'>,
  exitCode: number,
  reports: Readonly<Record<string, string>>,
  at: number = Date.now(),
): RunEvent {
  return {
    event: 'end',
    at,
    outcome,
    exitCode,
    counts,
    reports,
    ...(reason === undefined ? {} : { reason }),
    ...(interrupted === undefined ? {} : { interrupted }),
  };
}

/** The event as a line. */
export function eventLine(event: RunEvent): string {
  return `${toJsonLine(event)}\n`;
}
