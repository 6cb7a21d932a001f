/** Keeps requests that a target counts below the number that it allows in a window: known limits are kept, not run into. */
import type { WireRequest } from '../types.ts';

/** A limit that the target's owner declares. */
export interface Pace {
  readonly requests: number;
  readonly seconds: number;
  /** True for a request that counts against it. */
  counts(request: WireRequest): boolean;
}

/** The part of a limit that a run uses: the owner, and a clock that differs a little, need the rest. */
const SHARE = 0.95;
const CLOCKS_MS = 25;

export class Pacer {
  readonly #pace: Pace;
  readonly #most: number;
  readonly #spanMs: number;
  readonly #queue: (() => void)[] = [];
  /** When requests ended: each was counted at some moment before. */
  #ended: number[] = [];
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pace: Pace) {
    this.#pace = pace;
    this.#most = Math.max(1, Math.floor(pace.requests * SHARE));
    this.#spanMs = pace.seconds * 1000 + CLOCKS_MS;
  }

  /** Waits until one more request is within the limit; undefined when it does not count. An aborted signal ends the wait, too. */
  async turn(
    request: WireRequest,
    {
      signal,
      ahead,
      waits,
    }: { readonly signal: AbortSignal | undefined; readonly ahead: boolean; readonly waits: boolean },
  ): Promise<(() => void) | undefined> {
    if (!this.#pace.counts(request)) return undefined;
    if (waits && (this.#queue.length > 0 || this.#delay() > 0)) await this.#wait(signal, ahead);
    else this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
      this.#ended.push(Date.now());
      this.#pump();
    };
  }

  #wait(signal: AbortSignal | undefined, ahead: boolean): Promise<void> {
    return new Promise((resolve) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', give);
        this.#underWay += 1;
        resolve();
      };
      const give = (): void => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        enter();
      };
      signal?.addEventListener('abort', give, { once: true });
      if (ahead) this.#queue.unshift(enter);
      else this.#queue.push(enter);
      this.#pump();
    });
  }

  /** Milliseconds until one more may go; Infinity while that depends on those under way. */
  #delay(): number {
    const now = Date.now();
    this.#ended = this.#ended.filter((time) => time > now - this.#spanMs);
    const beyond = this.#underWay + this.#ended.length - this.#most;
    if (beyond < 0) return 0;
    const freeing = this.#ended[beyond];
    return freeing === undefined ? Number.POSITIVE_INFINITY : freeing + this.#spanMs - now;
  }

  #pump(): void {
    clearTimeout(this.#timer);
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const delay = this.#delay();
      if (delay > 0) {
        if (Number.isFinite(delay)) this.#timer = setTimeout(() => this.#pump(), delay);
        return;
      }
      this.#queue.shift();
      next();
    }
  }
}
