/** The thread that the embedded emulator lives in. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BuiltInDialect } from '../../spec/dialect.ts';
import '../compiled.ts';

// Not before: what is imported above is compiled before any of it runs.
const { EmulatorError, startEmulator } = await import('../../emulator/index.ts');

/** What the thread is told. */
export interface ThreadInput {
  readonly dialect: BuiltInDialect;
  /** Ids of planted faults. */
  readonly faults: readonly string[];
}

/** What the thread says first, once it listens or cannot; it ends when it is told anything. */
export type FromThread = { readonly profile: object } | { readonly mistake: string };

const { dialect, faults } = workerData as ThreadInput;
try {
  // Nobody asks this emulator for its log.
  const emulator = await startEmulator({ dialect, faults, logLimit: 0 });
  say({ profile: emulator.profile() });
  parentPort?.once('message', () => void emulator.close());
} catch (error) {
  if (!(error instanceof EmulatorError)) throw error;
  say({ mistake: error.message });
  parentPort?.once('message', () => undefined);
}

function say(message: FromThread): void {
  parentPort?.postMessage(message);
}
