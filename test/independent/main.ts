/**
 * A server of the contract that knows nothing of the suite.
 *
 *   node test/independent/main.ts --reading A|B|C|M<number> [--port N] [--fault ID] [--list]
 *
 * Serves HTTP at the port and HTTPS at the next one (0: free ones) until it is stopped. Exits with 2 at a bad option.
 */
import { parseArgs } from 'node:util';
import { FAULTS, faultOf } from './faults/all.ts';
import { READINGS, readingOf } from './readings/all.ts';
import { start } from './start.ts';

const refuse = (why: string): never => {
  process.stderr.write(`${why}\n`);
  process.exit(2);
};

const { values } = parseArgs({
  options: {
    reading: { type: 'string', default: 'A' },
    port: { type: 'string', default: '0' },
    fault: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

if (values.list) {
  for (const { id, class: sort, standing, wrong } of FAULTS)
    process.stdout.write(`${id}\t${sort}\t${standing}\t${wrong}\n`);
} else {
  const { reading, port, fault } = values;
  const chosen =
    readingOf(reading) ??
    refuse(
      `There is no reading ${reading}; there are ${Object.keys(READINGS).join(', ')}, and M with a number by lot.`,
    );
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_534) refuse(`--port takes a number up to 65534, not ${port}.`);
  const planted =
    fault === undefined ? undefined : (faultOf(fault) ?? refuse(`There is no fault ${fault}; see --list.`));
  const server = await start(chosen, {
    port: Number(port),
    ...(planted ? { plant: planted.plant } : {}),
  });
  process.stdout.write(
    `${JSON.stringify({ reading, fault: fault ?? null, url: server.url, secureUrl: server.secureUrl })}\n`,
  );
}
