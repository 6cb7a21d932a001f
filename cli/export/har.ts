/** `certconform export har DIR`: the exchanges of a run for other tools. */
import { resolve } from 'node:path';
import { harOf } from '../../reports/har.ts';
import { writeOutput } from '../output.ts';
import { packageFacts } from '../package.ts';
import { tapeIn } from '../tape.ts';

export interface HarOptions {
  readonly out?: string;
  readonly force: boolean;
}

/** Writes the exchanges of a run's tape, in the order in which they began. Returns 0. */
export async function harCommand(path: string, options: HarOptions): Promise<number> {
  const { exchanges } = tapeIn(path);
  const named = exchanges.flatMap(({ check, exchange }) => (exchange === undefined ? [] : [{ check, exchange }]));
  const text = `${JSON.stringify(harOf(named, packageFacts()))}\n`;
  const file = writeOutput(options.out ?? `${resolve(path)}.har`, text, { force: options.force });
  process.stdout.write(`${named.length} exchanges  ${file}\n`);
  return 0;
}
