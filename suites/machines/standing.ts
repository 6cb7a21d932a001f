/** An entity in hand: how it is held, asked and looked at, and in what state it is taken to be. */
import type { StateMachine } from '../../spec/index.ts';
import type { Fixture, Lease, WireRequest } from '../../target/types.ts';
import { type Judgement, type Session, unavailable } from '../engine/index.ts';
import { answerOf } from '../judges/index.ts';
import { type Look, type Observer, observerOf, type Send } from '../subject/read.ts';
import type { Adapter, Ask, History, ObservedState, Step } from './model.ts';

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

/** What is known of an entity when it is taken. */
export interface Found {
  readonly observer: Observer;
  readonly origin: Look;
  readonly home: string;
}

/** Looks whether an entity can be walked. @throws Unavailable when it cannot be read, nobody says in what state it is, or it is not fit for steps. */
export async function find(adapter: Adapter, held: Held): Promise<Found> {
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
  return { observer, origin, home };
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

export class Standing implements History {
  readonly fixture: Fixture;
  readonly home: string;
  readonly origin: Look;
  readonly steps: Step[] = [];
  readonly observed: ObservedState;
  /** The state that it is taken to be in now. */
  state: string;
  protected readonly adapter: Adapter;
  protected readonly machine: StateMachine;
  protected readonly held: Held;
  protected readonly observer: Observer;
  protected now: Look;
  /** Why it is not known any more in what state the entity is. */
  protected doubt: Judgement | undefined;

  constructor(adapter: Adapter, held: Held, { observer, origin, home }: Found) {
    this.adapter = adapter;
    this.machine = adapter.machine;
    this.held = held;
    this.observer = observer;
    this.fixture = observer.fixture;
    this.origin = origin;
    this.now = origin;
    this.home = home;
    this.state = home;
    const declared = this.fixture.traits[this.machine.trait] ?? '';
    this.observed = { declared: String(declared), shown: adapter.shown(origin.value) };
  }

  /** From now on sends in the name of another check. */
  inNameOf(send: Send): void {
    this.held.send = send;
  }

  /** Looks until an accepted step shows, in the state and in what else the request carries. */
  protected awaited(ask: Ask, to: string): Promise<Look> {
    return this.observer.until(
      `${this.state} ${ask.label}`,
      (look) =>
        (!this.reads(look) || this.shown(look) === to) && this.adapter.isDone?.(ask, look.value, this) !== false,
    );
  }

  /** Looks once more where the last look was not answered. */
  protected async lookAgain(): Promise<void> {
    if (answerOf(this.now.exchange).judgement === undefined) return;
    this.now = await this.observer.look();
    this.state = this.believed(this.now, this.state);
    if (this.reads(this.now)) this.doubt = undefined;
  }

  protected request(ask: Ask): WireRequest {
    return this.adapter.request(this.held.session, this.fixture, ask, this.now.value);
  }

  protected shown(look: Look): unknown {
    return this.adapter.shown(look.value);
  }

  protected reads(look: Look): boolean {
    return this.held.shared.readable && this.shown(look) !== undefined;
  }

  protected believed(look: Look, otherwise: string): string {
    const seen = this.shown(look);
    const known = this.held.shared.readable ? this.machine.states.find((state) => state === seen) : undefined;
    return known ?? otherwise;
  }
}
