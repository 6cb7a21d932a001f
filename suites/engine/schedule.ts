/** Which check groups are at work, in a run as in a rehearsal, a replay or a hunt: several at a time, across the borders of areas. */
import type { Result } from '../../reports/model.ts';
import { verdictOf } from '../../reports/outcome.ts';
import { type BearsOut, failsAgain, failsAlike, stillFailing, weighed } from '../../reports/unsteady.ts';
import { Capacity } from './allotment.ts';
import type { CheckGroup } from './check.ts';
import { Chronicle } from './chronicle.ts';
import { type Engine, startGroup } from './execute.ts';
import { partsOf } from './parts.ts';
import { chainOf } from './worth.ts';

/** Groups at work for each request that may be in flight: some always wait for a fixture, or for a change to show. */
const GROUPS_PER_REQUEST = 2;

/** Checks in a row whose failures a further time has borne out; after so many the others are believed. */
const BORNE_OUT = 20;

/** A group of the run, or a part of one, and what becomes of it. */
interface Scheduled {
  /** Its group's id, and which part of it it is. */
  readonly name: string;
  readonly group: CheckGroup;
  readonly chain: number;
  readonly engine: Engine;
  /** Groups that come before this one whatever happens. */
  readonly earlier: readonly Scheduled[];
  readonly results: PromiseWithResolvers<ReadonlyMap<string, Promise<readonly Result[]>>>;
  readonly done: PromiseWithResolvers<void>;
  state: 'waiting' | 'at work' | 'done';
}

/**
 * Starts the groups of all areas by itself, the longest first, as one area alone would leave the target idle whenever its
 * last checks wait for something.
 */
export class Schedule {
  readonly #engine: Engine;
  readonly #onResult: (result: Result) => void;
  readonly #limit: number;
  readonly #groups: readonly CheckGroup[];
  readonly #entries: readonly Scheduled[];
  readonly #capacity: Capacity;
  /** What is looked at once more when all groups are done, one after the other. */
  #repeats: Promise<unknown> | undefined;
  /** How many checks have failed again, one after the other, up to now. */
  #borneOut = 0;
  readonly #queue: Scheduled[];
  #atWork = 0;

  /**
   * @param onResult gets each wanted result once, as soon as it is known. What it throws is what waiters get.
   * @param engineFor gives a group an engine of its own, such as one whose target keeps a record.
   */
  constructor(
    engine: Engine,
    groups: readonly CheckGroup[],
    onResult: (result: Result) => void,
    engineFor: (group: CheckGroup) => Engine = () => engine,
  ) {
    this.#engine = engine;
    this.#onResult = onResult;
    this.#capacity = new Capacity(engine);
    this.#limit = GROUPS_PER_REQUEST * Math.max(1, engine.target.facts.concurrency);
    const wanted = groups.filter(({ checks }) => checks.some(({ requirements }) => requirements.some(this.wants)));
    this.#groups = wanted;
    const isWanted = ({ checks }: CheckGroup): boolean =>
      checks.some(({ requirements }) => requirements.some(this.wants));
    const parts = wanted.flatMap((group) => partsOf(engine, group)).filter(isWanted);
    this.#entries = entriesOf(engine, parts, engineFor);
    this.#queue = inOrder(engine.order, this.#entries);
  }

  /** True for a requirement that the run is about. */
  readonly wants = (requirement: string): boolean => this.#engine.only === undefined || this.#engine.only(requirement);

  /** Begins, and returns the groups of the run. */
  begin(): readonly CheckGroup[] {
    this.#fill();
    return this.#groups;
  }

