/** What the thread that runs the suites keeps from one area to the next: the target with its connections, and the schedule. */
import type { RunFacts } from '../../reports/allure/index.ts';
import { ResultsWriter } from '../../reports/writer.ts';
import { recorded, recordedStop, TapeWriter } from '../../target/index.ts';
import { catalogue } from '../catalogue.ts';
import { Schedule } from '../engine/index.ts';
import { engineOf, presentFixtures } from './engine.ts';
import type { RunInput } from './input.ts';
import { tellSecrets, withPulse } from './threads.ts';

/** A run as its tests see it. */
interface WorkerRun {
  readonly schedule: Schedule;
  readonly facts: RunFacts;
  /** Writes what waits in memory. */
  readonly flush: () => void;
  /** Closes all connections. */
  readonly close: () => Promise<unknown>;
}

/** Runs all checks in this thread, without Vitest. Results are written to the results file as they come. */
export async function runHere(input: RunInput): Promise<void> {
  const { schedule, flush, close } = await start(input);
  try {
    await schedule.all();
  } finally {
    flush();
    await close();
  }
}

let cached: Promise<WorkerRun> | undefined;

/** The run of this thread; results are written to the results file as they come, whichever test is waiting. */
export function workerSchedule(input: RunInput): Promise<WorkerRun> {
  cached ??= start(input);
  return cached;
}

async function start(input: RunInput): Promise<WorkerRun> {
  const plain = await engineOf(input, tellSecrets());
  const tape = new TapeWriter(input.runDirectory);
  const felt = withPulse(plain.target);
  const onGroup = (group: string): void => tape.write({ type: 'group', group });
  const stopped = recordedStop(plain.stopped ?? (() => false), tape);
  const engine =
    input.taped === true ? { ...plain, target: recorded(felt, tape), onGroup, stopped } : { ...plain, target: felt };
  const writer = new ResultsWriter(input.runDirectory);
  const groups = catalogue(engine.contract);
  for (const sentence of await presentFixtures(engine, groups)) writer.notice('warning', sentence);
  return {
    schedule: new Schedule(engine, groups, (result) => writer.result(result)),
    facts: {
      routes: Object.fromEntries(engine.contract.operations.map(({ id, method, path }) => [id, `${method} ${path}`])),
    },
    flush: () => tape.flush(),
    close: () => engine.target.close(),
  };
}
