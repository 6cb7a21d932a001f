/** What the checks of one group share: leased fixtures, positive controls, and the duty to put things back. */
import { type Contract, type Effect, type Exchange, isClientError } from '../../spec/index.ts';
import { satisfies } from '../../target/fixtures/satisfies.ts';
import { stateOf, wantedBy } from '../../target/fixtures/shortage.ts';
import type { Fixture, FixtureNeed, Lease, Shortage, Target, WireRequest } from '../../target/types.ts';
import { whyWithheld } from '../judges/index.ts';
import type { Allotment } from './allotment.ts';
import { answeringOf } from './answering.ts';
import type { CheckGroup } from './check.ts';
import { Chronicle } from './chronicle.ts';
import { conflictsOf } from './conflicts.ts';
import { Patience } from './patience.ts';
import { type Relied, reliesOn, sharing } from './relied.ts';
import { Traces } from './traces.ts';
import { type Unavailable, unavailable } from './unavailable.ts';
import { asWire, type Sendable } from './wire.ts';
import { chainOf, sumOf } from './worth.ts';

/** Fixtures of one kind that are enough for all who may want one. */
export const PLENTY = 8;

/** A chain that turns out longer than expected keeps this part of its urgency. */
const LATE = 4;

interface SessionSource {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  /** Deals out the fixtures among the groups of a run. */
  readonly allot?: (group: CheckGroup) => Allotment;
  /** True where what failed is asked again: at rest, so that no answer is of a moment between two states. */
  readonly again?: boolean;
}

/** So many times a session that asks again waits for what it has changed to come to rest. */
const RESTS = 60;

/** One per group run. Everything leased or changed through it is released or restored by `close`, last first. */
export class Session {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  readonly group: CheckGroup;
  /** What the run has seen of the target. */
  readonly chronicle: Chronicle;
  /** What requests of this session must not set. */
  readonly traces = new Traces();
  /** How long it waits for accepted changes to show. */
  readonly patience: Patience;
  /** True where what failed is asked again, with nobody else at work: there is time to see what changes by itself. */
  readonly isRepeat: boolean;
  readonly #memo = new Map<string, { readonly made: Promise<unknown>; readonly relied: Relied }>();
  readonly #closers: (() => Promise<void>)[] = [];
  readonly #leases = new Map<Fixture, Lease>();
  /** All that is leased through this session and not yet given back; of it, what nobody else may have. */
  readonly #held = new Set<Fixture>();
  readonly #exclusive = new Set<Fixture>();
  /** Fixtures that are only leased to be looked at. */
  readonly #watched = new Set<Fixture>();
  readonly #allotment: Allotment | undefined;
  /** Requests that the group is expected to send still, and never less than this. */
  #left: number;
  readonly #least: number;
  /** By how much a request shortens what is left: by less than 1 where several of the group are under way at a time. */
  readonly #step: number;
  /** Tells the group, and its part, from all others. */
  readonly #name: string;
  /** How often it still lets a change come to rest. */
  #rests: number;

  constructor(source: SessionSource, group: CheckGroup) {
    this.contract = source.contract;
    this.target = source.target;
    this.seed = source.seed;
    this.chronicle = Chronicle.of(source.contract, source.target);
    this.patience = new Patience(source.target.facts.settleMs, (ms) => this.pause(ms), {
      shortens: source.again !== true,
      onLate: () => {
        this.chronicle.unrest.add('late');
      },
    });
    this.isRepeat = source.again === true;
    this.#rests = this.isRepeat ? RESTS : 0;
    this.group = group;
    this.#allotment = source.allot?.(group);
    this.#left = chainOf(group);
    this.#least = this.#left / LATE;
    this.#step = this.#left / Math.max(1, sumOf(group));
    this.#name = group.part === undefined ? group.id : `${group.id} ${group.part.place}`;
  }

