/** The thread in which a run's checks are. It waits for its input with all that it needs loaded, and ends when it is told to. */
import { parentPort } from 'node:worker_threads';
import type { RunInput } from '../../suites/runner/input.ts';
import '../compiled.ts';

/** What the thread is told: of which profile it will be, what to judge, to end. It answers when all is judged and put back. */
export type ToThread = Pick<RunInput, 'profile'> | { readonly run: RunInput } | 'close';

// Not before: what is imported above is compiled before any of it runs.
const { runForTests } = await import('../../suites/runner/worker.ts');
const { groundsOf } = await import('../../suites/runner/engine.ts');

let grounds: ReturnType<typeof groundsOf> | undefined;
parentPort?.on('message', async (told: ToThread) => {
  // An end of its own accord: one that is forced keeps nothing of what was compiled.
  if (told === 'close') return process.exit();
  if ('profile' in told) {
    grounds = groundsOf(told);
    // What is wrong with the profile is said by whoever chose it.
    return grounds.catch(() => undefined);
  }
  await runForTests(told.run, await (grounds ?? groundsOf(told.run)));
  parentPort?.postMessage('done');
});
