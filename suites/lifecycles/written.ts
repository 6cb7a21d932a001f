/** Whether what an update wrote shows, and what it did not mention stays. Pure: what was written and seen in, judgements out (contract 4, 4.5, 7.1). */
import type { Seen } from '../../reports/model.ts';
import type { Answer, Exchange } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import {
  differences,
  excerpt,
  type Form,
  fail,
  isAsWritten,
  isEmpty,
  isProse,
  isTidied,
  PASS,
  sameValue,
  warn,
} from '../judges/index.ts';

/** One member of one accepted update, and what the GET showed at its place afterwards. */
export interface Written {
  /** Place in the request: a JSON Pointer, or `?name`. */
  readonly write: string;
  /** JSON Pointer in the GET body. */
  readonly read: string;
  readonly before: unknown;
  readonly value: unknown;
  readonly shown: unknown;
  /** True when the value holds a number that was made up: a server may not know what it names. */
  readonly invented?: boolean;
  /** What is particular to this update: the type of an entity of another type, or what went before it. */
  readonly when?: string;
  /** The type of the entity, where the profile tells some apart. */
  readonly type?: string;
  readonly exchange: Exchange;
  /** The look that shows it. */
  readonly seen?: Seen;
  /** Stands for `shown` when no GET was answered after the update, so that nothing is known of what it would show. */
  readonly unseen?: Judgement;
}

/**
 * Places that were seen to take on what was written: their further failures are the target's. What showed before proves nothing,
 * nor does a list without items, which also shows where a server clears what it takes for left out.
 */
export function confirmedPlaces(all: readonly Written[]): ReadonlySet<string> {
  const confirms = ({ before, value, shown, unseen }: Written): boolean =>
    unseen === undefined && !isEmpty(value) && sameValue(value, shown) && !sameValue(value, before);
  return new Set(all.filter(confirms).map(placeOf));
}

/** What one entity showed at a place, before and after something was written there. */
export interface Shown extends Pick<Written, 'write' | 'read'> {
  readonly type?: string | undefined;
  readonly before?: unknown;
  readonly shown?: unknown;
}

/**
 * Whether a written value shows. Where the place is only assumed it counts once it was seen to show a value; undefined
 * for one that never did: nothing follows from it. `formed`: places of what has a form of its own.
 */
export function judgeWritten(
  one: Written,
  standing: Answer['standing'],
  confirmed: ReadonlySet<string>,
  formed: ReadonlySet<string> = new Set(),
): Judgement | undefined {
  if (one.unseen !== undefined) return one.unseen;
  if (isAsWritten(one.value, one.shown)) return PASS;
  // Where it is only assumed that a list shows, an empty one may stand for none given.
  if (standing !== 'claimed' && (isEmpty(one.value) || !confirmed.has(placeOf(one)))) return undefined;
  const expected = `${one.read} shows ${show(one.value)}, written at ${one.write}`;
  const actual = `it shows ${show(one.shown)}`;
  // Trimmed or normalised text has arrived; whether a server may tidy it is not shown, and nobody says so where the place is assumed.
  const form: Form = standing !== 'claimed' ? 'unknown' : formed.has(placeOf(one)) ? 'own' : 'none';
  // An empty text is kept as none by whoever knows no difference.
  const isNone = one.value === '' && isEmpty(one.shown);
  if (one.invented === true || isNone || isTidied(one, form)) return warn(expected, actual);
  return fail(expected, actual);
}

/**
 * Places that mostly show what has a form of its own, such as an address, before anything else is written there: what the written
 * one showed at first, which may be of another check, and what others of the kind show (`beside`).
 */
export function formedPlaces(all: readonly Written[], beside: readonly Shown[] = []): ReadonlySet<string> {
  const first = new Map(all.toReversed().map((one) => [placeOf(one), one.before]));
  const texts = [...first, ...beside.map((one) => [placeOf(one), one.shown] as const)]
    .flatMap(([place, shown]) => [shown].flat().map((text) => [place, text] as const))
    .filter((one): one is [string, string] => typeof one[1] === 'string' && one[1] !== '');
  const formed = (place: string): boolean => {
    const own = texts.filter(([other]) => other === place);
    return own.filter(([, text]) => !isProse(text)).length * 2 >= Math.max(1, own.length);
  };
  return new Set(texts.map(([place]) => place).filter(formed));
}

export function placeOf({ write, read }: Pick<Written, 'write' | 'read'>): string {
  return `${write} ${read}`;
}

/**
 * A member that an update did not mention (4.5): it keeps its value. One that had none may be filled by the server, but not
 * with what was `written` to another.
 */
export function judgeOmitted(
  { before, after, read }: { readonly before: unknown; readonly after: unknown; readonly read: string },
  written: unknown,
  trusted: boolean,
): Judgement | undefined {
  const kept = isEmpty(before)
    ? isEmpty(after) || !sameValue(written, after)
    : differences({ before }, { before: after }).length === 0;
  if (kept) return PASS;
  if (!trusted) return undefined;
  return fail(`${read} stays ${show(before)}, as the update does not mention it`, `it shows ${show(after)}`);
}

export function show(value: unknown): string {
  return value === undefined ? 'nothing' : excerpt(JSON.stringify(value));
}