  /** Computes something once per session; later calls with the same key get the same promise. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const done = this.#memo.get(key) ?? sharing(make);
    this.#memo.set(key, done);
    reliesOn(done.relied);
    return done.made as Promise<T>;
  }

  /** Waits so many milliseconds in the group's name. */
  pause(ms: number): Promise<void> {
    return this.target.pause(ms, this.group.id);
  }

  /** Waits until all that this run has done to an entity has had its time to show. */
  async rest(fixture: Fixture): Promise<void> {
    const left =
      (this.chronicle.changedAt(fixture) ?? Number.NEGATIVE_INFINITY) + this.target.facts.settleMs - Date.now();
    if (left > 0) await this.pause(left);
  }

  /** Sends a request in the group's name. */
  send(request: Sendable): Promise<Exchange> {
    return this.ask({ check: this.group.id, ...asWire(request, this) });
  }

  /** Sends a request, finds out what it means if there is no answer or one for the moment, and notes what the answer shows. */
  async ask(request: WireRequest): Promise<Exchange> {
    const exchange = await this.#again(request, () => this.#ask(request));
    // Where reads come from several copies, one that shows a change does not say that the next one does.
    const isLate = this.#rests > 0 && this.chronicle.unrest.has('late');
    if (isLate && this.chronicle.mayHaveChanged(request, exchange)) {
      this.#rests -= 1;
      await this.pause(this.target.facts.settleMs);
    }
    return exchange;
  }

