/** Runs check groups against a target: one group at a time: `Schedule` says when. */
import { UnsatisfiableSchemaError, UnsupportedSchemaError } from '../../generators/index.ts';
import type { Result } from '../../reports/model.ts';
import { withoutFolders } from '../../reports/visible.ts';
import { whyText } from '../../reports/why.ts';
import type { Contract, Depth, Exchange } from '../../spec/index.ts';
import type { Target } from '../../target/types.ts';
import { unshown, whyWithheld } from '../judges/index.ts';
import type { Allotment } from './allotment.ts';
import type { Check, CheckContext, CheckGroup, Evidence, Judgement } from './check.ts';
import { Ledger } from './ledger.ts';
import { applicability, runsAt } from './plan.ts';
import { type Relied, relying } from './relied.ts';
import { Session } from './session.ts';
import { inconclusive, Unavailable, unavailable } from './unavailable.ts';
import { asWire, type Sendable } from './wire.ts';

/** Everything that a run is a function of (design rule 7). */
export interface Engine {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  readonly depth: Depth;
  /** Overrides the depth's number of random cases per property. */
  readonly runs?: number;
  /** Narrows a run to some requirements; a check runs when it has at least one of them. */
  readonly only?: (requirement: string) => boolean;
  /** Deals out the fixtures among the groups, so that a run does not depend on timing. */
  readonly allot?: (group: CheckGroup) => Allotment;
  /** How many times more a failed requirement is asked, when all else is done; when left out once, of a target that was seen to be restless. */
  readonly repeatFailures?: number;
  /** True where that is what is done. */
  readonly again?: boolean;
  /** Told of each group, or part of one, when it begins. */
  readonly onGroup?: (name: string) => void;
  /** Their names in the order in which they began in the run that is judged again; the others come after them. */
  readonly order?: readonly string[];
  /** Told of each judged case, with the operation that its exchange was about. */
  readonly onCase?: (requirement: string, judgement: Judgement, evidence: Evidence, operation?: string) => void;
  /** Told, before a check runs, where will stand what it relies on. */
  readonly onCheck?: (check: string, relied: Relied) => void;
  /** How the user repeats one check. */
  readonly replay: (check: string) => string;
  /** False for what the run's budget does not suffice for: nothing is sent for it, and it stays open. */
  readonly affords?: (requirement: string) => boolean;
  /** Asked before each request of a check; once true, or the budget is spent, nothing is sent but what restores. */
  readonly stopped?: () => boolean | 'budget';
}

/** Results by check id, as promises: whoever waits for a check gets its results as soon as it is done. */
export interface GroupRun {
  readonly group: CheckGroup;
  readonly results: ReadonlyMap<string, Promise<readonly Result[]>>;
  /** Resolves when every check is done and what was changed is restored. Never rejects. */
  readonly done: Promise<void>;
}

/**
 * Starts a group; the session is closed at the end. Checks run one after the other, unless the group is parallel; those of a strand
 * wait for each other, and for what stands before the strands.
 */
export function startGroup(engine: Engine, group: CheckGroup): GroupRun {
  const session = new Session(engine, group);
  const checks = group.checks.filter((check) => engine.only === undefined || check.requirements.some(engine.only));
  const results = new Map<string, Promise<readonly Result[]>>();
  let common: Promise<unknown> = Promise.resolve();
  const strands = new Map<string, Promise<unknown>>();
  for (const check of checks) {
    const { strand } = check;
    const before = strand === undefined ? Promise.all([common, ...strands.values()]) : (strands.get(strand) ?? common);
    const run = group.parallel
      ? runCheck(engine, group, session, check)
      : before.then(() => runCheck(engine, group, session, check));
    results.set(check.id, run);
    if (strand !== undefined) strands.set(strand, run);
    else {
      common = run;
      strands.clear();
    }
  }
  const done = Promise.all(results.values()).then(() => session.close());
  return { group, results, done };
}

