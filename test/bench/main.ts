/**
 * `npm run bench`: what the suite costs; `-- --latency=0,50` only the runs on a far server, `-- --tape` only the tape, `-- --lengths`
 * writes how long checks are.
 * Figures are of this machine and this moment; compare ratios only.
 */
import { generatorThroughput } from './generators.ts';
import { runsFromAfar } from './latency.ts';
import { measureLengths } from './lengths.ts';
import { suiteAgainstRaw } from './suite.ts';
import { costOfTape } from './tape.ts';

if (process.argv.includes('--lengths')) {
  process.stdout.write(`${await measureLengths()}\n`);
  process.exit(0);
}
const [, wanted] = process.argv.find((one) => one.startsWith('--latency='))?.split('=') ?? [];
if (wanted !== undefined) {
  process.stdout.write(`${await runsFromAfar(wanted.split(',').map(Number))}\n`);
  process.exit(0);
}
if (process.argv.includes('--tape')) {
  process.stdout.write(`${await costOfTape()}\n`);
  process.exit(0);
}
process.stdout.write('A standard run on a server that is far away\n');
process.stdout.write(`${await runsFromAfar()}\n\n`);
process.stdout.write('A standard run, and its requests replayed raw by undici at the same concurrency\n');
process.stdout.write(`${await suiteAgainstRaw()}\n\n`);
process.stdout.write('The tape of a standard run: milliseconds on the wall and of the processor\n');
process.stdout.write(`${await costOfTape()}\n\n`);
process.stdout.write('Generators: valid values per second, for the ten largest schemas\n');
process.stdout.write(`${await generatorThroughput()}\n\n`);
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  `Peak memory of this process (suite and generators, without the emulator): ${Math.round(maxRSS / 1024)} MiB\n`,
);
