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
import { type Engine, startGroup } from '../../suites/engine/execute.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import { workInRoom } from '../../suites/runner/room.ts';
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
        dialect: { name: contract.dialect.name, claimed: contract.dialect.claimed },
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
  const planned = new Map<CheckGroup, PlannedGroup>();
  const rehearseOne = async (group: CheckGroup): Promise<void> => {
    planned.set(group, await rehearseGroup(engine, profile, standIn, group));
  };
  const last = groups.filter(({ after }) => after !== undefined);
  await workInRoom(
    engine,
    groups.filter((group) => !last.includes(group)),
    WORKERS,
    rehearseOne,
  );
  for (const group of last) await rehearseOne(group);
  return groups.flatMap((group) => planned.get(group) ?? []).filter(({ checks }) => checks.length > 0);
}

/** Groups at one time: enough to keep the stand-in busy. */
const WORKERS = 8;

async function rehearseGroup(
  engine: Engine,
  profile: Profile,
  standIn: StandIn,
  group: CheckGroup,
): Promise<PlannedGroup> {
  // Whether the target is on this machine decides how far some probes go; the stand-in always is.
  const { target, record } = recording(engine.target, { ...engine.target.facts, loopback: profile.loopback });
  const run = startGroup({ ...engine, target }, group);
  const results = new Map<string, readonly Result[]>();
  for (const [check, pending] of run.results) results.set(check, await pending);
  await run.done;
  const checks = group.checks.flatMap((check): PlannedCheck[] => {
    const found = results.get(check.id);
    if (found === undefined) return [];
    const wanted = found.filter(({ requirement }) => engine.only?.(requirement) ?? true);
    return [
      {
        check: check.id,
        title: check.title,
        effect: check.effect,
        requests: record.requests.get(check.id) ?? 0,
        requirements: wanted.map((result) => prospectOf({ result, standIn })),
      },
    ];
  });
  const own = new Set(checks.map(({ check }) => check));
  const shared = [...record.requests].filter(([sender]) => !own.has(sender));
  return {
    group: group.id,
    area: group.area,
    checks,
    leases: leasesOf(record, standIn),
    sharedRequests: shared.reduce((sum, [, count]) => sum + count, 0),
  };
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
  // The stand-in may have had fewer entities to lend than the profile lends, and shows its own in its list.
  return why?.what === 'fixture' && why.state.is !== 'shown' && !standIn.short.has(why.wanted.kind);
}

function leasesOf({ leased }: Asked, standIn: StandIn): PlannedLease[] {
  const seen = new Map<string, PlannedLease>();
  for (const { need, fixture } of leased) {
    const { kind, ids } = standIn.original(fixture) ?? { kind: fixture.kind, ids: {} };
    seen.set(`${kind} ${JSON.stringify(ids)} ${need.effect}`, { kind, ids, effect: need.effect });
  }
  return [...seen.values()];
}
