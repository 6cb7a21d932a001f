/** Hunts one mutant: plants a fault in the emulator and sees which requirements of the suite notice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Emulator, Fault } from '../../emulator/index.ts';
import { verdictOf } from '../../reports/outcome.ts';
import type { FixtureKind } from '../../spec/kinds.ts';
import type { Contract, Requirement } from '../../spec/types.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { allotmentOf, drawsOn } from '../../suites/engine/allotment.ts';
import type { CheckGroup } from '../../suites/engine/check.ts';
import { isRead } from '../../suites/engine/routes.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { retireGone } from '../../suites/presence/survey.ts';
import { createTarget, type Profile } from '../../target/index.ts';

/** What became of a mutant. */
export interface Kill {
  readonly fault: string;
  readonly family: string;
  readonly breaks: string;
  /** Requirements that failed; none for a survivor. */
  readonly killers: readonly string[];
  /** Requirements that ended broken: the suite itself stumbled. */
  readonly broken: readonly string[];
  /** Requests until it was noticed, or all were sent. */
  readonly requests: number;
  readonly milliseconds: number;
}

/** Everything a hunt is a function of, besides the fault. */
export interface HuntingGround {
  readonly contract: Contract;
  readonly emulator: Emulator;
  readonly profile: Profile;
  readonly seed: number;
  readonly depth: Depth;
  /** Look for all killers among the requirements of the operation, and not for the nearest ones. */
  readonly wide?: boolean;
}

/** Where a fault may show: first the requirements that it is about, be it by their topic, then all of its operation, then all of its area. */
export async function hunt(ground: HuntingGround, fault: Fault): Promise<Kill> {
  const startedAt = performance.now();
  const broken = new Set<string>();
  let killers: string[] = [];
  let requests = 0;
  const [near, ...wider] = scopes(ground.contract, fault);
  for (const scope of near === undefined || ground.wide === true ? wider : [near, ...wider]) {
    if (scope.size === 0) continue;
    const found = await judge(ground, fault, scope);
    for (const id of found.broken) broken.add(id);
    requests += found.requests;
    killers = found.failed;
    if (killers.length > 0) break;
  }
  const { id, family, breaks } = fault;
  return {
    fault: id,
    family,
    breaks,
    killers,
    broken: [...broken],
    requests,
    milliseconds: Math.round(performance.now() - startedAt),
  };
}

/** Judges the requirements of a scope on a freshly reset emulator with the fault. */
async function judge(
  { contract, emulator, profile, seed, depth }: HuntingGround,
  fault: Fault,
  scope: ReadonlySet<string>,
): Promise<{ failed: string[]; broken: string[]; requests: number }> {
  emulator.reset();
  emulator.setFaults([fault]);
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-mutant-'));
  const target = await createTarget(profile, { runDirectory, seed });
  const failed: string[] = [];
  const broken: string[] = [];
  let requests = 0;
  const send = target.send.bind(target);
  target.send = (...sent) => {
    requests += 1;
    return send(...sent);
  };
  try {
    const all = groupsOf(contract);
    const groups = groupsFor(all, scope);
    const only = (id: string): boolean => scope.has(id);
    const draws = (kind: FixtureKind): boolean => groups.some((group) => drawsOn(contract, group, kind, 'observe'));
    // As a run begins with a look at all fixtures. Where a GET shows it, the first look of a check is as good.
    await retireGone({ contract, target, seed }, (kind) => !isRead(contract, kind) && draws(kind));
    await runGroups(
      {
        contract,
        target,
        seed,
        depth,
        only,
        allot: (group) => allotmentOf(contract, all, group),
        replay: (check) => check,
      },
      groups,
      (result) => {
        const verdict = verdictOf(result);
        const warned = verdict === 'warn' && fault.standing === 'debatable';
        if (verdict === 'fail' || warned) failed.push(result.requirement);
        if (result.verdict === 'broken') broken.push(`${result.requirement}: ${result.reason ?? ''}`);
      },
    );
  } finally {
    await target.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
  return { failed, broken, requests };
}

const catalogues = new WeakMap<Contract, CheckGroup[]>();

function groupsOf(contract: Contract): CheckGroup[] {
  const all = catalogues.get(contract) ?? catalogue(contract);
  catalogues.set(contract, all);
  return all;
}

function groupsFor(all: readonly CheckGroup[], scope: ReadonlySet<string>): CheckGroup[] {
  return all
    .map((group) => ({
      ...group,
      checks: group.checks.filter((check) => check.requirements.some((id) => scope.has(id))),
    }))
    .filter((group) => group.checks.length > 0);
}

/** Requirements among which a fault may show, those that are most likely to show it first; the first set may be empty. */
export function scopes(contract: Contract, fault: Fault): ReadonlySet<string>[] {
  const operation = contract.operation(fault.operation);
  const ids = (keep: (requirement: Requirement) => boolean): ReadonlySet<string> =>
    new Set(contract.requirements.filter(keep).map(({ id }) => id));
  return [
    ids((requirement) => isAbout(requirement, fault)),
    ids((requirement) => requirement.operation === operation.id),
    ids((requirement) => requirement.area === operation.area),
  ];
}

/** The topics of requirements that a fault's own topic is about, where no single constraint is broken. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  credential: ['credential'],
  absence: ['absence'],
  'absence-body': ['absence'],
  path: ['absence', 'parameter'],
  'success-status': ['success'],
  'success-body': ['success'],
  'success-content-type': ['success'],
  'success-header': ['success'],
  'success-schema': ['success'],
  body: ['body'],
  'bad-request': ['body', 'body-schema', 'parameter'],
  robustness: ['robustness'],
  'each-type': ['each-type'],
  declared: ['declared'],
  'other-customer': ['other-customer'],
  update: ['update'],
  creation: ['creation'],
  late: ['update', 'stays'],
  refusal: ['update', 'lifecycle'],
  deletion: ['lifecycle'],
  answers: ['success', 'answers'],
};

/** True when the requirement states the very constraint that the fault breaks, or is of the fault's topic. */
function isAbout(requirement: Requirement, { hint }: Fault): boolean {
  const { constraint } = requirement;
  if (requirement.operation !== hint.operation) return false;
  const topics = TOPICS[hint.topic];
  // What a well-formed id of nobody is answered is told of its form, too.
  if (hint.topic === 'absence' && requirement.id.startsWith(`${hint.operation}.path.`)) return true;
  if (topics !== undefined) return topics.includes(requirement.topic);
  if (constraint === undefined || hint.topic !== 'constraint') return false;
  return (
    (hint.keyword === undefined || constraint.keyword === hint.keyword) &&
    constraint.parameter === hint.parameter &&
    (hint.pointer === undefined || constraint.pointer === hint.pointer) &&
    (hint.direction === undefined || constraint.direction === hint.direction) &&
    (hint.value === undefined || constraint.value === hint.value)
  );
}
