/** The way home of an entity that is taken from state to state: in the journal before each step, and gone in the end (design rule 5). */
import { wayAround, wayOf } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { toWire } from '../engine/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { journalled } from '../subject/restore.ts';
import type { Adapter, History, Until } from './model.ts';
import type { Held } from './standing.ts';

export class WayHome {
  readonly #adapter: Adapter;
  readonly #held: Held;
  readonly #history: History;
  readonly #request: (to: string) => WireRequest;
  /** Strikes out what the journal says. */
  #strike: (() => Promise<void>) | undefined;

  /** @param request the plain request for a state, by what shows now */
  constructor(adapter: Adapter, held: Held, history: History, request: (to: string) => WireRequest) {
    this.#adapter = adapter;
    this.#held = held;
    this.#history = history;
    this.#request = request;
  }

  /**
   * Durable before the change: how to get home from where it leads. The entry before it holds until the function that comes back
   * says whether the change took place, so that a kill in between leaves both ways on record.
   */
  async journal(to: string): Promise<(moved: boolean) => Promise<void>> {
    const { fixture, home, origin } = this.#history;
    const { session } = this.#held;
    const { machine, reader, rest } = this.#adapter;
    const way = this.#isUsedUp || to === home ? [] : (wayOf(machine, to, home) ?? []);
    const fresh = await journalled(session, {
      fixture,
      restore: [...way.map(this.#request), ...(rest?.(session, this.#history) ?? [])],
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
      await this.#held.lease.consume();
      return strike();
    }
    const { home } = this.#history;
    const { session } = this.#held;
    const { machine } = this.#adapter;
    for (const way of [wayOf(machine, state, home) ?? [], wayAround(machine, home)]) {
      for (const to of way) await session.send(this.#request(to));
      if (await this.#adapter.putBack(session, this.#history, until)) return strike();
    }
  }

  /** True when no step leads back to what it was, for which reason it may be used up. */
  get #isUsedUp(): boolean {
    const { fixture, home } = this.#history;
    return this.#adapter.unfit?.(home, { ...fixture, allow: 'modify' }) !== undefined;
  }
}
