/** Rehearses a run: the very checks of the suite, against a stand-in. So the plan needs no second account of what checks need, which could be wrong. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../reports/model.ts';
import type { Contract } from '../../spec/types.ts';
import type { Depth, Effect, Verdict } from '../../spec/vocabulary.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { CheckGroup } from '../../suites/engine/check.ts';
import { type Engine, startGroup } from '../../suites/engine/execute.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import type { Profile } from '../../target/index.ts';
import type { Plan, PlannedCheck, PlannedGroup, PlannedLease, PlannedRequirement } from './model.ts';
import { type Asked, recording } from './recorder.ts';
import { remedyFor } from './remedy.ts';
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
      workers: 1,
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
  const planned: (PlannedGroup | undefined)[] = groups.map(() => undefined);
  const queue = [...groups.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, group] = next;
      planned[index] = await rehearseGroup(engine, profile, standIn, group);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return planned.filter((group) => group !== undefined).filter(({ checks }) => checks.length > 0);
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
        requirements: wanted.map((result) => prospectOf(result, check.effect, record, profile)),
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

function prospectOf(result: Result, effect: Effect, record: Asked, profile: Profile): PlannedRequirement {
  const { requirement, verdict, reason, cause } = result;
  if (!UNJUDGED.has(verdict)) return { requirement, prospect: 'judged' };
  const remedy = remedyFor({ result, effect, missed: record.missed, profile });
  return {
    requirement,
    prospect: verdict === 'not-applicable' ? 'skipped' : 'open',
    ...(reason === undefined ? {} : { reason }),
    ...(cause === undefined ? {} : { cause }),
    ...(remedy === undefined ? {} : { remedy }),
  };
}

/** Verdicts that leave a requirement without judgement. */
const UNJUDGED: ReadonlySet<Verdict> = new Set(['inconclusive', 'not-applicable', 'broken']);

function leasesOf({ leased }: Asked, standIn: StandIn): PlannedLease[] {
  const seen = new Map<string, PlannedLease>();
  for (const { need, fixture } of leased) {
    const { kind, ids } = standIn.original(fixture) ?? fixture;
    seen.set(`${kind} ${JSON.stringify(ids)} ${need.effect}`, { kind, ids, effect: need.effect });
  }
  return [...seen.values()];
}
