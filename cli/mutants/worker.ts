/** A thread that hunts its share of the mutants on an emulator of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { catalogue, startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { profileFrom } from '../../target/index.ts';
import { hunt } from './hunt.ts';

/** What a worker is told. */
export interface WorkerInput {
  readonly faults: readonly string[];
  readonly seed: number;
  readonly depth: Depth;
}

const { faults, seed, depth } = workerData as WorkerInput;
const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
const emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false });
const profile = profileFrom(emulator.profile());
const known = new Map(catalogue(contract).map((fault) => [fault.id, fault]));
for (const id of faults) {
  const fault = known.get(id);
  if (fault === undefined) continue;
  parentPort?.postMessage(await hunt({ contract, emulator, profile, seed, depth }, fault));
}
await emulator.close();
