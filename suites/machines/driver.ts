/** Takes one fixture from state to state, sees what comes of it, and brings it back in the end. */
import { distinguishing, listed, type StateMachine, wayOf } from '../../spec/index.ts';
import type { Fixture, Lease, WireRequest } from '../../target/types.ts';
import { type Judgement, type Session, unavailable } from '../engine/index.ts';
import { answerOf, isLost } from '../judges/index.ts';
import { changedByRefusal, type Look, type Observer, observerOf, type Send, seenBy } from '../subject/read.ts';
import { isMove } from './judge.ts';
import {
  type Adapter,
  type Ask,
  type History,
  type Inference,
  isAccepted,
  isRefused,
  type ObservedState,
  type Step,
} from './model.ts';
import { WayHome } from './way-home.ts';

/** What the drivers of one exploration share. */
export interface Shared {
  /** False when the place where the state shows was found not to show it. */
  readable: boolean;
  /** True once a listed step was accepted. */
  proven: boolean;
  /** Listed steps that did not lead where they should: they are no means to get anywhere. */
  readonly failed: Set<string>;
  /** True when asking for the present state is refused for sure. */
  readonly stayingRefused: boolean;
}

export class Driver<A extends Ask = Ask, T = unknown> implements History<A, T> {
  readonly fixture: Fixture;
  readonly home: string;
  readonly origin: Look;
  readonly steps: Step<A, T>[] = [];
  readonly observed: ObservedState;
  readonly #adapter: Adapter<A, T>;
  readonly #machine: StateMachine;
  readonly #session: Session;
  readonly #lease: Lease;
  readonly #shared: Shared;
  readonly #observer: Observer;
  #send: Send;
  #now: Look;
  #state: string;
  #told: string[] = [];
  readonly #wayHome: WayHome<A, T>;
  /** Why it is not known any more in what state the entity is. */
  #doubt: Judgement | undefined;

