/** `certconform run`: judge a target through Vitest, tell people or programs how it goes, and end with an exit code. */
import { endEvent, eventLine } from '../reports/events.ts';
import { styleFor } from '../reports/style.ts';
import { summarise } from '../reports/summary.ts';
import { chooseDriver } from './driver.ts';
import type { EngineThread } from './engine/index.ts';
import type { FinishedRun } from './finish.ts';
import { shownHere, type Words } from './invocation.ts';
import { type Asker, type JudgeOptions, judgeTarget } from './judge.ts';
import { tellPipeline } from './pipeline.ts';
import { chooseTarget, type TargetChoice } from './target-options.ts';
import { ABORTED } from './user-error.ts';
import { loudnessOf, type ReportingOptions, watchRun } from './watch.ts';

export interface RunOptions extends JudgeOptions, TargetChoice, ReportingOptions {}

/** Runs the suite in the thread of the checks, and returns the exit code (README, "Exit codes"). */
export async function runCommand(options: RunOptions, engine: EngineThread): Promise<number> {
  // Results hold the target's answers: whatever this process and its children write is for their owner alone.
  process.umask(0o077);
  loudnessOf(options);
  const chosen = await chooseTarget(options);
  engine.prepare(chosen.profile);
  try {
    const driver = chooseDriver(engine, options.html, say);
    const finished = await judgeTarget(chosen, options, driver, askerOf(options));
    tellEnd(finished, options, chosen.replay);
    if ('failure' in finished) throw finished.failure;
    return finished.outcome.exitCode;
  } finally {
    await chosen.embedded?.close();
  }
}

function say(sentence: string): void {
  process.stderr.write(`certconform: ${sentence}\n`);
}

/** Who sits before a terminal, or reads the log of a pipeline. */
function askerOf(options: ReportingOptions): Asker {
  return {
    say,
    begun: (stop) => {
      const watch = watchRun(options);
      const interrupts = watchInterrupts(stop);
      return {
        record: watch.record,
        ended: () => {
          watch.stop();
          interrupts.release();
          return interrupts.seen();
        },
      };
    },
  };
}

/** Prints how a run ended. */
function tellEnd(
  { results, statement, outcome, interrupted, reports, contract }: FinishedRun,
  options: ReportingOptions,
  replay: Words,
): void {
  process.stdout.write(
    options.json
      ? eventLine(
          endEvent(
            { ...outcome, ...(interrupted ? { interrupted } : {}) },
            outcome.exitCode,
            Object.fromEntries(reports),
          ),
        )
      : summarise({ ...results, results: shownHere(results.results, replay) }, outcome, {
          style: styleFor(process.stdout),
          reports,
          brief: loudnessOf(options) === 'quiet',
          silences: contract.silences.length,
          ...(process.stdout.isTTY === true ? { columns: process.stdout.columns } : {}),
        }),
  );
  tellPipeline(results, statement, { annotate: !options.json });
}

/** Ctrl-C: no more requests but those that put things back; a second one ends at once. */
function watchInterrupts(stop: () => void): { seen(): boolean; release(): void } {
  let seen = false;
  const onSignal = (): void => {
    if (seen) process.exit(ABORTED);
    seen = true;
    stop();
    process.stderr.write(
      '\nStopping: what was changed is put back, then the report is written. Interrupt again to end at once.\n',
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    seen: () => seen,
    release: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