  /** Resolves when all groups are done. Rejects with what a group, or what is told of a result, has thrown. */
  async all(): Promise<void> {
    this.begin();
    await Promise.all(this.#entries.map(({ done }) => done.promise));
    for (const { results } of this.#entries) await Promise.all((await results.promise).values());
  }

  /** The result of one check for one requirement. */
  async result(group: CheckGroup, check: string, requirement: string): Promise<Result> {
    for (const entry of this.#entriesOf(group)) {
      const own = entry.group.checks.find(({ id }) => id === check);
      if (own?.requirements.includes(requirement) !== true) continue;
      const results = await (await entry.results.promise).get(check);
      const result = results?.find((candidate) => candidate.requirement === requirement);
      if (result !== undefined) return result;
    }
    throw new Error(`The check ${check} gave no result for ${requirement}.`);
  }

  /** Resolves when all checks of a group are done and what they changed is restored. */
  done(group: CheckGroup): Promise<void> {
    return Promise.all(this.#entriesOf(group).map(({ done }) => done.promise)).then(() => undefined);
  }

  #entriesOf({ id }: CheckGroup): readonly Scheduled[] {
    const entries = this.#entries.filter(({ group }) => group.id === id);
    if (entries.length === 0) throw new Error(`There is no group ${id} in this run.`);
    return entries;
  }

  #fill(): void {
    while (this.#atWork < this.#limit) {
      const atWork = this.#entries.filter(({ state }) => state === 'at work').map(({ group }) => group);
      const index = this.#queue.findIndex(
        ({ group, earlier }) => earlier.every(({ state }) => state === 'done') && this.#capacity.admits(group, atWork),
      );
      const [entry] = index < 0 ? [] : this.#queue.splice(index, 1);
      if (entry === undefined) return;
      this.#start(entry);
    }
  }

  #start(entry: Scheduled): void {
    entry.state = 'at work';
    this.#atWork += 1;
    this.#engine.onGroup?.(entry.name);
    const run = startGroup(entry.engine, entry.group);
    const told = [...run.results].map(
      ([check, results]) => [check, results.then((all) => this.#settled(entry, check, all)).then(this.#tell)] as const,
    );
    // Whoever waits for a result hears of its failure; nobody may be waiting yet.
    for (const [, results] of told) results.catch(() => undefined);
    entry.results.resolve(new Map(told));
    const end = (): void => {
      entry.state = 'done';
      this.#atWork -= 1;
      entry.done.resolve();
      this.#fill();
    };
    // A group that broke has told so by its results; the others go on.
    run.done.then(end, end);
  }

  /**
   * The results of a check; where others used what it needed, those of a second time when nobody else is at work. Then, too,
   * is asked again what failed, as often as the run is to; where it does not say, once, and of a restless target alone. Of one that
   * fails again each time only the first ones are.
   */
  async #settled(entry: Scheduled, check: string, results: readonly Result[]): Promise<readonly Result[]> {
    const short = results.filter(wentShort);
    const again = new Map((await this.#later(entry, check, short)).map((result) => [result.requirement, result]));
    const settled = results.map((result) => again.get(result.requirement) ?? result);
    const times: Result[] = [];
    let failing: readonly Result[] = settled.filter(
      (result) => verdictOf(result) === 'fail' && this.wants(result.requirement),
    );
    for (let left = this.#engine.repeatFailures ?? 1; left > 0 && failing.length > 0; left--) {
      const time = await this.#later(entry, check, failing);
      times.push(...time);
      failing = stillFailing(failing, time, this.#bearsOut());
    }
    const timesOf = Map.groupBy(times, ({ requirement }) => requirement);
    return settled.map((result) => weighed(result, timesOf.get(result.requirement) ?? [], this.#bearsOut()));
  }

  /** The requirements of these results once more, on fixtures taken anew, when all groups and what waits before are done. */
  async #later(entry: Scheduled, check: string, results: readonly Result[]): Promise<readonly Result[]> {
    if (results.length === 0) return [];
    const wanted = new Set(results.map(({ requirement }) => requirement));
    const { target } = this.#engine;
    this.#repeats ??= Promise.all(this.#entries.map(({ done }) => done.promise)).then(() =>
      target.pause(target.facts.settleMs, entry.name),
    );
    const failed = results.filter((result) => verdictOf(result) === 'fail');
    const repeated = this.#repeats.then(async () => {
      if (failed.length > 0 && !this.#pays()) return [];
      const time = await this.#repeat(entry, check, wanted);
      if (failed.length > 0)
        this.#borneOut = stillFailing(failed, time, this.#bearsOut()).length < failed.length ? 0 : this.#borneOut + 1;
      return time;
    });
    this.#repeats = repeated;
    return repeated;
  }

  #bearsOut(): BearsOut {
    const { contract, target } = this.#engine;
    return Chronicle.of(contract, target).unrest.has('moving') ? failsAlike : failsAgain;
  }

  /** False where what fails would fail again. */
  #pays(): boolean {
    const { contract, target, repeatFailures } = this.#engine;
    const mayDiffer = repeatFailures !== undefined || Chronicle.of(contract, target).unrest.size > 0;
    return mayDiffer && this.#borneOut < BORNE_OUT;
  }

