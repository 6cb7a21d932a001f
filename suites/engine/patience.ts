/** Waiting until what a target has accepted can be seen: the contract does not say that a change shows at once. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between looks, as parts of the time in which the target's owner says that changes show. */
const PARTS = [0.06, 0.15, 0.29, 0.5];

/** After so many waits in vain at one place, and none that was rewarded, only the first pauses are kept. */
const VAIN = 2;
const SHORTENED = 2;

/** How long one session waits. What has never been seen to be slow is not waited for again and again. */
export class Patience {
  readonly #pauses: readonly number[];
  readonly #pause: (ms: number) => Promise<unknown>;
  /** By place: waits in vain, or `slow` once one was rewarded. */
  readonly #known = new Map<string, number | 'slow'>();
  /** The longest wait that was rewarded, by place. */
  readonly #took = new Map<string, number>();
  readonly #shortens: boolean;
  readonly #onLate: () => void;

  /**
   * @param settleMs the longest time in milliseconds that an accepted change takes to show (`limits.settle`)
   * @param pause how to wait so many milliseconds
   * @param shortens false where the whole time is waited each time
   * @param onLate told when a change shows that did not show at once
   */
  constructor(
    settleMs: number,
    pause: (ms: number) => Promise<unknown> = sleep,
    { shortens = true, onLate = () => {} }: { shortens?: boolean; onLate?: () => void } = {},
  ) {
    this.#pause = pause;
    this.#shortens = shortens;
    this.#onLate = onLate;
    this.#pauses = PARTS.map((part) => Math.max(1, Math.round(part * settleMs)));
  }

  /**
   * Looks until `done` holds, a bounded number of times, and returns the last look. `place` names what is waited for.
   * `had`: the milliseconds that it has had already; after all of its time it is looked at once.
   */
  async until<T>(place: string, look: () => Promise<T>, done: (seen: T) => boolean, had = 0): Promise<T> {
    let seen = await look();
    if (done(seen)) return seen;
    const known = this.#known.get(place) ?? 0;
    const isVain = this.#shortens && known !== 'slow' && known >= VAIN;
    const pauses = isVain ? this.#pauses.slice(0, SHORTENED) : this.#pauses;
    let waited = 0;
    for (const ms of after(had, pauses)) {
      await this.#pause(ms);
      waited += ms;
      seen = await look();
      if (!done(seen)) continue;
      this.#known.set(place, 'slow');
      this.#onLate();
      this.#took.set(place, Math.max(waited, this.#took.get(place) ?? 0));
      return seen;
    }
    const now = this.#known.get(place) ?? 0;
    if (now !== 'slow') this.#known.set(place, now + 1);
    return seen;
  }

  /**
   * Looks once more after so many milliseconds of nothing; undefined, and at once, where that was in vain at the place so often that
   * it has become plain that time changes nothing there.
   */
  async rested<T>(place: string, ms: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.#known.get(place) ?? 0;
    if (this.#shortens && known !== 'slow' && known >= VAIN) return undefined;
    await this.#pause(ms);
    const seen = await look();
    this.#known.set(place, seen === undefined && known !== 'slow' ? known + 1 : 'slow');
    return seen;
  }

  /** Waits as long as changes have taken to show at a place: for what is to show nothing. */
  async settle(place: string): Promise<void> {
    const took = this.#took.get(place);
    if (took !== undefined) await this.#pause(took);
  }
}

/** The pauses that are left when so many milliseconds of them have passed. */
function after(had: number, pauses: readonly number[]): readonly number[] {
  let past = 0;
  return pauses.filter((ms) => {
    past += ms;
    return past > had;
  });
}
