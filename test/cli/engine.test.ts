/** The thread of the checks: what ends it is told to whoever waits for it, and nobody waits for ever. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginEngine, type EngineThread } from '../../cli/engine/index.ts';
import { startEmulator } from '../../emulator/index.ts';
import { awaitRun } from '../../suites/runner/told.ts';

let folder: string;
let engine: EngineThread;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'));
  engine = beginEngine();
});

afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const inputFor = (data: object, runDirectory: string) => ({
  profile: { data, set: [] },
  runDirectory,
  seed: 1,
  depth: 'quick' as const,
  only: ['notification'],
  replayCommand: '',
});

test('it judges what it is given', async () => {
  const emulator = await startEmulator();
  try {
    engine.prepare({ data: emulator.profile(), set: [] });
    await engine.run(inputFor(emulator.profile(), folder));
    expect(readFileSync(join(folder, 'results.ndjson'), 'utf8').split('\n').length).toBeGreaterThan(5);
  } finally {
    await emulator.close();
  }
});

test('where no results can be written it says so, and no test waits for them', async () => {
  const emulator = await startEmulator();
  try {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const tests = awaitRun(join(file, 'run'));
    await expect(engine.run(inputFor(emulator.profile(), join(file, 'run')))).rejects.toThrow(/ENOTDIR|EEXIST/);
    await expect(tests).rejects.toThrow('ended');
  } finally {
    await emulator.close();
  }
});

test('one that was never used ends at once', async () => {
  const other = beginEngine();
  await other.close();
  await expect(other.run(inputFor({}, folder))).rejects.toThrow('ended');
});