  async #repeat({ engine, group }: Scheduled, check: string, wanted: ReadonlySet<string>): Promise<readonly Result[]> {
    if ((this.#engine.stopped?.() ?? false) !== false) return [];
    const only = (requirement: string): boolean => wanted.has(requirement) && this.wants(requirement);
    const checks = group.checks.filter(({ id }) => id === check);
    const run = startGroup({ ...engine, only, again: true }, { ...group, checks });
    await run.done;
    const results = (await run.results.get(check)) ?? [];
    return results.filter(({ requirement }) => only(requirement));
  }

  readonly #tell = (results: readonly Result[]): readonly Result[] => {
    const wanted = results.filter(({ requirement }) => this.wants(requirement));
    for (const result of wanted) this.#onResult(result);
    return wanted;
  };
}

/** Runs groups to their end and hands each wanted result to `onResult` as it comes. */
export function runGroups(...of: ConstructorParameters<typeof Schedule>): Promise<void> {
  return new Schedule(...of).all();
}

/** True for a result that shows nothing because other groups used the fixtures. */
function wentShort({ verdict, why }: Result): boolean {
  return verdict === 'inconclusive' && why?.what === 'fixture' && why.state.is === 'busy';
}

/**
 * The groups in the order to start them, the longest first; those that use up what others may want come after all that do not.
 */
function entriesOf(
  engine: Engine,
  groups: readonly CheckGroup[],
  engineFor: (group: CheckGroup) => Engine,
): Scheduled[] {
  const entries: Scheduled[] = [];
  const takes = new Map(groups.map((group) => [group, Number(usesUp(group) && !hasOwn(engine, group))]));
  for (const group of groups.toSorted(
    (a, b) => spoils(a) - spoils(b) || (takes.get(a) ?? 0) - (takes.get(b) ?? 0) || chainOf(b) - chainOf(a),
  )) {
    // Where fixtures are few, what uses it up comes last.
    const last = usesUp(group) && isScarce(engine, group);
    entries.push({
      name: group.part === undefined ? group.id : `${group.id} ${group.part.place + 1}`,
      group,
      chain: chainOf(group),
      engine: engineFor(group),
      earlier: entries.filter(
        (entry) => group.after?.(entry.group) === true || (last && entry.group.area === group.area),
      ),
      results: Promise.withResolvers(),
      done: Promise.withResolvers(),
      state: 'waiting',
    });
  }
  return entries;
}

/** Which group begins when another ends depends on which ended first. Since one begins as soon as it can, the order alone says when. */
function inOrder(order: readonly string[] | undefined, entries: readonly Scheduled[]): Scheduled[] {
  if (order === undefined) return [...entries];
  const places = new Map(order.map((name, place) => [name, place]));
  const placeOf = ({ name }: Scheduled): number => places.get(name) ?? order.length;
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function spoils({ after }: CheckGroup): number {
  return after === undefined ? 0 : 1;
}

function usesUp({ checks }: CheckGroup): boolean {
  return checks.some(({ effect }) => effect === 'destroy');
}

/** True for a group that is dealt fixtures of its own to be used up, so that no other goes short for it. */
function hasOwn({ contract, target, allot }: Engine, group: CheckGroup): boolean {
  if (allot === undefined || group.operation === undefined) return false;
  const { entity: kind } = contract.operation(group.operation);
  if (kind === undefined) return false;
  const known = target.fixtures();
  const all = known.filter((fixture) => fixture.kind === kind && fixture.allow === 'destroy').length;
  const own = allot(group)({ kind, effect: 'destroy' }, known).size;
  return own > 0 && own < all;
}

/** Fewer than this many fixtures of a kind that may be used up do not serve all checks of an area at a time. */
const ENOUGH = 3;

/** True when a kind of the group's area has fixtures, but hardly any that may be used up. */
function isScarce({ contract, target }: Engine, group: CheckGroup): boolean {
  const kinds = new Set(contract.operations.filter(({ area }) => area === group.area).map(({ entity }) => entity));
  return [...kinds].some((kind) => {
    const fixtures = target.fixtures().filter((fixture) => fixture.kind === kind && fixture.allow === 'destroy');
    return fixtures.length > 0 && fixtures.length < ENOUGH;
  });
}
