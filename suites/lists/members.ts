/** What the dialect says of the members that filters look at, as predicates on list entries. Pure. */

import { valueAt } from '../../spec/json.ts';
import { pointerSet } from '../judges/pointer.ts';
import { nearMisses } from './near-misses.ts';
import { distinguishingPairs } from './numbers.ts';

/** Different numbers of one member that are looked at. */
const MOST_NUMBERS = 50;

/** How a filter compares its value with a member of an entry (silence ssl.list.filter-members). */
export interface FilterMember {
  readonly pointer: string;
  readonly match: 'exact' | 'contains' | 'any-element';
}

/** True when the entry fits the value. */
export function fits(item: unknown, value: string, { pointer, match }: FilterMember): boolean {
  const member = valueAt(item, pointer);
  if (match === 'any-element') return texts(member).includes(value);
  const [text] = texts(member);
  if (text === undefined) return false;
  return match === 'exact' ? text === value : text.includes(value);
}

/**
 * A few values that entries have, one near the beginning, one in the middle, one at the end; where any element counts also the
 * last one of an entry, which a server that looks at the first alone does not find.
 */
export function valuesOfMember(items: readonly unknown[], { pointer, match }: FilterMember): string[] {
  const lists = items.map((item) => texts(valueAt(item, pointer)).filter((text) => text !== ''));
  const all = lists.flatMap((list) => list.slice(0, 1));
  const last = match === 'any-element' ? lists.find((list) => list.length > 1)?.at(-1) : undefined;
  const picked = [all[0], all[Math.floor(all.length / 2)], all.at(-1), last].filter((text) => text !== undefined);
  return [...new Set(picked)];
}

/** Numbers to ask for where entries show theirs: those that tell an exact comparison from a careless one. */
export function numbersOfMember(items: readonly unknown[], { pointer, match }: FilterMember): string[] {
  if (match !== 'exact') return [];
  const all = items.flatMap((item) => texts(valueAt(item, pointer))).filter((text) => /^[1-9]\d*$/.test(text));
  // Pairs are made of all of them, so a few must do.
  const some = [...new Set(all)].slice(0, MOST_NUMBERS).map(Number);
  return distinguishingPairs(some, 1).map(({ asked }) => String(asked));
}

/** Texts that no entry need have: others by one character, and parts, which tell a comparison of the whole from one of a part. */
export function madeOf(text: string): string[] {
  const parts = [text.slice(1), text.slice(0, -1), text.slice(1, -1)].filter((part) => part.trim() === part);
  return text.length < SHORTEST ? [] : [...nearMisses(text), ...parts];
}

/** Shorter parts may be too short to be looked for. */
const SHORTEST = 6;

/** Values of which it is open what they find, as whether a filter tells letter cases apart is not shown. */
export function ambiguous(items: readonly unknown[], value: string, member: FilterMember): boolean {
  return items.some((item) => fits(item, value, member) !== fits(lowered(item, member), value.toLowerCase(), member));
}

/** True for a value that finds the same entries whether it must be the whole of a text or a part of it. */
export function isUnmistakable(items: readonly unknown[], value: string, { pointer }: FilterMember): boolean {
  return items.every((item) => {
    const all = texts(valueAt(item, pointer)).map((text) => text.toLowerCase());
    return all.every((text) => text.includes(value.toLowerCase()) === (text === value.toLowerCase()));
  });
}

function lowered(item: unknown, { pointer }: FilterMember): unknown {
  const all = texts(valueAt(item, pointer)).map((text) => text.toLowerCase());
  return pointerSet(item, pointer, Array.isArray(valueAt(item, pointer)) ? all : all[0]);
}

function texts(member: unknown): string[] {
  if (Array.isArray(member)) return member.flatMap(texts);
  return typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean'
    ? [String(member)]
    : [];
}
