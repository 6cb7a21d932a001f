/** Kills the run once the results of another suite lie on the disk. */
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

const written = (): number =>
  readdirSync(process.env['DEADLY_FOLDER'] ?? '').filter((name) => /-result\.json$/.test(name)).length;

test('never ends', async () => {
  for (let looks = 0; looks < 200 && written() === 0; looks++) await pause(50);
  expect(written()).toBeGreaterThan(0);
  // They are written one after the other.
  for (let before = 0; before < written(); ) {
    before = written();
    await pause(500);
  }
  process.kill(process.pid, 'SIGKILL');
}, 20_000);
