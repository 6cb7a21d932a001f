/** Tells a fault of the user or the target (one clear sentence) from a fault of ours (with its stack). */
import { CommanderError } from 'commander';
import { EmulatorError } from '../emulator/index.ts';
import { DialectError } from '../spec/dialect.ts';
import { ProfileError } from '../target/index.ts';

/** A fault that the user can mend: the message says what, where and how. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

const USER_ERRORS = [UserError, ProfileError, DialectError, EmulatorError] as const;

/** Exit code of a run that could not take place. */
export const ABORTED = 2;

/** Prints what went wrong and returns the exit code. */
export function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : ABORTED;
  if (USER_ERRORS.some((kind) => error instanceof kind)) {
    process.stderr.write(`certconform: ${(error as Error).message}\n`);
    return ABORTED;
  }
  process.stderr.write(
    `certconform: this is a fault of certconform itself.\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return ABORTED;
}
