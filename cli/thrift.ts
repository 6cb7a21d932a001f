/**
 * Keeps a run small. Left alone, each thread lets garbage pile up in proportion to the machine's memory, while the suite needs
 * little; must be imported before anything else, as most garbage is made while the program itself is loaded.
 */
import { setFlagsFromString } from 'node:v8';

for (const flag of ['--heap-growing-percent=30', '--semi-space-growth-factor=1', '--min-semi-space-size=8'])
  setFlagsFromString(flag);

/** The same for threads that are started from now on; the last is a bound, in megabytes. */
export function thriftyThreads(): void {
  for (const flag of ['--min-semi-space-size=4', '--max-semi-space-size=4', '--max-old-space-size=512']) {
    setFlagsFromString(flag);
  }
}
