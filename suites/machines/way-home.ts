/** The way home of an entity that is taken from state to state: in the journal before each step, and gone in the end (design rule 5). */
import { wayAround, wayOf } from '../../spec/index.ts';
import type { Lease, WireRequest } from '../../target/types.ts';
import { type Session, toWire } from '../engine/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { journalled } from '../subject/restore.ts';
import type { Adapter, Ask, History, Until } from './model.ts';

/** Whose way it is, and the plain request for a state, by what shows now. */
interface Traveller<A extends Ask, T> {
  readonly history: History<A, T>;
  request(to: string): WireRequest;
}

export class WayHome<A extends Ask, T> {
  readonly #adapter: Adapter<A, T>;
  readonly #session: Session;
  readonly #lease: Lease;
  readonly #traveller: Traveller<A, T>;
  /** Strikes out what the journal says. */
  #strike: (() => Promise<void>) | undefined;

  constructor(adapter: Adapter<A, T>, session: Session, lease: Lease, traveller: Traveller<A, T>) {
    this.#adapter = adapter;
    this.#session = session;
    this.#lease = lease;
    this.#traveller = traveller;
  }

  /**
   * Durable before the change: how to get home from where it leads. The entry before it holds until the function that comes back
   * says whether the change took place, so that a kill in between leaves both ways on record.
   */
  async journal(to: string): Promise<(moved: boolean) => Promise<void>> {
    const { history, request } = this.#traveller;
    const { fixture, home, origin } = history;
    const { machine, reader, rest } = this.#adapter;
    const way = this.#isUsedUp || to === home ? [] : (wayOf(machine, to, home) ?? []);
    const fresh = await journalled(this.#session, {
      fixture,
      restore: [...way.map(request), ...(rest?.(this.#session, history) ?? [])],
      verify: toWire(compose(reader, { path: pathOf(reader, fixture), label: 'verify' })),
      before: origin.exchange.response?.body ?? '',
    });
    return async (moved) => {
      const old = this.#strike;
      if (moved || old === undefined) this.#strike = fresh;
      await (moved ? old : old && fresh)?.();
    };
  }

  /** Brings it home from a state, unless it was never away; what cannot be brought home stays in the journal. */
  async go(state: string, until: Until): Promise<void> {
    const strike = this.#strike;
    this.#strike = undefined;
    if (strike === undefined) return;
    if (this.#isUsedUp) {
      await this.#lease.consume();
      return strike();
    }
    const { history, request } = this.#traveller;
    const { machine } = this.#adapter;
    for (const way of [wayOf(machine, state, history.home) ?? [], wayAround(machine, history.home)]) {
      for (const to of way) await this.#session.send(request(to));
      if (await this.#adapter.putBack(this.#session, history, until)) return strike();
    }
  }

  /** True when no step leads back to what it was, for which reason it may be used up. */
  get #isUsedUp(): boolean {
    const { fixture, home } = this.#traveller.history;
    return this.#adapter.unfit?.(home, { ...fixture, allow: 'modify' }) !== undefined;
  }
}
