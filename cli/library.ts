/** A run as one call, for programs: nothing is printed, no signal is taken, and no Vitest is needed, so that it may itself stand in a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Result, VerdictCounts } from '../reports/model.ts';
import type { Statement } from '../reports/statement.ts';
import type { Depth, Effect, Outcome } from '../spec/vocabulary.ts';
import { ENGINE } from './driver.ts';
import type { FinishedRun } from './finish.ts';
import { judgeTarget } from './judge.ts';
import { type ChosenTarget, chooseTarget } from './target-options.ts';
import { UserError } from './user-error.ts';

/** Of a profile that is no file: whoever has it writes one. */
const REPLAY = 'npx certconform replay --target PROFILE';

/** What is judged, and how. Everything has a default. */
export interface RunOptions {
  /**
   * Path of a target profile, or a profile as data. Left out: the embedded reference emulator. What a run may not have put
   * back is remembered beside a file alone, so give one where entities are to be changed that somebody needs.
   */
  readonly target?: string | object;
  /** Settings of the profile in place of its own, each as `path=value`. */
  readonly set?: readonly string[];
  /** The most that may be done to the target; what the profile permits when left out. */
  readonly effects?: Effect;
  /** Dialect of the embedded emulator: `default` or `alternate`. */
  readonly dialect?: string;
  /** Ids of faults that are planted in the embedded emulator. */
  readonly faults?: readonly string[];
  /** Areas, operations or requirements; everything when left out. */
  readonly only?: readonly string[];
  /** Seed of all generated input; default 1. The same seed gives the same requests. */
  readonly seed?: number;
  /** Number of generated cases; default `standard`. */
  readonly depth?: Depth;
  /** Random cases per property, in place of the depth's number. */
  readonly runs?: number;
  /** How many times more a failed requirement is asked; what does not fail each time warns. */
  readonly repeatFailures?: number;
  /** Ends the run when so many requirements have failed. */
  readonly maxFailures?: number;
  /** Folder for results, tape and all reports but Allure's; without it no file is kept. */
  readonly out?: string;
  /** Ends the run early: what was changed is put back, and the outcome is `aborted`. */
  readonly signal?: AbortSignal;
  /** Hears each result as it comes. */
  readonly onResult?: (result: Result) => void;
  /** Hears what is no result and should be known, such as what could not be put back, in one sentence. */
  readonly onNotice?: (sentence: string) => void;
}

/** What came of a run. */
export interface Run {
  /** `known-failures` is of the command line alone. */
  readonly outcome: Outcome;
  /** With which the command would have ended: 0 conformant, 1 non-conformant, 2 aborted, 3 partial. */
  readonly exitCode: number;
  /** Why the outcome is what it is; absent where it is conformant. */
  readonly reason?: string;
  /** Results by verdict. */
  readonly counts: VerdictCounts;
  /** One for each check and requirement. Their form is that of the results file (`certconform/results.schema.json`). */
  readonly results: readonly Result[];
  /** The conformance statement, as it stands in `statement.json`. */
  readonly statement: Statement;
  /** Paths of what was written, by name; empty without `out`. */
  readonly reports: Readonly<Record<string, string>>;
}

/**
 * Judges a target, or the embedded reference emulator.
 *
 * @throws UserError, ProfileError or DialectError, each with one sentence, for what cannot be judged: a bad option or
 * profile, a target that gives no answer, a folder that is in use.
 */
export async function run(options: RunOptions = {}): Promise<Run> {
  const { out, only, maxFailures, signal, onResult, onNotice = () => undefined } = options;
  const chosen = await chosenBy(options);
  // One folder deeper: beside the folder of a run lies the history of its runs.
  const scratch = out === undefined ? mkdtempSync(join(tmpdir(), 'certconform-run-')) : undefined;
  try {
    const finished = await judgeTarget(
      chosen,
      {
        out: out ?? join(scratch ?? '', 'run'),
        html: false,
        keepAllureResults: false,
        allowPartial: false,
        ...given({ only, maxFailures }),
        ...given({ seed: options.seed, depth: options.depth, runs: options.runs }),
        ...given({ repeatFailures: options.repeatFailures }),
      },
      ENGINE,
      {
        say: onNotice,
        begun: (stop) => {
          if (signal?.aborted === true) stop();
          signal?.addEventListener('abort', stop, { once: true });
          return {
            record: (record) => {
              if (record.type === 'result') onResult?.(record);
              if (record.type === 'notice') onNotice(record.message);
            },
            ended: () => {
              signal?.removeEventListener('abort', stop);
              return signal?.aborted === true;
            },
          };
        },
      },
    );
    if ('failure' in finished) throw finished.failure;
    return told(finished, out !== undefined);
  } finally {
    await chosen.embedded?.close();
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  }
}

/** @throws UserError where what is for the emulator alone stands beside a target. */
async function chosenBy({ target, set, effects, dialect, faults }: RunOptions): Promise<ChosenTarget> {
  const choice = given({ set, effects, dialect, fault: faults });
  if (typeof target !== 'object')
    return chooseTarget(target === undefined ? choice : { ...choice, target: resolve(target) });
  if (dialect !== undefined || faults !== undefined)
    throw new UserError('dialect and faults are of the embedded emulator; leave them out beside a target.');
  const profile = { data: target, set: set ?? [], ...given({ effects }) };
  return { profile, embedded: undefined, replay: { here: REPLAY, published: REPLAY } };
}

/** Without the members that are undefined. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

function told({ outcome, results, statement, reports }: FinishedRun, kept: boolean): Run {
  return { ...outcome, results: results.results, statement, reports: kept ? Object.fromEntries(reports) : {} };
}
