/**
 * A clock of its own for runs on servers far away: it stands still while anything is being worked on, and leaps to the next answer when all
 * wait. What a run takes by it depends on what waits for what, and on nothing else that the machine does.
 */
import { passOn, type Target } from '../../target/index.ts';
import type { SendOptions, WireRequest } from '../../target/types.ts';

/** What was done in the name of a check, or of a group, by the virtual clock. */
export interface Spent {
  requests: number;
  /** Milliseconds in which a request was under way, or a pause; what is done at the same time counts once. */
  milliseconds: number;
  /** Until when of these were counted. */
  until: number;
}

interface Waiter {
  readonly urgency: number;
  readonly enter: () => void;
}

/**
 * A place is given on so much later: by this clock all answers of a round come at once, and whoever goes on from one of them, however
 * urgent, would find all places taken for another round.
 */
const LAG = 0.001;

/** Turns of the event loop without anything new after which all are known to wait. */
const QUIET_TURNS = 4;

/** Answers take `latency` milliseconds, and no more than `places` requests are under way at a time. */
export class VirtualTime {
  readonly spent = new Map<string, Spent>();
  readonly #latency: number;
  readonly #places: number;
  readonly #queue: Waiter[] = [];
  readonly #due: { readonly at: number; readonly wake: () => void }[] = [];
  #now = 0;
  #inFlight = 0;
  #working = 0;
  #changes = 0;
  #isTicking = false;

  constructor(latency: number, places: number) {
    this.#latency = latency;
    this.#places = places;
  }

  get now(): number {
    return this.#now;
  }

  get requests(): number {
    return [...this.spent.values()].reduce((sum, { requests }) => sum + requests, 0);
  }

  /** The target, whose answers come and whose pauses end by this clock. */
  over(target: Target): Target {
    return {
      ...passOn(target),
      pause: async (ms, by = '') => {
        const begun = this.#now;
        await this.#sleep(ms);
        this.#busy(by, begun);
      },
      send: (request, options) => this.#send(target, request, options),
    };
  }

  async #send(target: Target, request: WireRequest, options: SendOptions = {}): ReturnType<Target['send']> {
    await this.#enter(options.urgency ?? 0);
    const began = this.#now;
    this.#working += 1;
    try {
      return await target.send(request, options);
    } finally {
      this.#working -= 1;
      await this.#sleep(this.#latency);
      void this.#sleep(LAG).then(() => this.#leave());
      this.#busy(request.check ?? '', began).requests += 1;
    }
  }

  /** Notes that something was done since a moment; what ends first is noted first. */
  #busy(by: string, since: number): Spent {
    const spent = this.spent.get(by) ?? { requests: 0, milliseconds: 0, until: 0 };
    this.spent.set(by, spent);
    spent.milliseconds += this.#now - Math.max(since, spent.until);
    spent.until = this.#now;
    return spent;
  }

  #enter(urgency: number): Promise<void> | undefined {
    this.#changes += 1;
    if (this.#inFlight < this.#places) {
      this.#inFlight += 1;
      return undefined;
    }
    return new Promise((enter) => {
      const behind = this.#queue.findIndex((other) => other.urgency < urgency);
      this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, { urgency, enter });
    });
  }

  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#inFlight -= 1;
    else next.enter();
  }

  #sleep(ms: number): Promise<void> {
    this.#changes += 1;
    return new Promise((wake) => {
      const at = this.#now + ms;
      const behind = this.#due.findIndex((other) => other.at > at);
      this.#due.splice(behind < 0 ? this.#due.length : behind, 0, { at, wake });
      void this.#tick();
    });
  }

  /** Leaps as long as somebody waits for the clock. */
  async #tick(): Promise<void> {
    if (this.#isTicking) return;
    this.#isTicking = true;
    while (this.#due.length > 0) {
      await this.#quiet();
      const [first] = this.#due;
      if (first === undefined) break;
      this.#now = first.at;
      while (this.#due[0]?.at === this.#now) this.#due.shift()?.wake();
    }
    this.#isTicking = false;
  }

  /** Resolves when nothing is being worked on: no request, no file. */
  async #quiet(): Promise<void> {
    for (let turns = 0, seen = this.#changes; turns < QUIET_TURNS; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      const isBusy = this.#working > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
      if (isBusy || seen !== this.#changes) turns = -1;
      seen = this.#changes;
    }
  }
}
