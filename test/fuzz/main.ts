/** Asks the emulator nonsense: `npm run fuzz -- --count 1000000 --seed 1`. Exits with 1 when something must not be. */
import { parseArgs } from 'node:util';
import { fuzzEmulator } from './emulator.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  console.error('--count must be a whole number of at least 1, and --seed a whole number.');
  process.exit(2);
}

/** Bytes that the heap may have grown by, whatever the number of requests. */
const MOST_GROWN = 20e6;

for (const dialect of ['default', 'alternate'] as const) {
  const begun = performance.now();
  const { statuses, faults, grown, slowest } = await fuzzEmulator(dialect, Math.ceil(count / 2), seed);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `${dialect}: ${Math.ceil(count / 2)} requests in ${seconds} s, heap ${(grown / 1e6).toFixed(1)} MB more, slowest ${Math.round(slowest)} ms`,
  );
  console.log(
    `  ${Object.entries(statuses)
      .map(([status, number]) => `${status}: ${number}`)
      .join(', ')}`,
  );
  for (const fault of faults) console.log(`  MUST NOT BE: ${fault}`);
  if (faults.length > 0 || grown > MOST_GROWN) process.exitCode = 1;
}
