/** Runs the legacy groups against a real emulator, without Vitest in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue, type EmulatorOptions, type LogEntry, startEmulator } from '../../../emulator/index.ts';
import type { Result } from '../../../reports/model.ts';
import { loadContract } from '../../../spec/load.ts';
import type { Effect } from '../../../spec/vocabulary.ts';
import type { Engine } from '../../../suites/engine/execute.ts';
import { runGroups } from '../../../suites/engine/schedule.ts';
import { legacyGroups } from '../../../suites/legacy/index.ts';
import { paceOf } from '../../../suites/legacy/pace.ts';
import { contractFor } from '../../../suites/runner/sources.ts';
import { createTarget, pending, profileFrom } from '../../../target/index.ts';

export interface Setup {
  /** What the emulator speaks; default `default`. */
  readonly speaks?: 'default' | 'alternate';
  /** What the profile says about its dialect; by default the emulator's own claim. */
  readonly told?: unknown;
  /** Members of `legacy` in the profile. */
  readonly legacy?: Readonly<Record<string, unknown>>;
  /** Changes the orders of the profile. */
  readonly orders?: (orders: readonly OrderEntry[]) => readonly OrderEntry[];
  readonly effects?: Effect;
  /** Ids of the emulator's faults. */
  readonly faults?: readonly string[];
  readonly rateLimit?: EmulatorOptions['rateLimit'];
  /** Silences that the emulator reads otherwise. */
  readonly otherwise?: readonly string[];
  /** Only these groups run. */
  readonly groups?: readonly string[];
  /** Only these requirements are wanted. */
  readonly only?: readonly string[];
}

export interface OrderEntry {
  readonly ids: { readonly orderNumber: string };
  readonly traits: Readonly<Record<string, string | number | boolean>>;
  readonly allow: Effect;
}

export interface Outcome {
  readonly results: readonly Result[];
  readonly log: readonly LogEntry[];
  /** Wrong passwords that the emulator counted for its real account. */
  readonly wrongPasswords: number;
  /** True when all orders are as they were before. */
  readonly restored: boolean;
  /** Entries of the journal that were left open. */
  readonly pending: number;
  result(requirement: string): Result;
  /** Requirement ids with one of these verdicts, in order, each once. */
  having(...verdicts: readonly Result['verdict'][]): string[];
}

interface Dump {
  readonly logins: readonly { readonly condition: string; readonly wrongPasswords: number }[];
  readonly orders: unknown;
}

/** Starts an emulator, runs the groups of the legacy actions, and tells what came of it. */
export async function runLegacy(setup: Setup = {}): Promise<Outcome> {
  const spoken = await loadContract({ validate: false, dialect: { base: setup.speaks ?? 'default', claimed: true } });
  const faults = (setup.faults ?? []).map((id) => {
    const found = catalogue(spoken).find((fault) => fault.id === id);
    if (found === undefined) throw new Error(`The emulator has no fault ${id}.`);
    return found;
  });
  const emulator = await startEmulator({
    contract: spoken,
    faults,
    rateLimit: setup.rateLimit ?? false,
    otherwise: setup.otherwise ?? [],
  });
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-legacy-'));
  try {
    const before = emulator.dump() as Dump;
    const profile = profileFrom(profileOf(emulator.profile(), setup), { set: [] });
    const contract = await contractFor(profile, false);
    const target = await createTarget(profile, { runDirectory, seed: 1, ...paceOf(contract) });
    const engine: Engine = {
      contract,
      target,
      seed: 1,
      depth: 'standard',
      ...(setup.only === undefined ? {} : { only: (id: string) => setup.only?.includes(id) === true }),
      replay: (check) => `replay ${check}`,
    };
    const results: Result[] = [];
    const groups = legacyGroups(contract).filter(({ id }) => setup.groups?.includes(id) ?? true);
    await runGroups(engine, groups, (result) => results.push(result));
    await target.close();
    const after = emulator.dump() as Dump;
    return {
      results,
      log: emulator.log,
      wrongPasswords: after.logins.find(({ condition }) => condition === 'good')?.wrongPasswords ?? Number.NaN,
      restored: JSON.stringify(before.orders) === JSON.stringify(after.orders),
      pending: pending(runDirectory).length,
      result: (requirement) => {
        const found = results.find((candidate) => candidate.requirement === requirement);
        if (found === undefined) throw new Error(`There is no result for ${requirement}.`);
        return found;
      },
      having: (...verdicts) => [
        ...new Set(results.filter(({ verdict }) => verdicts.includes(verdict)).map(({ requirement }) => requirement)),
      ],
    };
  } finally {
    await emulator.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}

function profileOf(data: Record<string, unknown>, setup: Setup): Record<string, unknown> {
  const fixtures = data['fixtures'] as { readonly order: readonly OrderEntry[] };
  return {
    ...data,
    ...('told' in setup ? { dialect: setup.told } : {}),
    ...(setup.effects === undefined ? {} : { effects: setup.effects }),
    legacy: { ...(data['legacy'] as object), ...setup.legacy },
    fixtures: { ...fixtures, order: setup.orders?.(fixtures.order) ?? fixtures.order },
  };
}
