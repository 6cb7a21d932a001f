/** Kills the run once the result of another test of the same file lies on the disk. */
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

const written = (): number =>
  readdirSync(process.env['DEADLY_FOLDER'] ?? '').filter((name) => /-result\.json$/.test(name)).length;

test('ends', () => {
  expect(written()).toBe(0);
});

test('never ends', async () => {
  for (let looks = 0; looks < 200 && written() === 0; looks++) await pause(50);
  expect(written()).toBeGreaterThan(0);
  process.kill(process.pid, 'SIGKILL');
}, 20_000);
