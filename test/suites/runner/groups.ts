/** Engines of real runs with as many fixtures as a test wants, and groups of which a test sees when they are at work. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Emulator, startEmulator } from '../../../emulator/index.ts';
import { loadContract } from '../../../spec/load.ts';
import type { Effect } from '../../../spec/vocabulary.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import type { Engine } from '../../../suites/engine/execute.ts';
import { inconclusive, tryFor } from '../../../suites/engine/unavailable.ts';
import { engineOf } from '../../../suites/runner/engine.ts';
import type { FixtureNeed } from '../../../target/types.ts';

const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-runner-'));
let emulator: Emulator;

beforeAll(async () => {
  const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  emulator = await startEmulator({ contract, logLimit: 0 });
});

afterAll(async () => {
  await emulator.close();
  rmSync(runDirectory, { recursive: true, force: true });
});

interface Entry {
  readonly allow?: string;
}

interface EngineOptions {
  readonly only?: string[];
  /** So many fixtures of a kind may be used up. */
  readonly spare?: number;
  /** Nothing else may be changed. */
  readonly modest?: boolean;
}

/** The engine of a real run with one request at a time. */
export async function engine({ only = [], spare = 9, modest = false }: EngineOptions = {}): Promise<Engine> {
  const profile = emulator.profile() as { fixtures: Record<string, Entry[]> };
  const isSpare = ({ allow }: Entry): boolean => allow === 'destroy';
  const fixtures = Object.fromEntries(
    Object.entries(profile.fixtures).map(([kind, entries]) => [
      kind,
      [
        ...entries.filter((one) => !isSpare(one) && !(modest && one.allow === 'modify')),
        ...entries.filter(isSpare).slice(0, spare),
      ],
    ]),
  );
  return engineOf({
    profile: { data: { ...profile, fixtures, limits: { concurrency: 1, leaseWait: 0.05 } }, set: [] },
    runDirectory,
    seed: 1,
    depth: 'quick',
    only,
    replayCommand: 'replay',
  });
}

interface Doing {
  readonly effect?: Effect;
  readonly gate?: Promise<unknown>;
  /** What its checks lease first. */
  readonly need?: FixtureNeed;
}

/** A group of one check for each requirement; what it does is told to `log`, and it waits for `gate`. */
export function group(
  id: string,
  requirements: readonly string[],
  log: string[],
  { effect = 'observe', gate = Promise.resolve(), need }: Doing = {},
): CheckGroup {
  const check = (requirement: string): CheckGroup['checks'][number] => ({
    id: requirement,
    title: requirement,
    requirements: [requirement],
    effect,
    run: async (context) => {
      log.push(`${id} begins`);
      const missing = need === undefined ? undefined : (await tryFor(context.session.fixture(need))).missing;
      if (missing !== undefined) log.push(`${id} goes short`);
      await gate;
      context.record(requirement, missing === undefined ? { verdict: 'pass' } : inconclusive(missing), {
        label: 'made up',
      });
      log.push(`${id} ends`);
    },
  });
  const area = requirements[0]?.split('.')[0] ?? '';
  return { id, area, parallel: false, checks: requirements.map(check) };
}
