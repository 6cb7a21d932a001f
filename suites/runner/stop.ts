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

/** True once a stop was asked for. */
export function stopRequested(runDirectory: string): boolean {
  return existsSync(file(runDirectory));
}
