/** The tape in a folder that the user names. */
import { resolve } from 'node:path';
import type { TapedRun } from '../suites/runner/tape.ts';
import { readTape, type Tape } from '../target/index.ts';
import { UserError } from './user-error.ts';

/** @throws UserError when there is none, or it cannot be read. */
export function tapeIn(path: string): Tape<TapedRun> {
  try {
    return readTape<TapedRun>(resolve(path));
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}
