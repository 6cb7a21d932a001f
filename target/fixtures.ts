/** The fixtures of a target, and who may use which at the moment. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EFFECTS, type Effect, permits } from '../spec/vocabulary.ts';
import type { FixtureState } from '../spec/why.ts';
import { Family } from './fixtures/family.ts';
import { FixtureLock } from './fixtures/lock.ts';
import { type Provisioner, provisionFixture } from './fixtures/provision.ts';
import { satisfies } from './fixtures/satisfies.ts';
import { stateOf, wantedBy } from './fixtures/shortage.ts';
import type { Fixture, FixtureNeed, Lease, Shortage } from './types.ts';

export interface PoolOptions {
  /** Where it stands what was provisioned. */
  readonly stateDirectory: string;
  /** The most that the run may do. */
  readonly effect: Effect;
  /** Longest wait for a busy fixture, in milliseconds. */
  readonly waitMs: number;
  readonly provisioner?: Provisioner | undefined;
}

interface Lockable {
  readonly fixture: Fixture;
  readonly key: string;
  readonly lock: FixtureLock;
}

export class FixturePool {
  readonly #options: PoolOptions;
  readonly #entries: Lockable[] = [];
  #fixtures: readonly Fixture[] = [];
  readonly #gone: Fixture[] = [];
  /** Which of them go with others. */
  readonly family = new Family();
  readonly #held = new Set<Lease>();
  readonly #provisioned = new Map<string, Fixture>();
  readonly #demand = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  constructor(fixtures: readonly Fixture[], options: PoolOptions) {
    this.#options = options;
    for (const fixture of fixtures) this.#add(fixture);
  }

  list(): readonly Fixture[] {
    return this.#fixtures;
  }

  /** Adds a fixture that was found on the target. It may only be observed: nobody gave leave for more. */
  learn(fixture: Omit<Fixture, 'allow'>): void {
    this.#add({ ...fixture, allow: 'observe', found: true });
  }

  /** Takes out a fixture that is not there. */
  retire(fixture: Fixture): void {
    const key = keyOf(fixture);
    this.#gone.push(...this.#fixtures.filter((one) => keyOf(one) === key));
    this.#fixtures = this.#fixtures.filter((one) => keyOf(one) !== key);
    for (const entry of this.#entries.splice(0).filter((one) => one.key !== key)) this.#entries.push(entry);
  }

  /** What was taken out. */
  gone(): readonly Fixture[] {
    return this.#gone;
  }

  /**
   * Hands out a fixture that meets the need, the one with the least permission first, in the order of the profile. Waits a
   * bounded time when all are merely busy. What lies below a fixture that is to be used up is held and used up with it, so
   * those with no fixtures below them come first.
   */
  async lease(need: FixtureNeed): Promise<Lease | Shortage> {
    if (!permits(this.#options.effect, need.effect)) {
      return { why: { what: 'effect', needed: need.effect, permitted: this.#options.effect, kind: need.kind } };
    }
    const demandKey = `${need.kind} ${need.effect} ${JSON.stringify(need.traits ?? {})}`;
    const demand = (this.#demand.get(demandKey) ?? 0) + 1;
    this.#demand.set(demandKey, demand);
    const waitMs = need.now === true ? 0 : this.#options.waitMs;
    const deadline = Date.now() + waitMs;
    let asked = false;
    const short = (state: FixtureState): Shortage => ({ why: { what: 'fixture', wanted: wantedBy(need), state } });
    for (;;) {
      const matching = this.#matching(need);
      const usable = matching.filter((entry) => !entry.lock.consumed);
      for (const entry of usable) {
        const lease = this.#tryLease(entry, need);
        if (lease !== undefined) return lease;
      }
      // A busy fixture is waited for, unless it will be used up.
      if (!asked && this.#options.provisioner !== undefined && (usable.length === 0 || need.effect === 'destroy')) {
        asked = true;
        const failure = await this.#provision(need);
        if (failure === undefined) continue;
        if (usable.length === 0 && failure !== '') return short({ is: 'unprovided', failure });
      }
      const ofKind = this.#entries.filter((entry) => entry.fixture.kind === need.kind).map((entry) => entry.fixture);
      const situation = {
        ofKind,
        matching: matching.map((entry) => entry.fixture),
        consumed: matching.length - usable.length,
        demand,
      };
      if (usable.length === 0) return short(stateOf(need, situation));
      if (Date.now() >= deadline) return short(stateOf(need, { ...situation, waited: waitMs }));
      await this.#nap(deadline - Date.now());
    }
  }

  /** Gives back all leases and takes away what was provisioned. Returns a sentence for each failure. */
  async close(): Promise<string[]> {
    for (const lease of [...this.#held]) await lease.release();
    const failures: string[] = [];
    for (const [key, fixture] of this.#provisioned) {
      const failure = await this.#takeAway(key, fixture);
      if (failure !== undefined) failures.push(failure);
    }
    return failures;
  }

  /** Takes away what a killed run had provisioned. Returns a sentence for each failure. */
  async releaseLeftovers(): Promise<string[]> {
    const failures: string[] = [];
    for (const name of namesIn(this.#provisionedFolder)) {
      const key = name.replace(/\.json$/, '');
      if (this.#provisioned.has(key)) continue;
      const fixture = JSON.parse(readFileSync(join(this.#provisionedFolder, name), 'utf8')) as Fixture;
      const failure = await this.#takeAway(key, fixture);
      if (failure !== undefined) failures.push(failure);
    }
    return failures;
  }

  #add(fixture: Fixture): void {
    const key = keyOf(fixture);
    if (this.#entries.some((entry) => entry.key === key)) return;
    this.#fixtures = [...this.#fixtures, fixture];
    this.#entries.push({ fixture, key, lock: new FixtureLock() });
  }

  #matching(need: FixtureNeed): Lockable[] {
    const matching = this.#entries
      .filter(({ fixture }) => satisfies(fixture, need))
      .sort((a, b) => EFFECTS.indexOf(a.fixture.allow) - EFFECTS.indexOf(b.fixture.allow));
    if (!takesBelow(need)) return matching;
    const has = (entry: Lockable): number => Number(this.#below(entry).some(({ lock }) => !lock.consumed));
    return matching.toSorted((a, b) => has(a) - has(b));
  }

  /** The fixtures below one, used up or not: whoever uses one up may still be looking at what came of it. */
  #below({ fixture }: Lockable): Lockable[] {
    return this.#entries.filter((entry) => this.family.goesWith(entry.fixture, fixture));
  }

  /** Takes all of these, or none. */
  #tryAll(entries: readonly Lockable[]): boolean {
    const taken: Lockable[] = [];
    for (const entry of entries) {
      if (entry.lock.tryExclusive()) {
        taken.push(entry);
        continue;
      }
      for (const { lock } of taken) lock.releaseExclusive();
      return false;
    }
    return true;
  }

  #tryLease(entry: Lockable, need: FixtureNeed): Lease | undefined {
    const { fixture, lock } = entry;
    const shared = need.effect === 'observe';
    if (!(shared ? lock.tryShared() : lock.tryExclusive())) return undefined;
    const unlock = (): void => (shared ? lock.releaseShared() : lock.releaseExclusive());
    const below = takesBelow(need) ? this.#below(entry) : [];
    if (!this.#tryAll(below)) {
      unlock();
      return undefined;
    }
    let released = false;
    const lease: Lease = {
      fixture,
      consume: async () => {
        for (const used of [lock, ...below.map((child) => child.lock)]) used.consume();
      },
      release: async () => {
        if (released) return;
        released = true;
        this.#held.delete(lease);
        unlock();
        for (const child of below) child.lock.releaseExclusive();
        for (const wake of this.#waiting) wake();
      },
    };
    this.#held.add(lease);
    return lease;
  }

  /** Undefined when a fixture was added; else why not, '' when the module simply makes none. */
  async #provision(need: FixtureNeed): Promise<string | undefined> {
    const { provisioner } = this.#options;
    if (provisioner === undefined) return '';
    try {
      const fixture = await provisionFixture(provisioner, need.kind, need.traits ?? {});
      if (fixture === undefined) return '';
      const key = keyOf(fixture);
      mkdirSync(this.#provisionedFolder, { recursive: true, mode: 0o700 });
      writeFileSync(join(this.#provisionedFolder, `${key}.json`), JSON.stringify(fixture), {
        mode: 0o600,
        flush: true,
      });
      this.#provisioned.set(key, fixture);
      this.#add(fixture);
      return undefined;
    } catch (error) {
      return (error instanceof Error ? error.message.split('\n')[0] : String(error)) || 'it gave no reason';
    }
  }

  async #takeAway(key: string, fixture: Fixture): Promise<string | undefined> {
    try {
      await this.#options.provisioner?.release?.(fixture);
    } catch (error) {
      const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      return `The provisioned ${fixture.kind} ${JSON.stringify(fixture.ids)} could not be taken away: ${why}`;
    }
    this.#provisioned.delete(key);
    rmSync(join(this.#provisionedFolder, `${key}.json`), { force: true });
    return undefined;
  }

  get #provisionedFolder(): string {
    return join(this.#options.stateDirectory, 'provisioned');
  }

  /** Sleeps, but no longer than until a lease is given back. */
  #nap(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiting.add(wake);
    });
  }
}

/** True where what lies below an entity goes with it. */
function takesBelow({ effect, stays }: FixtureNeed): boolean {
  return effect === 'destroy' && stays !== true;
}

/** Names a fixture, also as a file. */
function keyOf(fixture: Omit<Fixture, 'allow'>): string {
  const ids = Object.entries(fixture.ids).sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256')
    .update(JSON.stringify([fixture.kind, ids]))
    .digest('hex')
    .slice(0, 16);
  return `${fixture.kind}-${hash}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
