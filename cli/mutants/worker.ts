/** A thread that hunts its share of the mutants on an emulator of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { catalogue, startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { profileFrom } from '../../target/index.ts';
import { type HuntingGround, hunt } from './hunt.ts';

/** What a worker is told. */
export interface WorkerInput {
  readonly faults: readonly string[];
  readonly seed: number;
  readonly depth: Depth;
  /** As in `HuntingGround`. */
  readonly wide: boolean;
}

/** The condition of 7.2 that only a burst of requests brings about. */
const RATE_LIMIT = 'rate-limited';

/** Enough for every check of 7.2 that presents a wrong login. */
const WRONG_LOGINS = 21;

const { faults, seed, depth, wide } = workerData as WorkerInput;
const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
const ground = await prepareGround(false);
/** Faults in the request limit need an emulator that has one, and leave to reach it; the others would only be held up by it. */
const limited = await prepareGround(true);
const known = new Map(catalogue(contract).map((fault) => [fault.id, fault]));
for (const id of faults) {
  const fault = known.get(id);
  if (fault === undefined) continue;
  parentPort?.postMessage(await hunt(fault.hint.topic === RATE_LIMIT ? limited : ground, fault));
}
await ground.emulator.close();
await limited.emulator.close();

async function prepareGround(rateLimit: boolean): Promise<HuntingGround> {
  const emulator = await startEmulator({ contract, logLimit: 0, ...(rateLimit ? {} : { rateLimit }) });
  const given = emulator.profile() as { legacy: object };
  // The accounts of the emulator are at nobody's cost.
  const legacy = { ...given.legacy, wrongLoginLimit: WRONG_LOGINS, provokeRateLimit: rateLimit };
  // What the emulator accepts shows at once.
  const limits = { settle: '200ms' };
  return { contract, emulator, profile: profileFrom({ ...given, legacy, limits }), seed, depth, wide };
}
