/** Entities that were there and are not any more, and between which two looks they went (contract 4.1, 7.1). */
import type { Exchange } from '../../spec/index.ts';

/** Moments in milliseconds since 1970. */
export interface Loss {
  /** When the last GET that showed it was sent. */
  readonly seenAt: number;
  /** When the first one after that was answered that did not find it. */
  readonly goneAt: number;
}

/** Follows what GETs with our credential find and do not find. */
export class Losses {
  readonly #seenAt = new Map<string, number>();
  readonly #goneAt = new Map<string, number>();

  found(key: string, { startedAt }: Exchange): void {
    this.#goneAt.delete(key);
    this.#seenAt.set(key, Math.max(startedAt, this.#seenAt.get(key) ?? 0));
  }

  missed(key: string, { startedAt, durationMs }: Exchange): void {
    if (!this.#goneAt.has(key)) this.#goneAt.set(key, startedAt + durationMs);
  }

  /** True for what was not found when it was last looked for. */
  isGone(key: string): boolean {
    return this.#goneAt.has(key);
  }

  /** Undefined for what is there, was never seen, or was never looked for again. */
  of(key: string): Loss | undefined {
    const [seenAt, goneAt] = [this.#seenAt.get(key), this.#goneAt.get(key)];
    return seenAt === undefined || goneAt === undefined ? undefined : { seenAt, goneAt };
  }
}