  #again(request: WireRequest, send: () => Promise<Exchange>): Promise<Exchange> {
    const { chronicle, target } = this;
    const within = target.facts.settleMs;
    return conflictsOf(target).send(request, send, { chronicle, within, pause: (ms) => this.pause(ms) });
  }

  async #ask(request: WireRequest): Promise<Exchange> {
    const options = { urgency: this.#urgency() };
    const exchange = await this.#noting(request, () => answeringOf(this.target, this.contract).send(request, options));
    // Nothing comes of what was not sent.
    if (whyWithheld(exchange) !== undefined) return exchange;
    this.chronicle.note(request, exchange);
    const deleted = this.chronicle.deletedBy(exchange);
    for (const [fixture, lease] of this.#leases) if (deleted?.(fixture) === true) await lease.consume();
    return exchange;
  }

  /** Does something while no other change of the run is under way. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return conflictsOf(this.target).alone(work);
  }

  /** Sends what puts something back; it goes out even after the run was stopped. */
  async restore(request: Sendable): Promise<Exchange> {
    const wire = asWire(request, this);
    const options = { restoring: true, urgency: this.#urgency() };
    const send = (): Promise<Exchange> => this.target.send({ check: this.group.id, ...wire }, options);
    return this.#again(wire, async () => this.chronicle.note(wire, await this.#noting(wire, send)));
  }

  /** Lets the chronicle know how long a request is under way, and whether it was refused. */
  async #noting(request: WireRequest, send: () => Promise<Exchange>): Promise<Exchange> {
    const { refuse, answered } = this.chronicle.asks(request);
    let exchange: Exchange | undefined;
    try {
      exchange = await send();
      if (whyWithheld(exchange) !== undefined || isClientError(exchange.response?.status)) refuse();
      return exchange;
    } finally {
      answered(exchange);
    }
  }

  /** Whoever has most before him goes first: the run is as long as the longest chain. */
  #urgency(): number {
    this.#left -= this.#step;
    return Math.max(this.#least, this.#left);
  }

  /** Leases a fixture until the session closes. What the session holds already is not waited for. @throws Unavailable */
  async fixture(need: FixtureNeed): Promise<Fixture> {
    const own = [...this.#leases.keys()].filter((fixture) => satisfies(fixture, need));
    if (need.effect === 'observe' && own[0] !== undefined) return own[0];
    // Looking at a fixture must not keep the same session from changing it.
    for (const fixture of own) {
      if (!this.#watched.delete(fixture)) continue;
      await this.#leases.get(fixture)?.release();
      this.#leases.delete(fixture);
    }
    const lease = await this.lease(need);
    if (!('fixture' in lease)) throw unavailable(lease.why);
    this.#leases.set(lease.fixture, lease);
    if (need.effect === 'observe') this.#watched.add(lease.fixture);
    this.onClose(() => lease.release());
    return lease.fixture;
  }

  /**
   * Leases a fixture that the caller gives back: the group's own part of the fixtures first; the others' only when that
   * does not suffice. What this session holds is not waited for: it may not be given back before the session closes. Nor is another
   * one waited for by who keeps one of the kind from others: two that did so would wait for each other.
   */
  async lease(need: FixtureNeed): Promise<Lease | Shortage> {
    const wanted: FixtureNeed = {
      ...need,
      by: this.#name,
      except: need.effect === 'observe' ? this.#exclusive : this.#held,
    };
    const known = this.target.fixtures();
    const own = this.#allotment?.(wanted, known);
    if (own !== undefined && own.size > 0) {
      const all = new Set(known);
      // What was provisioned or learned since belongs to whoever asked for it.
      const isOwn = (fixture: Fixture): boolean => own.has(fixture) || !all.has(fixture);
      const where = (fixture: Fixture): boolean => isOwn(fixture) && (need.where === undefined || need.where(fixture));
      // Who has borrowed it keeps it until the end: another one that is free serves as well.
      const mine = await this.target.lease({ ...wanted, where, now: true });
      if ('fixture' in mine) return this.#hold(mine, need.effect);
    }
    const keeps = [...this.#exclusive].some(({ kind }) => kind === need.kind);
    const lease = await this.target.lease(keeps ? { ...wanted, now: true } : wanted);
    if ('fixture' in lease) return this.#hold(lease, need.effect);
    return lease;
  }

  /** Why a fixture of this sort cannot be had, for who has found so by looking through those that are known. */
  short(need: FixtureNeed): Unavailable {
    const ofKind = this.target.fixtures().filter(({ kind }) => kind === need.kind);
    const state = stateOf(need, { ofKind, matching: [], consumed: 0, demand: 1 });
    return unavailable({ what: 'fixture', wanted: wantedBy(need), state });
  }

  #hold(lease: Lease, effect: Effect): Lease {
    const { fixture } = lease;
    const kept = effect === 'observe' ? [this.#held] : [this.#held, this.#exclusive];
    for (const set of kept) set.add(fixture);
    const release = async (): Promise<void> => {
      for (const set of kept) set.delete(fixture);
      await lease.release();
    };
    return { fixture, consume: () => lease.consume(), release };
  }

  /** True when there are so many fixtures for a need that no other group goes short if this one takes some. */
  plenty(need: FixtureNeed): boolean {
    const known = this.target.fixtures();
    const fitting = known.filter((fixture) => satisfies(fixture, need)).length;
    const own = this.#allotment?.(need, known).size ?? fitting;
    return fitting >= PLENTY || (own > 0 && own < fitting);
  }

  /** Fixtures for a need that are dealt to this group alone, and that it does not hold; none where nothing is dealt out. */
  dealt(need: FixtureNeed): readonly Fixture[] {
    const known = this.target.fixtures();
    const own = this.#allotment?.(need, known);
    return known.filter((one) => own?.has(one) === true && satisfies(one, need) && !this.#held.has(one));
  }

  /** Fixtures for a need that this session keeps from others already, such as those that its control was tried on. */
  inHand(need: FixtureNeed): readonly Fixture[] {
    return [...this.#exclusive].filter((one) => satisfies(one, need));
  }

  /** Marks a leased fixture as used up. */
  async consume(fixture: Fixture): Promise<void> {
    await this.#leases.get(fixture)?.consume();
  }

  /** Registers something to be done when the session closes; the last registered is done first. */
  onClose(closer: () => Promise<void>): void {
    this.#closers.push(closer);
  }

  /** Restores and releases all. A closer that fails does not keep the others from running. */
  async close(): Promise<void> {
    for (const closer of this.#closers.splice(0).reverse()) await closer().catch(() => undefined);
  }
}
