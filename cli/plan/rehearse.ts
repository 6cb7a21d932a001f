/**
 * Rehearses a run: the very checks of the suite, against a stand-in. So the plan needs no second account of what checks need,
 * which could be wrong. What the stand-in answered is no news of the target, so only what the profile settles is passed on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../reports/model.ts';
import type { Contract } from '../../spec/types.ts';
import type { Depth, Verdict } from '../../spec/vocabulary.ts';
import type { Why } from '../../spec/why.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { CheckGroup } from '../../suites/engine/check.ts';
import type { Engine } from '../../suites/engine/execute.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import type { Profile } from '../../target/index.ts';
import type { Plan, PlannedCheck, PlannedGroup, PlannedLease, PlannedRequirement } from './model.ts';
import { type Asked, recording } from './recorder.ts';
import { type StandIn, standInFor } from './stand-in.ts';

export interface RehearsalOptions {
  readonly seed: number;
  readonly depth: Depth;
  readonly only?: readonly string[];
}

/** Plans a run on a target without sending anything to it: what a server would let the suite show that answers as the contract says. */
export async function rehearse(profile: Profile, contract: Contract, options: RehearsalOptions): Promise<Plan> {
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-plan-'));
  const standIn = await standInFor(profile, contract);
  try {
    const engine = await engineOf({
      profile: { data: standIn.profile, set: [] },
      runDirectory,
      seed: options.seed,
      depth: options.depth,
      only: options.only ?? [],
      replayCommand: '',
    });
    try {
      const groups = await rehearseGroups(engine, profile, standIn);
      return {
        target: {
          name: profile.name,
          urls: [profile.admin?.url, profile.legacy?.url].filter((url) => url !== undefined),
        },
        effect: profile.effect,
        dialect: {
          name: contract.dialect.name,
          claimed: contract.dialect.claimed,
          claimedSchemas: contract.dialect.claimedSchemas,
          notices: contract.dialect.notices,
        },
        seed: options.seed,
        depth: options.depth,
        groups,
      };
    } finally {
      await engine.target.close();
    }
  } finally {
    await standIn.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}

async function rehearseGroups(engine: Engine, profile: Profile, standIn: StandIn): Promise<PlannedGroup[]> {
  const groups = catalogue(engine.contract);
  const results: Result[] = [];
  const records = new Map<CheckGroup, Asked>();
  // Whether the target is on this machine decides how far some probes go; the stand-in always is.
  const facts = { ...engine.target.facts, loopback: profile.loopback };
  const noted = (part: CheckGroup): Engine => {
    const { target, record } = recording(engine.target, facts);
    records.set(part, record);
    return { ...engine, target };
  };
  await runGroups(engine, groups, (result) => results.push(result), noted);
  const byCheck = Map.groupBy(results, ({ check }) => check);
  const parts = Map.groupBy([...records], ([{ id }]) => id);
  return groups.flatMap((group) => {
    const own = parts.get(group.id);
    return own === undefined ? [] : [plannedGroup(group, own, byCheck, standIn)];
  });
}

/** What came of a group and its parts. */
function plannedGroup(
  group: CheckGroup,
  parts: readonly (readonly [CheckGroup, Asked])[],
  byCheck: ReadonlyMap<string, readonly Result[]>,
  standIn: StandIn,
): PlannedGroup {
  const record = together(parts.map(([, asked]) => asked));
  const checks = group.checks.flatMap(({ id, title, effect }): PlannedCheck[] => {
    const found = byCheck.get(id);
    if (found === undefined) return [];
    const requirements = found.map((result) => prospectOf({ result, standIn }));
    return [{ check: id, title, effect, requests: record.requests.get(id) ?? 0, requirements }];
  });
  const own = new Set(checks.map(({ check }) => check));
  const shared = [...record.requests].filter(([sender]) => !own.has(sender));
  return {
    group: group.id,
    area: group.area,
    checks,
    leases: leasesOf(record, standIn),
    chains: parts.map(([, { chain }]) => chain),
    sharedRequests: shared.reduce((sum, [, count]) => sum + count, 0),
  };
}

function together(parts: readonly Asked[]): Omit<Asked, 'chain'> {
  const requests = new Map<string, number>();
  for (const [sender, count] of parts.flatMap((part) => [...part.requests]))
    requests.set(sender, (requests.get(sender) ?? 0) + count);
  return { requests, leased: parts.flatMap(({ leased }) => leased) };
}

interface Rehearsed {
  readonly result: Result;
  readonly standIn: StandIn;
}

function prospectOf(rehearsed: Rehearsed): PlannedRequirement {
  const { requirement, verdict, reason, cause, why } = rehearsed.result;
  if (!UNJUDGED.has(verdict)) return { requirement, prospect: 'judged' };
  if (!isCertain(rehearsed)) return { requirement, prospect: 'unsure' };
  return {
    requirement,
    prospect: verdict === 'not-applicable' ? 'skipped' : 'open',
    ...(reason === undefined ? {} : { reason }),
    ...(cause === undefined ? {} : { cause }),
    ...(why === undefined ? {} : { why }),
  };
}

/** Verdicts that leave a requirement without judgement. */
const UNJUDGED: ReadonlySet<Verdict> = new Set(['inconclusive', 'not-applicable', 'broken']);

/** Reasons that rest on the profile, the command line and the dialect alone. */
const CERTAIN: ReadonlySet<Why['what'] | undefined> = new Set(['area', 'effect', 'setting', 'answer', 'way-back']);

/** True when the target's answers cannot change that the requirement is not judged. */
function isCertain({ result: { verdict, why }, standIn }: Rehearsed): boolean {
  if (verdict === 'not-applicable' || CERTAIN.has(why?.what)) return true;
  // The stand-in may have had fewer entities than the profile states, and shows its own in its list.
  return why?.what === 'fixture' && why.state.is !== 'shown' && !standIn.short.has(why.wanted.kind);
}

function leasesOf({ leased }: Pick<Asked, 'leased'>, standIn: StandIn): PlannedLease[] {
  const seen = new Map<string, PlannedLease>();
  for (const { need, fixture } of leased) {
    const { kind, ids } = standIn.original(fixture) ?? { kind: fixture.kind, ids: {} };
    seen.set(`${kind} ${JSON.stringify(ids)} ${need.effect}`, { kind, ids, effect: need.effect });
  }
  return [...seen.values()];
}
