#!/usr/bin/env node
/** The command line: certconform. Composes the rooms and turns faults of the user into one sentence and an exit code. */
import { program } from './program.ts';
import { report } from './user-error.ts';

try {
  process.exitCode = await program(process.argv);
} catch (error) {
  process.exitCode = report(error);
}
