/** Tells a fault of the user or the target (one clear sentence) from a fault of ours (with its stack). */
import { CommanderError } from 'commander';

/** A fault that the user can mend: the message says what, where and how. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** By name, as importing them would load all rooms before a word of help is printed. */
const USER_ERRORS: readonly string[] = ['UserError', 'ProfileError', 'DialectError', 'EmulatorError', 'NoRegularFile'];

/** Exit code of a run that could not take place. */
export const ABORTED = 2;

/** Prints what went wrong and returns the exit code. */
export function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : ABORTED;
  if (error instanceof Error && USER_ERRORS.includes(error.name)) {
    process.stderr.write(`certconform: ${error.message}\n`);
    return ABORTED;
  }
  process.stderr.write(
    `certconform: this is a fault of certconform itself.\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return ABORTED;
}