async function runCheck(engine: Engine, group: CheckGroup, session: Session, check: Check): Promise<readonly Result[]> {
  const relied: Relied = { silences: new Set(), areas: new Set(), shared: new Set() };
  const replay = engine.replay(check.id);
  const ledgers = new Map(
    check.requirements.map((id) => [
      id,
      new Ledger({
        requirement: engine.contract.requirement(id),
        check: check.id,
        effect: check.effect,
        replay,
        relied: relied.silences,
      }),
    ]),
  );
  const blocked = applicability(engine.target.facts, group.area, check.effect);
  if (blocked !== undefined) {
    const reason = whyText(blocked.why);
    return [...ledgers.values()].map((ledger) => ({
      ...ledger.result(),
      verdict: 'not-applicable' as const,
      ...blocked,
      reason,
    }));
  }
  const stopped = engine.stopped?.() ?? false;
  if (stopped !== false) {
    recordAll(ledgers, leftBy(stopped, 'before'));
    return [...ledgers.values()].map((ledger) => ledger.result());
  }
  const unpaid = new Map([...ledgers].filter(([id]) => engine.affords?.(id) === false));
  recordAll(unpaid, UNPAID);
  if (unpaid.size === ledgers.size) return [...ledgers.values()].map((ledger) => ledger.result());
  engine.onCheck?.(check.id, relied);
  try {
    await relying(relied, () => check.run(contextOf(engine, session, check, ledgers)));
  } catch (error) {
    if (error instanceof Stopped) {
      recordAll(ledgers, leftBy(error.by, 'during'));
      return [...ledgers.values()].map((ledger) => ledger.result());
    }
    if (error instanceof Unavailable) {
      leaveOpen(ledgers, error);
      return [...ledgers.values()].map((ledger) => ledger.result());
    }
    if (error instanceof UnsatisfiableSchemaError || error instanceof UnsupportedSchemaError) {
      const operation = group.operation ?? group.id;
      recordAll(ledgers, inconclusive(unavailable({ what: 'request', operation, fault: error.message })));
      return [...ledgers.values()].map((ledger) => ledger.result());
    }
    // A fault of ours must show as broken, not take the run down; what was judged before it stands.
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const said = engine.target.redactor.redact(withoutFolders(fault));
    recordAll(ledgers, { verdict: 'broken', cause: 'suite', reason: { what: 'failed', part: 'suite', said } });
  }
  return [...ledgers.values()].map((ledger) => ledger.result());
}

/** Nothing is judged of what may be gone: an earlier run, or somebody else, may have used it up. */
const MISSING = unshown('no-fixture', { what: 'open', but: 'perhaps-absent' });

/** Ends a check whose run was stopped, or has spent its budget. */
class Stopped extends Error {
  readonly by: true | 'budget';

  constructor(by: true | 'budget') {
    super();
    this.by = by;
  }
}

/** What a run leaves open that is not for these checks. */
const UNPAID = unshown('budget', { what: 'open', but: 'unaffordable' });

function leftBy(by: true | 'budget', when: 'before' | 'during'): Judgement {
  return by === true
    ? unshown('interrupted', { what: 'stopped', by: 'user', when })
    : unshown('budget', { what: 'stopped', by, when });
}

function recordAll(ledgers: ReadonlyMap<string, Ledger>, judgement: Judgement): void {
  for (const ledger of ledgers.values()) ledger.add(judgement, { label: 'the check as a whole' });
}

/** What was judged before stands; about the rest nothing can be known. */
function leaveOpen(ledgers: ReadonlyMap<string, Ledger>, missing: Unavailable): void {
  const { exchange } = missing;
  for (const ledger of ledgers.values()) {
    if (ledger.judged) continue;
    ledger.add(inconclusive(missing), { label: 'positive control', exchange });
  }
}

function contextOf(engine: Engine, session: Session, check: Check, ledgers: ReadonlyMap<string, Ledger>): CheckContext {
  // A part of a check may find out something about all of it: the other parts find it out for theirs.
  const ledger = (requirement: string): Ledger | undefined => {
    const found = ledgers.get(requirement);
    if (found === undefined && check.whole?.includes(requirement) !== true)
      throw new Error(`The check ${check.id} does not declare the requirement ${requirement}.`);
    return found;
  };
  return {
    contract: engine.contract,
    target: engine.target.facts,
    seed: engine.seed,
    depth: engine.depth,
    runs: engine.runs ?? runsAt(engine.depth),
    session,
    wants: (requirement) =>
      ledgers.has(requirement) && engine.only?.(requirement) !== false && engine.affords?.(requirement) !== false,
    send: (sendable: Sendable): Promise<Exchange> => {
      const stopped = engine.stopped?.() ?? false;
      if (stopped !== false) throw new Stopped(stopped);
      const request = asWire(sendable, session);
      const withheld = session.traces.withheld(request);
      return withheld === undefined ? session.ask({ ...request, check: check.id }) : Promise.resolve(withheld);
    },
    record: (requirement: string, judgement: Judgement, evidence: Evidence) => {
      const why = whyWithheld(evidence.exchange);
      if (why !== undefined) {
        ledger(requirement)?.withheld(why);
        return;
      }
      // What was seen of the entity afterwards says that it is there, whatever a path that named it wrongly was answered with.
      const isSure = evidence.evenAbsent === true || evidence.seen?.exchange.response?.status === 200;
      const missing = judgement.verdict === 'fail' && !isSure && session.chronicle.isMissing(evidence.exchange);
      const judged = missing ? MISSING : judgement;
      ledger(requirement)?.add(judged, evidence);
      const call = evidence.exchange === undefined ? undefined : session.chronicle.callOf(evidence.exchange);
      engine.onCase?.(requirement, judged, evidence, call?.operation.id);
    },
    unsent: (requirement: string) => ledger(requirement)?.unsent(),
    observe: (requirement, observation) => ledger(requirement)?.observe(observation),
    attach: (requirement, attachment) => ledger(requirement)?.attach(attachment),
  };
}
