/**
 * `npm run bench`: what the suite costs; `-- --latency=0,50` only the runs on a far server, `-- --waiting` what they would take on an idle
 * machine, `-- --tape` only the tape, `-- --lengths` writes how long checks are.
 * Figures are of this machine and this moment; compare ratios only.
 */
import { loadContract } from '../../spec/load.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { spend } from '../../suites/engine/worth.ts';
import { wholeCommand } from './command.ts';
import { generatorThroughput } from './generators.ts';
import { runsByVirtualClock, runsFromAfar } from './latency.ts';
import { measureLengths } from './lengths.ts';
import { suiteAgainstRaw } from './suite.ts';
import { type Row, tableOf } from './table.ts';
import { costOfTape } from './tape.ts';

/** Milliseconds that an answer takes of a server that is far away. */
const FAR = 50;

if (process.argv.includes('--lengths')) {
  process.stdout.write(`${await measureLengths()}\n`);
  process.exit(0);
}
const [, wanted] = process.argv.find((one) => one.startsWith('--latency='))?.split('=') ?? [];
if (wanted !== undefined) {
  process.stdout.write(tableOf(await runsFromAfar(wanted.split(',').map(Number))));
  process.exit(0);
}
if (process.argv.includes('--waiting')) {
  process.stdout.write(tableOf(await runsByVirtualClock(FAR)));
  process.exit(0);
}
if (process.argv.includes('--tape')) {
  process.stdout.write(`${await costOfTape()}\n`);
  process.exit(0);
}
process.stdout.write('A standard run, the emulator in a process of its own\n');
const found = (requests: number): Row => [
  `planted faults found by ${requests} requests`,
  `${Math.round(100 * spend(groups, requests).finds)} %`,
];
const groups = catalogue(await loadContract({ dialect: { base: 'default', claimed: true }, validate: false }));
const rows = [
  ...(await wholeCommand()),
  ...(await suiteAgainstRaw()),
  ...(await runsFromAfar()),
  ...(await runsByVirtualClock(FAR)),
  found(1000),
  found(3000),
];
process.stdout.write(`${tableOf(rows)}\n`);
process.stdout.write('The tape of a standard run: milliseconds on the wall and of the processor\n');
process.stdout.write(`${await costOfTape()}\n\n`);
process.stdout.write('Generators: valid values per second, for the ten largest schemas\n');
process.stdout.write(`${await generatorThroughput()}\n\n`);
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  `Peak memory of this process (suite and generators, without the emulator): ${Math.round(maxRSS / 1024)} MiB\n`,
);
