/** Which entries of two lists are the same certificate. */

import { token, valueAt } from '../../spec/json.ts';
import type { Answer } from '../../spec/types.ts';

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
    if (items.length > 0 && scalar && (claimed || new Set(values).size === values.length)) {
      return { pointer, unique: true, key: (item) => JSON.stringify(valueAt(item, pointer)) ?? 'nothing' };
    }
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
