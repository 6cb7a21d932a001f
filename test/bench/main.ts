/** `npm run bench`: what the suite costs. Figures are of this machine and this moment; compare ratios only. */
import { generatorThroughput } from './generators.ts';
import { suiteAgainstRaw } from './suite.ts';
import { costOfTape } from './tape.ts';

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
