/** Relations between lists of keys. Pure; each tells what is wrong in a few words, or nothing when it holds. */

export type Keys = readonly string[];

/** Every key of the part is in the whole, at least as often. */
export function notWithin(part: Keys, whole: Keys): string | undefined {
  const left = counts(whole);
  const extra: string[] = [];
  for (const key of part) {
    const count = left.get(key) ?? 0;
    if (count === 0) extra.push(key);
    else left.set(key, count - 1);
  }
  return extra.length === 0
    ? undefined
    : `${extra.length} of ${part.length} entries are not in it, such as ${brief(extra[0])}`;
}

/** No key is in two lists. */
export function overlap(lists: ReadonlyMap<string, Keys>): string | undefined {
  const owner = new Map<string, string>();
  for (const [name, keys] of lists) {
    for (const key of new Set(keys)) {
      const other = owner.get(key);
      if (other !== undefined) return `${brief(key)} is listed for ${other} and for ${name}`;
      owner.set(key, name);
    }
  }
  return undefined;
}

/** Both lists have the same keys in the same order. */
export function notEqual(actual: Keys, expected: Keys): string | undefined {
  const repeated = firstRepeat(actual);
  if (repeated !== undefined && firstRepeat(expected) === undefined) return `${brief(repeated)} comes twice`;
  const at = expected.findIndex((key, index) => actual[index] !== key);
  if (at >= 0) {
    if (!actual.includes(expected[at] ?? '')) return `${brief(expected[at])}, entry ${at}, is missing`;
    return `entry ${at} is ${brief(actual[at])} and not ${brief(expected[at])}`;
  }
  return actual.length > expected.length ? `${actual.length - expected.length} entries too many` : undefined;
}

/** Both lists have the same keys, in whatever order. */
export function sameSet(a: Keys, b: Keys): boolean {
  return a.length === b.length && notWithin(a, b) === undefined;
}

/** The first key that comes a second time. */
export function firstRepeat(keys: Keys): string | undefined {
  const seen = new Set<string>();
  return keys.find((key) => seen.size === seen.add(key).size);
}

/** A key for a report. */
export function brief(key: string | undefined): string {
  const text = key ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function counts(keys: Keys): Map<string, number> {
  const found = new Map<string, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
}
