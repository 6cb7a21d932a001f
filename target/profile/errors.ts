/** What is wrong with a profile, said in one sentence. */

/** A profile that cannot be used. Its message names the file, the place in it, what is wrong and how to mend it. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  /** JSON Pointer of the faulty member; '' when the fault is not in one member. */
  readonly pointer: string;

  constructor(message: string, pointer = '') {
    super(message);
    this.pointer = pointer;
  }
}

/** The name among `known` that was probably meant by `given`; undefined when none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  // A transposition counts two, so short names are given that much.
  let bestDistance = Math.max(given.length < 3 ? 1 : 2, Math.floor(given.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Least number of inserted, deleted and replaced characters that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replace, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
