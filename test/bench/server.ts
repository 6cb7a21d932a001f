/** The emulator in a process of its own, for measurements. A number that it is told is the milliseconds that each answer takes from then on; it tells when the first request came, in milliseconds since 1970. */
import { subscribe } from 'node:diagnostics_channel';
import { startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';

const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
const emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false });
process.on('message', (message) => {
  if (typeof message === 'number') emulator.setLatency(message);
  else emulator.reset();
});
process.send?.(emulator.profile());

let asked = false;
subscribe('http.server.request.start', () => {
  if (!asked) process.send?.(Date.now());
  asked = true;
});
