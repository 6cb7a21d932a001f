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

/** What an entity is held by, and in whose name it is asked. */
export interface Held {
  readonly session: Session;
  readonly lease: Lease;
  readonly shared: Shared;
  send: Send;
}

export class Driver implements History {
  readonly fixture: Fixture;
  readonly home: string;
  readonly origin: Look;
  readonly steps: Step[] = [];
  readonly observed: ObservedState;
  readonly #adapter: Adapter;
  readonly #machine: StateMachine;
  readonly #held: Held;
  readonly #shared: Shared;
  readonly #observer: Observer;
  readonly #wayHome: WayHome;
  #now: Look;
  #state: string;
  #told: string[] = [];
  /** Why it is not known any more in what state the entity is. */
  #doubt: Judgement | undefined;

  private constructor(adapter: Adapter, held: Held, observer: Observer, origin: Look, home: string) {
    this.#adapter = adapter;
    this.#machine = adapter.machine;
    this.#held = held;
    this.#shared = held.shared;
    this.#observer = observer;
    this.fixture = observer.fixture;
    this.origin = origin;
    this.#now = origin;
    this.home = home;
    this.#state = home;
    this.#wayHome = new WayHome(adapter, held, this, (to) => this.#request(adapter.plain(to)));
    const declared = this.fixture.traits[this.#machine.trait] ?? '';
    this.observed = { declared: String(declared), shown: adapter.shown(origin.value) };
  }

  /** Takes an entity in hand. @throws Unavailable when it cannot be read, nobody says in what state it is, or it is not fit for steps. */
  static async take(adapter: Adapter, given: Held): Promise<Driver> {
    const held = { ...given };
    const { session, lease } = held;
    const { fixture } = lease;
    session.onClose(() => lease.release());
    const observer = observerOf((request) => held.send(request), session, adapter.reader, fixture);
    const origin = await observer.look();
    const who = { kind: adapter.kind, ids: String(fixture.ids['id']) };
    if (origin.status !== 200) throw unavailable({ what: 'look', ...who, status: origin.status }, origin.exchange);
    const home = homeOf(adapter, fixture, origin.value);
    if (home === undefined) throw unavailable({ what: 'trait', ...who, trait: adapter.machine.trait });
    const unfit = adapter.unfit?.(home, fixture);
    if (unfit !== undefined) throw unfit;
    adapter.note?.(home, origin.value);
    const driver = new Driver(adapter, held, observer, origin, home);
    session.onClose(() => driver.retire());
    return driver;
  }

  /** From now on sends in the name of another check. */
  inNameOf(send: Send): void {
    this.#held.send = send;
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
  async step(wanted: Ask, { probe = false } = {}): Promise<Step | undefined> {
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
    const isDue = ask.bad !== true && (isListed || to === from);
    const found = ok ? undefined : await this.#afterRefusal(ask, before);
    this.#now = found?.look ?? (isDue ? await this.#await(ask, to) : await this.#observer.look());
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
    const step: Step = {
      from,
      ask,
      exchange,
      seen: seenBy(before, after),
      shownBefore: this.#shown(before),
      shownAfter,
      changed: found?.look.status === 200 ? found.pointers : undefined,
      steps,
      told: this.#adapter.tell(ask, after.value, { history: this, before, ok, from }),
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
    this.#held.send = (request) => this.#held.session.send(request);
    await this.#wayHome.go(this.#state, (what, done) => this.#observer.until(what, done));
    await this.#held.lease.release();
  }

  #afterRefusal(ask: Ask, before: Look): ReturnType<typeof changedByRefusal> {
    const again = (): ReturnType<Send> => this.#held.send(this.#request(ask));
    const isDecisive = (look: Look): boolean =>
      this.#shown(look) !== this.#shown(before) || this.#adapter.hasArrived?.(ask, look.value) === true;
    return changedByRefusal(this.#observer, before, again, isDecisive);
  }

  async #submit(ask: Ask, isListed: boolean): ReturnType<Send> {
    let [sent, exchange] = [ask, await this.#held.send(this.#request(ask))];
    if (!isListed) return exchange;
    const fuller = isRefused({ exchange }) ? this.#adapter.fuller?.(ask) : undefined;
    if (fuller !== undefined) {
      const second = await this.#held.send(this.#request(fuller));
      if (isAccepted({ exchange: second })) [sent, exchange] = [fuller, second];
    }
    if (isAccepted({ exchange })) {
      this.#shared.proven ||= ask.laden !== true;
      this.#adapter.learn?.(sent);
    }
    return exchange;
  }

  /** Looks until an accepted step shows, in the state and in what else the request carries. */
  #await(ask: Ask, to: string): Promise<Look> {
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

  #landed({ inferred, shownAfter }: Step, to: string): boolean {
    if (inferred?.probe !== undefined) return inferred.accepted === listed(this.#machine, to, inferred.probe);
    return shownAfter === undefined || shownAfter === to;
  }

  #request(ask: Ask): WireRequest {
    return this.#adapter.request(this.#held.session, this.fixture, ask, this.#now.value);
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
      const exchange = await this.#held.send(this.#request(this.#adapter.plain(to)));
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
