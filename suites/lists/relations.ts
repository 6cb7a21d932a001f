/** Which entries of two lists are the same certificate, and relations between lists of their keys. Pure; each tells what is wrong in a few words, or nothing when it holds. */
import { type Answer, token, valueAt } from '../../spec/index.ts';

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

/** How entries are told apart. */
export interface Identity {
  /** JSON Pointer of the member that identifies an entry; undefined when only the whole entry can be compared. */
  readonly pointer: string | undefined;
  /** True when no two entries were seen to have the same key: then a repeat is one. */
  readonly unique: boolean;
  key(item: unknown): string;
}

/**
 * The identity of list entries: the member that the dialect names, if it tells these entries apart; else a member that does;
 * else the whole entry.
 */
export function identityOf(items: readonly unknown[], answer: Answer | undefined): Identity {
  const named = typeof answer?.value === 'string' ? [answer.value] : [];
  for (const pointer of [...named, ...membersOf(items)]) {
    const values = items.map((item) => valueAt(item, pointer));
    const scalar = values.every((value) => typeof value === 'number' || typeof value === 'string');
    const claimed = answer?.standing === 'claimed' && pointer === answer.value;
    // A declared member that repeats is a repeat, not a wrong declaration.
    if (items.length > 0 && scalar && (claimed || new Set(values).size === values.length))
      return { pointer, unique: true, key: (item) => JSON.stringify(valueAt(item, pointer)) ?? 'nothing' };
  }
  const keys = items.map(canonical);
  return { pointer: undefined, unique: new Set(keys).size === keys.length, key: canonical };
}

/** Top-level members that all entries have, integers first: ids mostly are. */
function membersOf(items: readonly unknown[]): string[] {
  const [first] = items;
  if (typeof first !== 'object' || first === null) return [];
  return Object.entries(first)
    .sort(([, a], [, b]) => Number(Number.isInteger(b)) - Number(Number.isInteger(a)))
    .map(([name]) => token(name));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
