/** The thread that the embedded emulator lives in. */
import { parentPort, workerData } from 'node:worker_threads';
import { catalogue, type Fault, startEmulator } from '../../emulator/index.ts';
import type { BuiltInDialect } from '../../spec/dialect.ts';
import { loadContract } from '../../spec/load.ts';

/** What the thread is told. */
export interface ThreadInput {
  readonly dialect: BuiltInDialect;
  /** Ids of planted faults. */
  readonly faults: readonly string[];
}

/** What the thread says first, once it listens or cannot; it ends when it is told anything. */
export type FromThread = { readonly profile: object } | { readonly mistake: string };

const input = workerData as ThreadInput;
const contract = await loadContract({ dialect: { base: input.dialect, claimed: true }, validate: false });
const known = catalogue(contract);
const faults = input.faults.map((id) => known.find((fault) => fault.id === id) ?? id);
const unknown = faults.find((fault) => typeof fault === 'string');
if (unknown === undefined) {
  // Nobody asks this emulator for its log.
  const emulator = await startEmulator({ contract, faults: faults as Fault[], logLimit: 0 });
  say({ profile: emulator.profile() });
  parentPort?.once('message', () => void emulator.close());
} else {
  say({ mistake: `The emulator has no fault "${unknown}"; see "certconform list faults".` });
  parentPort?.once('message', () => undefined);
}

function say(message: FromThread): void {
  parentPort?.postMessage(message);
}
