/** What the dialect says of the members that filters look at, as predicates on list entries, and values that tell a careless comparison from an exact one. Pure. */
import { valueAt } from '../../spec/index.ts';
import { pointerSet } from '../judges/index.ts';

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

/** Shorter texts are mostly codes: another one may be another value. */
const SHORTEST_TEXT = 3;

/** The text with another last and with another first letter or digit, of the same kind, so that its form stays. */
export function nearMisses(text: string): string[] {
  const places = [...text.matchAll(/[a-z0-9]/gi)].map(({ index }) => index);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || text.length < SHORTEST_TEXT) return [];
  return [...new Set([last, first].map((at) => `${text.slice(0, at)}${other(text, at)}${text.slice(at + 1)}`))];
}

/** Signs that stand for any character, or any text, in patterns: of SQL, of file names, of regular expressions. */
const WILD = ['%', '_', '*', '.'];

/** The text with each of these signs for the letter or digit in its middle: only who takes it for a pattern finds the text by it. */
export function patternsOf(text: string): string[] {
  const places = [...text.matchAll(/[a-z0-9]/gi)].map(({ index }) => index);
  const at = places[Math.floor(places.length / 2)];
  if (at === undefined || text.length < SHORTEST_TEXT) return [];
  return WILD.map((sign) => `${text.slice(0, at)}${sign}${text.slice(at + 1)}`);
}

function other(text: string, at: number): string {
  const character = text[at] ?? '';
  if (/\d/.test(character)) return String((Number(character) + 5) % 10);
  // Hashes and serial numbers have letters up to f only.
  const hexadecimal = /^[0-9a-f:\s-]{8,}$/i.test(text);
  const [wanted, spare] = hexadecimal ? ['a', 'd'] : ['q', 'z'];
  const made = character.toLowerCase() === wanted ? spare : wanted;
  return character === character.toUpperCase() ? made.toUpperCase() : made;
}

/** A number that is asked for, and another one that an entry has. */
export interface NumberPair {
  readonly asked: number;
  readonly had: number;
}

/**
 * Of the pairs that may be judged, one for each sort of careless comparison: the number asked for is smaller, is greater, or
 * begins with the same digits and ends there. Numbers that entries have come before made ones.
 */
export function distinguishingPairs(
  numbers: readonly number[],
  least: number,
  isSure: (pair: NumberPair) => boolean = () => true,
): NumberPair[] {
  const known = numbers.flatMap((had) => numbers.map((asked) => ({ asked, had })));
  const made = numbers.flatMap((had) => [had - 1, had + 1, Math.trunc(had / 10)].map((asked) => ({ asked, had })));
  const all = [...known, ...made].filter((pair) => pair.asked >= least && pair.asked !== pair.had && isSure(pair));
  const found = [
    all.find(({ asked, had }) => asked < had),
    all.find(({ asked, had }) => asked > had),
    all.find(({ asked, had }) => String(had).startsWith(String(asked))),
  ].filter((pair) => pair !== undefined);
  return [...new Set(found)];
}
