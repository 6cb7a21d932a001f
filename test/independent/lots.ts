/** Numbers by lot: the same seed gives the same ones. */

/** A generator of numbers from 0 to below 1 (mulberry32). */
export function lots(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Takes one of many by lot. */
export const oneOf = <T>(all: readonly T[], next: () => number): T => all[Math.floor(next() * all.length)] as T;
