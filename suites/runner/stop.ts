/** How the command line tells workers of any kind to stop: a file in the run's folder. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = (runDirectory: string): string => join(runDirectory, 'stop');

/** Asks all workers of a run to send no more but what restores. */
export function requestStop(runDirectory: string): void {
  writeFileSync(file(runDirectory), '', { mode: 0o600 });
}

/** Takes the request back, so that the next run may start. */
export function clearStop(runDirectory: string): void {
  rmSync(file(runDirectory), { force: true });
}

/** Looking costs more than a good part of the requests it is asked before, so it is done so often, in milliseconds. */
const LOOK_MS = 50;

/** What it returns is true once a stop was asked for; the answer may be a twentieth of a second old. */
export function stopWatch(runDirectory: string): () => boolean {
  let looked = Number.NEGATIVE_INFINITY;
  let requested = false;
  return () => {
    const now = performance.now();
    if (!requested && now - looked >= LOOK_MS) {
      looked = now;
      requested = existsSync(file(runDirectory));
    }
    return requested;
  };
}
