/** The thread of a run's checks, seen from outside: begun before it is known what is to be judged, as loading them takes longest of all. */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RunInput } from '../../suites/runner/input.ts';
import { tellTests } from '../../suites/runner/told.ts';
import { codeEnding } from '../package.ts';
import { thriftyThreads } from '../thrift.ts';
import type { ToThread } from './thread.ts';

/** A thread that can run the checks. `close` must be called, whatever came of it. */
export interface EngineThread {
  /** Says of which profile the run will be, so that what follows from it alone is known when it begins. */
  prepare(profile: RunInput['profile']): void;
  /** Runs all checks; their results are in the results file. @throws what kept them from running, such as want of memory. */
  run(input: RunInput): Promise<void>;
  close(): Promise<void>;
}

/** Begins to load all that checks need. */
export function beginEngine(): EngineThread {
  thriftyThreads();
  // What strips types is large, and kept results make it needless: but only where the thread knows of them from its first module on.
  const kept = getCompileCacheDir();
  const env = kept === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(kept) };
  const thread = new Worker(new URL(`./thread.${codeEnding}`, import.meta.url), { env });
  const done = Promise.withResolvers<void>();
  // Until somebody waits for it.
  done.promise.catch(() => undefined);
  const ended = new Promise<unknown>((resolve) => thread.once('exit', resolve));
  let runs = false;
  thread.once('message', () => done.resolve());
  thread.once('error', done.reject);
  thread.once('exit', (code) => done.reject(new Error(`The thread of the checks ended with code ${code}.`)));
  const tell = (told: ToThread): void => thread.postMessage(told);
  return {
    prepare: (profile) => tell({ profile }),
    run: (input) => {
      runs = true;
      tell({ run: input });
      return done.promise.catch((error: unknown) => {
        // A thread that dies tells nobody.
        tellTests(input.runDirectory).tell({ ended: true });
        throw error;
      });
    },
    close: async () => {
      if (!runs) return void (await thread.terminate());
      tell('close');
      await ended;
    },
  };
}
