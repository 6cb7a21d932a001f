/** Runs a command and turns faults of the user into one sentence and an exit code. */
// First: what it sets holds for all that is loaded after it.
import './thrift.ts';
import { program } from './program.ts';
import { report } from './user-error.ts';

/** Runs the command that the arguments name; the process's exit code is set, never an exception thrown. */
export async function start(argv: readonly string[]): Promise<void> {
  // Whoever reads our output may have had enough (`| head`): no fault, and nobody is left to be told.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? 0);
  });
  try {
    process.exitCode = await program(argv);
  } catch (error) {
    process.exitCode = report(error);
  }
}
