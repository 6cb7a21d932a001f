/** The emulator in a process of its own, for measurements. */
import { startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';

const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
const emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false });
process.on('message', () => emulator.reset());
process.send?.(emulator.profile());
