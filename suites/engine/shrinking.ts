/** Shrinking that ends: a slow target must not be asked for ever for a smaller failure. */

/** Time for finding a smaller failure, from the first one on, in milliseconds. */
const LIMIT_MS = 10_000;

/**
 * A property as it was until it fails, and for some seconds after: then all else counts as holding, so that the smallest failure by
 * then stays. Until the first failure nothing is cut short, however long requests wait for each other: the same seed sends the same.
 *
 * @param holds false, or a rejection, for a failure.
 */
export function shrunkInTime<T extends readonly unknown[]>(
  holds: (...input: T) => Promise<boolean>,
  limitMs: number = LIMIT_MS,
): (...input: T) => Promise<boolean> {
  let until: number | undefined;
  return async (...input) => {
    if (until !== undefined && performance.now() > until) return true;
    let held = false;
    try {
      held = await holds(...input);
      return held;
    } finally {
      if (!held) until ??= performance.now() + limitMs;
    }
  };
}
