/** Kills the run once the results of another suite lie on the disk. */
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

const written = (): boolean =>
  readdirSync(process.env['DEADLY_FOLDER'] ?? '').some((name) => /-result\.json$/.test(name));

test('never ends', async () => {
  for (let looks = 0; looks < 200 && !written(); looks++) await pause(50);
  expect(written()).toBe(true);
  process.kill(process.pid, 'SIGKILL');
}, 20_000);
