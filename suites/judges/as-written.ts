/** Whether what shows is what was written: the same, or tidied as servers may. Pure (contract 7.1; silence response.null-members). */
import { isEmpty } from './documents.ts';

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
export function isAsWritten(written: unknown, shown: unknown): boolean {
  return sameValue(written, shown) || (isEmpty(written) && isEmpty(shown));
}

/**
 * The same text trimmed, with other characters for the same letters, without its breaks of lines, or without its markup, which
 * some servers take out lest a page runs it. What has a form of its own (a number of a phone, an address), or stands where one
 * stood, may be brought into that, too.
 */
export function isTidied(one: Tidied, form: Form): boolean {
  const { before, value, shown } = one;
  if (isTexts(value) && isTexts(shown)) return value.length === shown.length && areTidied({ value, shown }, form);
  if (typeof value !== 'string' || typeof shown !== 'string') return formed(value) === formed(shown);
  if (form !== 'none' && value.replace(/\s/g, '') === shown) return true;
  if (isNumberAlone(one) || isSameLink(value, shown)) return true;
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
export type Form = 'unknown' | 'own' | 'none';

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
export function isProse(text: string): boolean {
  return FORMS.every((form) => !form.test(text));
}

/** What was written, and what showed before and after it. */
interface Tidied {
  /** Place in the request, whose name may say that it is for a phone. */
  readonly write?: string;
  readonly before: unknown;
  readonly value: unknown;
  readonly shown: unknown;
}

/** A link in the form in which one is written out: with a slash behind its host, its scheme in small letters, what needs it escaped (RFC 3986, section 6). */
function isSameLink(value: string, shown: string): boolean {
  const [one, other] = [value, shown].map((text) => URL.parse(text)?.href);
  return one !== undefined && one === other;
}

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
