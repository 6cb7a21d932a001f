/** The emulator in a process of its own, for measurements. A number that it is told is the milliseconds that each answer takes from then on. */
import { startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';

const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
const emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false });
process.on('message', (message) => {
  if (typeof message === 'number') emulator.setLatency(message);
  else emulator.reset();
});
process.send?.(emulator.profile());
