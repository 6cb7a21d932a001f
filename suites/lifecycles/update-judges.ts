/** Judges what updates leave behind. Pure: what was written and seen in, judgements out (contract 4, 7.1). */
import type { Seen } from '../../reports/model.ts';
import { type Answer, type Exchange, valueAt } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import {
  answerOf,
  differences,
  excerpt,
  fail,
  inWords,
  isEmpty,
  judging,
  observed,
  PASS,
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
  const form = standing !== 'claimed' ? 'unknown' : formed.has(placeOf(one)) ? 'own' : 'none';
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
 * A refused request, and the places of the entity that changed all the same. `sentBefore` names the refused request that sent what
 * the entity shows now, where this one did not.
 */
export function judgeUntouched(
  label: string,
  status: number,
  changed: readonly string[],
  sentBefore?: string,
): Judgement {
  if (changed.length === 0) return PASS;
  return fail(
    `the refused update (${label}) leaves the entity as it was`,
    `refused with ${status}, yet changed: ${inWords(changed)}` +
      (sentBefore === undefined
        ? ''
        : `; to values that it did not send, but one refused before it did (${sentBefore})`),
  );
}

/** The same update again: the same status, and nothing new shows. */
export function judgeRepeat(first: Exchange, second: Exchange, changed: readonly string[]): Judgement {
  const once = answerOf(first);
  if (once.judgement !== undefined) return once.judgement;
  const { response, judgement } = answerOf(second);
  if (judgement !== undefined) return judgement;
  const expected = `status ${once.response.status} again, and nothing new`;
  if (response.status !== once.response.status) return fail(expected, `status ${response.status}`);
  return changed.length > 0 ? fail(expected, `changed by the repetition: ${inWords(changed)}`) : PASS;
}

/** Updates that arrive together may take each other's place or be refused, but not break the server. */
export const judgeConcurrent = judging((response) =>
  response.status < 500 ? PASS : fail('any status below 500', `status ${response.status}`),
);

/**
 * A neighbour after an update of another entity. Somebody else may have changed it; only what was written to the other one
 * and to nothing else (`isOurs` tells what another check of this run may have written to the neighbour) and appears here proves
 * that the update reached it.
 */
export function judgeBystander(
  name: string,
  before: unknown,
  after: { readonly status: number; readonly value: unknown; readonly exchange: Exchange },
  written: readonly Pick<Written, 'read' | 'value'>[],
  isOurs: (part: unknown) => boolean = () => false,
): Judgement {
  const { judgement } = answerOf(after.exchange);
  if (judgement !== undefined) return judgement;
  const expected = `the ${name} is as it was`;
  if (after.status !== 200) return fail(expected, `its GET answers ${after.status}`);
  const changed = differences(before, after.value);
  if (changed.length === 0) return PASS;
  const arrived = written
    .flatMap(({ read, value }) => recognizableParts(value).map((part) => ({ read, part })))
    .find(({ read, part }) => !isOurs(part) && comesUp(part, [before, after.value], read))?.part;
  if (arrived !== undefined) return fail(expected, `it shows ${show(arrived)}, written to another one`);
  return observed({ what: 'changed', of: name, at: changed, but: 'not-to-what-was-written' });
}

/** What stands in few places is found wherever it comes up; a flag, a number or a short word at its own place alone. */
function comesUp(part: unknown, looks: readonly [before: unknown, after: unknown], read: string): boolean {
  const isOwn = typeof part === 'object' || (typeof part === 'string' && part.length >= SHORTEST);
  if (isOwn && !holds(looks[0], part) && holds(looks[1], part)) return true;
  const [was, is] = looks.map((look) => valueAt(look, read));
  return sameValue(part, is) && !sameValue(part, was);
}

/** True when a neighbour shows at the place of a change what was written there to another one, or a text out of it. */
export function isReached(shown: unknown, { read, value }: Pick<Written, 'read' | 'value'>): boolean {
  return recognizableParts(value).some((part) => holds(valueAt(shown, read), part));
}

/** A value itself and, of what is made of several, its texts: another one may take on some of them only. Nothing at all stands everywhere. */
function recognizableParts(value: unknown): unknown[] {
  if (isEmpty(value)) return [];
  if (typeof value !== 'object' || value === null) return [value];
  const texts = (one: unknown): unknown[] =>
    typeof one === 'object' && one !== null
      ? Object.values(one).flatMap(texts)
      : typeof one === 'string' && one.length >= SHORTEST
        ? [one]
        : [];
  return [value, ...texts(value)];
}

/** Shorter texts stand in many places. */
const SHORTEST = 4;

function holds(document: unknown, part: unknown): boolean {
  return JSON.stringify(document ?? null).includes(JSON.stringify(part ?? null));
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

/** Lists may come back in another order, and objects with further members; what was written must be there. */
export function sameValue(written: unknown, shown: unknown): boolean {
  if (Array.isArray(written)) {
    if (!Array.isArray(shown) || shown.length !== written.length) return false;
    const left = [...(shown as unknown[])];
    return written.every((item) => {
      const at = left.findIndex((candidate) => sameValue(item, candidate));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  if (written === null || typeof written !== 'object') return Object.is(written, shown);
  if (shown === null || typeof shown !== 'object') return false;
  const found = shown as Readonly<Record<string, unknown>>;
  return Object.entries(written).every(([name, value]) => isAsWritten(value, found[name]));
}

/** The same, or no value on either side: how one appears is not shown (silence `response.null-members`). */
function isAsWritten(written: unknown, shown: unknown): boolean {
  return sameValue(written, shown) || (isEmpty(written) && isEmpty(shown));
}

/**
 * The same text trimmed, with other characters for the same letters, without its breaks of lines, or without its markup, which
 * some servers take out lest a page runs it. What has a form of its own (a number of a phone, an address), or stands where one
 * stood, may be brought into that, too.
 */
function isTidied(one: Tidied, form: Form): boolean {
  const { before, value, shown } = one;
  if (isTexts(value) && isTexts(shown)) return value.length === shown.length && areTidied({ value, shown }, form);
  if (typeof value !== 'string' || typeof shown !== 'string') return formed(value) === formed(shown);
  if (form !== 'none' && value.replace(/\s/g, '') === shown) return true;
  if (isNumberAlone(one)) return true;
  // Words that stand there in letters of both cases were not brought into any form: then it is the former text that stays.
  const isMixed = isProse(shown) && shown !== shown.toLowerCase() && shown !== shown.toUpperCase();
  const stays = form === 'own' && before === shown && isMixed;
  const mayBeFormed = (form !== 'none' && !stays) || !isProse(value);
  const kept = tidied(shown);
  return [value, value.replace(/<[^>]*>/g, ''), value.replace(/[<>]/g, ''), value.replace(/[\t\r\n]/g, '')].some(
    (plain) => tidied(plain) === kept || (mayBeFormed && formed(plain) === formed(shown)),
  );
}

/** Each text of a list has one there that it is, or was tidied into: in whatever order, as lists come back in any. */
function areTidied(
  { value, shown }: { readonly value: readonly string[]; readonly shown: readonly string[] },
  form: Form,
): boolean {
  const left = [...shown];
  const take = (fits: (one: string) => boolean): boolean => {
    const at = left.findIndex(fits);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const changed = value.filter((text) => !take((one) => one === text));
  return changed.every((text) => take((one) => isTidied({ before: undefined, value: text, shown: one }, form)));
}

/** What is known of the form in which a place shows texts: nothing, that it has one of its own, that it has none. */
type Form = 'unknown' | 'own' | 'none';

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Mail addresses, URLs, numbers of phones, and hexadecimal digits: they mean the same in more than one form. */
const FORMS: readonly RegExp[] = [
  /^\S+@\S+$/,
  /^[a-z][a-z+.-]*:\S+$/i,
  /^[\d\s().+/x#-]+$/,
  /^(?=.*[\d:])[\da-f:-]+$/i,
];

/** True for what people write in words: nobody tidies its letters. */
function isProse(text: string): boolean {
  return FORMS.every((form) => !form.test(text));
}

type Tidied = Pick<Written, 'before' | 'value' | 'shown'> & Partial<Pick<Written, 'write'>>;

/** Letters are no part of the number of a phone: where one is written in its place, they may be left out. */
function isNumberAlone({ write = '', before, value, shown }: Tidied): boolean {
  const isPhone = /phone/i.test(write) || [before, shown].some((one) => NUMBER_OF_PHONE.test(String(one)));
  const [written, left] = [String(value), String(shown)];
  return (
    isPhone && !NUMBER_OF_PHONE.test(written) && /^[\d\s().+-]*$/.test(left) && digitsOf(written) === digitsOf(left)
  );
}

const NUMBER_OF_PHONE = /^\+?[\d\s().-]{6,}$/;

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function tidied(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

function formed(value: unknown): string {
  // Before it is written as JSON, which has escapes for some white space.
  const bare = (_name: string, held: unknown): unknown =>
    typeof held === 'string'
      ? held
          .normalize('NFKC')
          .toLowerCase()
          .replace(/[\s().-]/g, '')
      : held;
  return JSON.stringify(value ?? null, bare).toLowerCase();
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : excerpt(JSON.stringify(value));
}