  private constructor(adapter: Adapter<A, T>, session: Session, lease: Lease, shared: Shared, start: Start) {
    this.#adapter = adapter;
    this.#machine = adapter.machine;
    this.#session = session;
    this.#lease = lease;
    this.#shared = shared;
    this.#send = start.send;
    this.#observer = observerOf((request) => this.#send(request), session, adapter.reader, lease.fixture);
    this.fixture = lease.fixture;
    this.origin = start.origin;
    this.#now = start.origin;
    this.home = start.home;
    this.#state = start.home;
    const request = (to: string): WireRequest => this.#request(adapter.plain(to));
    this.#wayHome = new WayHome(adapter, session, lease, { history: this, request });
    const declared = this.fixture.traits[this.#machine.trait] ?? '';
    this.observed = { declared: String(declared), shown: adapter.shown(start.origin.value) };
  }

  /** Takes an entity in hand. @throws Unavailable when it cannot be read, nobody says in what state it is, or it is not fit for steps. */
  static async take<A extends Ask, T>(
    adapter: Adapter<A, T>,
    { send, session, lease, shared }: { send: Send; session: Session; lease: Lease; shared: Shared },
  ): Promise<Driver<A, T>> {
    const { fixture } = lease;
    session.onClose(() => lease.release());
    const origin = await observerOf(send, session, adapter.reader, fixture).look();
    const who = { kind: adapter.kind, ids: String(fixture.ids['id']) };
    if (origin.status !== 200) throw unavailable({ what: 'look', ...who, status: origin.status }, origin.exchange);
    const home = homeOf(adapter, fixture, origin.value);
    if (home === undefined) throw unavailable({ what: 'trait', ...who, trait: adapter.machine.trait });
    const unfit = adapter.unfit?.(home, fixture);
    if (unfit !== undefined) throw unfit;
    adapter.note?.(home, origin.value);
    const driver = new Driver(adapter, session, lease, shared, { send, origin, home });
    session.onClose(() => driver.retire());
    return driver;
  }

  /** From now on sends in the name of another check. */
  inNameOf(send: Send): void {
    this.#send = send;
  }

  /** The state that it is taken to be in now. */
  get state(): string {
    return this.#state;
  }

  /** Forgets what was told so far, so that a sequence that begins now is told from its own beginning. */
  begin(): void {
    this.#told = [];
  }

  /** Sends a request and sees what comes of it. `probe`: where the state does not show, finds it out by a further step. */
  async step(wanted: A, { probe = false } = {}): Promise<Step<A, T> | undefined> {
    await this.#lookAgain();
    const before = this.#now;
    const from = this.#state;
    const ask = this.#adapter.complete === undefined ? wanted : this.#adapter.complete(wanted, before.value);
    if (ask === undefined) return undefined;
    const to = ask.to ?? from;
    const isListed = isMove(this.#machine, { from, ask });
    const settle = await this.#wayHome.journal(to);
    const exchange = await this.#submit(ask, isListed);
    const ok = isAccepted({ exchange });
    this.#told.push(`${from} ${ask.label}: ${exchange.response?.status ?? 'no answer'}`);
    const steps = [...this.#told];
    let changed: readonly string[] | undefined;
    if (ok) {
      const due = ask.bad !== true && (isListed || to === from);
      this.#now = due ? await this.#await(ask, to) : await this.#observer.look();
    } else {
      const again = (): ReturnType<Send> => this.#send(this.#request(ask));
      const decisive = (look: Look): boolean =>
        this.#shown(look) !== this.#shown(before) || this.#adapter.hasArrived?.(ask, look.value) === true;
      const found = await changedByRefusal(this.#observer, before, again, decisive);
      changed = found.look.status === 200 ? found.pointers : undefined;
      this.#now = found.look;
    }
    // Once a step was not answered, its outcome is unknown until the state is seen.
    if (isLost(exchange) && !this.#reads(this.#now)) this.#doubt ??= answerOf(exchange).judgement;
    const after = this.#now;
    const shownAfter = this.#shown(after);
    const dark = answerOf(after.exchange).judgement;
    this.#state = this.#believed(after, ok ? to : from);
    await settle(this.#state === to);
    const blind = probe && to !== from && dark === undefined && !this.#reads(after) && this.#shared.proven;
    const doubt = this.#doubt;
    const inferred = blind && doubt === undefined ? await this.#infer(from, to) : undefined;
    const unseen = this.#doubt ?? (ok ? dark : undefined);
    const { fixture, home, origin } = this;
    const step: Step<A, T> = {
      from,
      ask,
      exchange,
      seen: seenBy(before, after),
      shownBefore: this.#shown(before),
      shownAfter,
      changed,
      steps,
      told: this.#adapter.tell(ask, after.value, { fixture, home, origin, steps: this.steps, before, ok, from }),
      ...(unseen === undefined ? {} : { unseen }),
      ...(inferred === undefined ? {} : { inferred }),
    };
    this.steps.push(step);
    if (isListed && !(ok && this.#landed(step, to))) this.#shared.failed.add(`${from} ${ask.label}`);
    return step;
  }

  /** Goes to a state by listed steps that `usable` allows. False when one of them did not lead where it should. */
  async bring(to: string, usable: (from: string, to: string) => boolean = () => true): Promise<boolean> {
    const works = (from: string, step: string): boolean =>
      usable(from, step) && !this.#shared.failed.has(`${from} ${this.#adapter.plain(step).label}`);
    for (const _ of this.#machine.states) {
      if (this.#state === to) return true;
      const [next] = wayOf(this.#machine, this.#state, to, works) ?? [];
      if (next === undefined) return false;
      await this.step(this.#adapter.plain(next));
    }
    return this.#state === to;
  }

  /** Brings the entity back to what it was and gives it free. */
  async retire(): Promise<void> {
    // Even a run that was stopped puts back what it changed.
    this.#send = (request) => this.#session.send(request);
    await this.#wayHome.go(this.#state, (what, done) => this.#observer.until(what, done));
    await this.#lease.release();
  }

  async #submit(ask: A, isListed: boolean): ReturnType<Send> {
    let [sent, exchange] = [ask, await this.#send(this.#request(ask))];
    if (!isListed) return exchange;
    const fuller = isRefused({ exchange }) ? this.#adapter.fuller?.(ask) : undefined;
    if (fuller !== undefined) {
      const second = await this.#send(this.#request(fuller));
      if (isAccepted({ exchange: second })) [sent, exchange] = [fuller, second];
    }
    if (isAccepted({ exchange })) {
      this.#shared.proven ||= ask.laden !== true;
      this.#adapter.learn?.(sent);
    }
    return exchange;
  }

  /** Looks until an accepted step shows, in the state and in what else the request carries. */
  #await(ask: A, to: string): Promise<Look> {
    return this.#observer.until(
      `${this.#state} ${ask.label}`,
      (look) =>
        (!this.#reads(look) || this.#shown(look) === to) && this.#adapter.isDone?.(ask, look.value, this) !== false,
    );
  }

  /** Looks once more where the last look was not answered. */
  async #lookAgain(): Promise<void> {
    if (answerOf(this.#now.exchange).judgement === undefined) return;
    this.#now = await this.#observer.look();
    this.#state = this.#believed(this.#now, this.#state);
    if (this.#reads(this.#now)) this.#doubt = undefined;
  }

  #landed({ inferred, shownAfter }: Step<A, T>, to: string): boolean {
    if (inferred?.probe !== undefined) return inferred.accepted === listed(this.#machine, to, inferred.probe);
    return shownAfter === undefined || shownAfter === to;
  }

  #request(ask: A): WireRequest {
    return this.#adapter.request(this.#session, this.fixture, ask, this.#now.value);
  }

  #shown(look: Look): unknown {
    return this.#adapter.shown(look.value);
  }

  #reads(look: Look): boolean {
    return this.#shared.readable && this.#shown(look) !== undefined;
  }

  #believed(look: Look, otherwise: string): string {
    const seen = this.#shown(look);
    const known = this.#shared.readable ? this.#machine.states.find((state) => state === seen) : undefined;
    return known ?? otherwise;
  }

  /**
   * Finds out whether it is in the state `a` or `b` by steps that only one of them has. Once one is accepted, the state is what was
   * asked for; one that is not answered ends the probing.
   */
  async #infer(a: string, b: string): Promise<Inference> {
    for (const to of distinguishing(this.#machine, a, b, this.#shared.stayingRefused)) {
      const settle = await this.#wayHome.journal(to);
      const exchange = await this.#send(this.#request(this.#adapter.plain(to)));
      const { response, judgement } = answerOf(exchange);
      // Where nothing came back, the change may as well have taken place.
      await settle(judgement === undefined ? response.status < 300 : isLost(exchange));
      if (judgement !== undefined) {
        this.#doubt ??= judgement;
        return { how: `the next step, to ${to}, was not answered` };
      }
      const accepted = isAccepted({ exchange });
      if (!accepted && !isRefused({ exchange })) continue;
      const state = accepted ? to : listed(this.#machine, a, to) ? b : a;
      if (state !== this.#state) this.#now = await this.#observer.look();
      this.#state = state;
      const how = `the next step, to ${to}, was ${accepted ? 'accepted' : 'refused'} with ${response.status}`;
      return { probe: to, accepted, how };
    }
    return { how: `no documented step tells ${a} from ${b}` };
  }
}

interface Start {
  readonly send: Send;
  readonly origin: Look;
  readonly home: string;
}

/** The state of an entity by its trait or by what its GET shows; undefined when nobody says. */
function homeOf(
  { machine, reading, shown }: Pick<Adapter, 'machine' | 'reading' | 'shown'>,
  { traits }: Fixture,
  value: unknown,
): string | undefined {
  const declared = traits[machine.trait];
  const seen = shown(value);
  const candidates = reading === 'assumed' || reading === undefined ? [declared, seen] : [seen, declared];
  return candidates.flatMap((one) => machine.states.filter((state) => state === one))[0];
}
