/**
 * A small seeded source of choices (Mulberry32). Seed 0 always chooses the first alternative, so that 0 is the simplest
 * value for shrinking.
 */
export function picker(seed: number): (alternatives: number) => number {
  if (seed === 0) return () => 0;
  let state = seed >>> 0;
  return (alternatives) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * alternatives);
  };
}
