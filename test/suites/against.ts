/** Runs check groups against a real emulator, without Vitest in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Emulator, type Fault, type OtherReading, startEmulator } from '../../emulator/index.ts';
import type { Result } from '../../reports/model.ts';
import type { DialectReference } from '../../spec/dialect.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { allotmentOf } from '../../suites/engine/allotment.ts';
import type { CheckGroup } from '../../suites/engine/check.ts';
import type { Engine } from '../../suites/engine/execute.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { retireGone } from '../../suites/presence/survey.ts';
import { contractFor } from '../../suites/runner/sources.ts';
import { createTarget, pending, profileFrom } from '../../target/index.ts';
import type { PendingEntry } from '../../target/journal.ts';
import { type Aim, proxyTo, type Rewrite } from './proxy.ts';

export interface Setup {
  /** What the emulator speaks. */
  readonly speaks?: 'default' | 'alternate' | DialectReference;
  /** What the profile says about it; by default the emulator's own claim. */
  readonly told?: unknown;
  /** Changes to the contract that the suite judges by. */
  readonly contract?: (contract: Contract) => Contract;
  /** Changes to the profile. */
  readonly profile?: (profile: Record<string, unknown>) => Record<string, unknown>;
  /** Switches of the emulator's handlers, by operation. */
  readonly switches?: readonly (readonly [operation: string, name: string])[];
  readonly faults?: readonly Fault[];
  /** Silences of which the emulator takes the other reading. */
  readonly otherwise?: readonly OtherReading[];
  readonly depth?: Depth;
  readonly runs?: number;
  readonly seed?: number;
  /** Everything is looked at first, as a run does. */
  readonly surveyed?: true;
  /** Changes answers on their way from the emulator to the suite. */
  readonly rewrite?: Rewrite;
  /** Turns requests on their way from the suite to the emulator. */
  readonly aim?: Aim;
  /** Each group is dealt fixtures of its own, as in a run. */
  readonly dealt?: true;
  /** Only these check ids run. */
  readonly checks?: readonly string[];
  /** Only these requirements are judged, by the checks that have one of them. */
  readonly only?: readonly string[];
}

export interface Outcome {
  readonly results: readonly Result[];
  readonly emulator: Emulator;
  /** The profile's fixtures before the run. */
  readonly fixtures: Readonly<
    Record<string, readonly { readonly ids: Record<string, unknown>; readonly allow: string }[]>
  >;
  readonly dumpBefore: unknown;
  readonly dumpAfter: unknown;
  readonly restoreFailures: readonly string[];
  /** What was changed, and is not known to be back. */
  readonly leftChanged: readonly PendingEntry[];
  result(requirement: string): Result;
  /** Requirements by verdict, failures told with what was seen. */
  failures(): string[];
}

const contracts = new Map<string, Promise<Contract>>();

/** Contracts are never changed, so the cases of a file share them, and all that is derived from them. */
function once(dialect: unknown, load: () => Promise<Contract>): Promise<Contract> {
  const key = JSON.stringify(dialect ?? null);
  const known = contracts.get(key) ?? load();
  contracts.set(key, known);
  return known;
}

/** A fault made of one switch of a handler. */
export function switched(operation: string, name: string): Fault {
  const change = { kind: 'switch', name } as const;
  return {
    id: `${operation}.${name}`,
    family: 'state',
    operation,
    breaks: name,
    hint: { operation, topic: 'state' },
    change,
  };
}

/** Starts an emulator, runs the groups that `groups` makes of the contract, and tells what came of it. */
export async function runAgainst(
  groups: (contract: Contract) => readonly CheckGroup[],
  setup: Setup = {},
): Promise<Outcome> {
  const { speaks: spoke = 'default' } = setup;
  const speaks = typeof spoke === 'string' ? { base: spoke, claimed: true } : spoke;
  const spoken = await once(speaks, () => loadContract({ validate: false, dialect: speaks }));
  const faults = [
    ...(setup.faults ?? []),
    ...(setup.switches ?? []).map(([operation, name]) => switched(operation, name)),
  ];
  const emulator = await startEmulator({
    contract: spoken,
    faults,
    now: 1_760_000_000_000,
    otherwise: setup.otherwise ?? [],
  });
  const { rewrite, aim } = setup;
  const proxied = rewrite !== undefined || aim !== undefined;
  const proxy = proxied ? await proxyTo(emulator.adminUrl, rewrite ?? (() => {}), aim) : undefined;
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-suites-'));
  try {
    const data: Record<string, unknown> = {
      ...emulator.profile(),
      ...('told' in setup ? { dialect: setup.told } : {}),
    };
    const own = (setup.profile?.(data) ?? data) as { readonly admin?: object };
    const aimed = proxy === undefined ? own : { ...own, admin: { ...own.admin, url: proxy.url } };
    const profile = profileFrom(aimed, { effects: 'destroy' });
    const known = await once(profile.dialect, () => contractFor(profile, false));
    const contract = setup.contract?.(known) ?? known;
    const target = await createTarget(profile, { runDirectory });
    const all = groups(contract);
    const engine: Engine = {
      contract,
      target,
      seed: setup.seed ?? 1,
      depth: setup.depth ?? 'quick',
      ...(setup.runs === undefined ? {} : { runs: setup.runs }),
      ...(setup.only === undefined ? {} : { only: (id: string) => setup.only?.includes(id) === true }),
      ...(setup.dealt === undefined ? {} : { allot: (group) => allotmentOf(contract, all, group) }),
      replay: (check) => `replay ${check}`,
    };
    const dumpBefore = emulator.dump();
    const results: Result[] = [];
    const chosen = all
      .map((group) => ({ ...group, checks: group.checks.filter(({ id }) => setup.checks?.includes(id) ?? true) }))
      .filter(({ checks }) => checks.length > 0);
    if (setup.surveyed) await retireGone(engine);
    await runGroups(engine, chosen, (result) => results.push(result));
    const restoreFailures = await target.close();
    const failing = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'broken');
    return {
      results,
      emulator,
      fixtures: structuredClone(data['fixtures']) as Outcome['fixtures'],
      dumpBefore,
      dumpAfter: emulator.dump(),
      restoreFailures,
      leftChanged: pending(runDirectory),
      result: (requirement) => {
        const found = results.find((candidate) => candidate.requirement === requirement);
        if (found === undefined) throw new Error(`There is no result for ${requirement}.`);
        return found;
      },
      failures: () =>
        failing.map(
          ({ requirement, reason, failure }) => `${requirement}: ${failure?.caseLabel ?? ''} ${reason ?? ''}`,
        ),
    };
  } finally {
    await proxy?.close();
    await emulator.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}
