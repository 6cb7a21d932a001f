/** When the next request may go out: concurrency, the profile's rate, and pauses that the target asks for. */
import type { Rate } from '../profile/types.ts';

/** Successes after which one more request may be in flight again. */
const RECOVERY = 16;

interface Waiter {
  readonly urgency: number;
  readonly enter: () => void;
  readonly signal: AbortSignal | undefined;
}

/** One service's queue: a pause or a rate of the one must not hold up the other. */
class Lane {
  readonly queue: Waiter[] = [];
  pausedUntil = 0;
  /** Time of the first refusal since the last request that got through. */
  refusedSince: number | undefined;
  /** Times of the latest requests, oldest at `next`, as many as the rate counts. */
  readonly sent: number[] = [];
  next = 0;
}

export class Gate {
  readonly #capacity: number;
  readonly #rate: Rate;
  readonly #patienceMs: number;
  readonly #lanes = new Map<string, Lane>();
  #limit: number;
  #inFlight = 0;
  #successes = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param capacity requests that may be in flight at one time, over all lanes.
   * @param rate what each lane keeps to.
   * @param patienceMs milliseconds of nothing but refusals after which waiting is given up.
   */
  constructor(capacity: number, rate: Rate, patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#capacity = capacity;
    this.#limit = capacity;
    this.#rate = rate;
  }

  /**
   * Waits for a place; undefined when there is one at once. An aborted signal also ends the wait: look at it afterwards.
   *
   * @param urgency those with more go first, and of equals who came first. A repeat is most urgent: else each that has not been
   * sent yet would have to be refused first.
   */
  enter(name: string, signal: AbortSignal | undefined, urgency: number): Promise<void> | undefined {
    const lane = this.#lane(name);
    const now = Date.now();
    if (lane.queue.length === 0 && this.#delay(lane, now) === 0) {
      this.#admit(lane, now);
      return undefined;
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        urgency,
        enter: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
        signal,
      };
      const abort = (): void => {
        const index = lane.queue.indexOf(waiter);
        if (index >= 0) lane.queue.splice(index, 1);
        this.#inFlight += 1;
        resolve();
      };
      signal?.addEventListener('abort', abort, { once: true });
      const behind = lane.queue.findIndex((other) => other.urgency < urgency);
      lane.queue.splice(behind < 0 ? lane.queue.length : behind, 0, waiter);
      this.#pump();
    });
  }

  /** Gives the place back. */
  leave(): void {
    this.#inFlight -= 1;
    if (this.#lanes.size > 0) this.#pump();
  }

  /** Tells that a request was not throttled. */
  flowed(name: string): void {
    const lane = this.#lane(name);
    lane.refusedSince = undefined;
    if (this.#limit === this.#capacity) return;
    this.#successes += 1;
    if (this.#successes < RECOVERY) return;
    this.#successes = 0;
    this.#limit += 1;
  }

  /** Tells that the target asked for a pause of `ms` milliseconds: the lane stops for as long, and fewer go at a time. */
  pause(name: string, ms: number): void {
    const lane = this.#lane(name);
    const until = Date.now() + ms;
    // A burst of refusals that were all on their way counts once.
    if (until > lane.pausedUntil + 50) this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#successes = 0;
    lane.pausedUntil = Math.max(lane.pausedUntil, until);
  }

  /** Tells that a request was refused. True when nothing else has come for so long that waiting is no longer worth it. */
  refused(name: string): boolean {
    const lane = this.#lane(name);
    lane.refusedSince ??= Date.now();
    return Date.now() - lane.refusedSince > this.#patienceMs;
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = new Lane();
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  #admit(lane: Lane, now: number): void {
    this.#inFlight += 1;
    if (this.#rate === 'adaptive') return;
    lane.sent[lane.next] = now;
    lane.next = (lane.next + 1) % this.#rate.count;
  }

  /** Milliseconds until the lane's next request may go; Infinity while all places are taken. */
  #delay(lane: Lane, now: number): number {
    if (this.#inFlight >= this.#limit) return Number.POSITIVE_INFINITY;
    let until = lane.pausedUntil;
    if (this.#rate !== 'adaptive') {
      const oldest = lane.sent[lane.next];
      if (oldest !== undefined) until = Math.max(until, oldest + this.#rate.spanMs + 1);
    }
    return Math.max(0, until - now);
  }

  #pump(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = Date.now();
    for (let lane = this.#next(now); lane !== undefined; lane = this.#next(now)) {
      this.#admit(lane, now);
      lane.queue.shift()?.enter();
    }
    const delays = this.#waiting().map((lane) => this.#delay(lane, now));
    const soonest = Math.min(...delays);
    if (Number.isFinite(soonest)) this.#timer = setTimeout(() => this.#pump(), soonest);
  }

  /** The lane whose first in the queue may go now; the more urgent one, lest one service starve the other. */
  #next(now: number): Lane | undefined {
    let best: Lane | undefined;
    for (const lane of this.#waiting()) {
      if (this.#delay(lane, now) > 0) continue;
      if (best === undefined || (lane.queue[0]?.urgency ?? 0) > (best.queue[0]?.urgency ?? 0)) best = lane;
    }
    return best;
  }

  #waiting(): Lane[] {
    return [...this.#lanes.values()].filter(({ queue }) => queue.length > 0);
  }
}

/** Wait that a throttled response asks for, in milliseconds: `Retry-After` in seconds or as a date; undefined without one. */
export function retryAfter(value: string | undefined, now: number = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
