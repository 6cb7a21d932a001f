/** Tells a fault of the user or the target (one clear sentence) from a fault of ours (with its stack). */
import { CommanderError } from 'commander';
import { DialectError } from '../spec/dialect.ts';
import { ProfileError } from '../target/index.ts';

/** A fault that the user can mend: the message says what, where and how. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Exit code of a run that could not take place. */
export const ABORTED = 2;

/** Prints what went wrong and returns the exit code. */
export function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : ABORTED;
  if (error instanceof UserError || error instanceof ProfileError || error instanceof DialectError) {
    process.stderr.write(`certconform: ${error.message}\n`);
    return ABORTED;
  }
  process.stderr.write(
    `certconform: this is a fault of certconform itself.\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return ABORTED;
}
