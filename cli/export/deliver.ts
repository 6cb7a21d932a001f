/** Where an exported text goes. */
import { writeOutput } from '../output.ts';

/** Options of every export that can go to the standard output. */
export interface Destination {
  readonly out?: string;
  readonly force: boolean;
}

/** Writes a text to the file of `--out`, and says where it lies, or to the standard output. @throws UserError as `writeOutput`. */
export function deliver(text: string, { out, force }: Destination): void {
  if (out === undefined) process.stdout.write(text);
  else process.stdout.write(`${writeOutput(out, text, { force })}\n`);
}
