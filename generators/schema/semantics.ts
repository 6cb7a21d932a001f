import { countryCodes } from './countries.ts';

/**
 * Meanings that JSON Schema has no keyword for, given to a schema by `x-semantic`. They narrow what is generated; only
 * `iso-3166-1-alpha-2` and `past-date` can also be told apart from their opposite.
 */

const COUNTRIES = new Set(countryCodes);

/** First day that no longer counts as past. Fixed, so that no result depends on the clock. */
const PRESENT = '2026-01-01';

/** True for a full date of the proleptic Gregorian calendar written `yyyy-MM-dd`. */
function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** Whether a text has the meaning; a meaning that is not known holds for every text. */
export function hasMeaning(semantic: string, text: string): boolean {
  if (semantic === 'iso-3166-1-alpha-2') return COUNTRIES.has(text);
  if (semantic === 'past-date') return isCalendarDate(text.slice(0, 10)) && text.slice(0, 10) < PRESENT;
  return true;
}

const FQDN = '([a-z][a-z0-9]{0,59}\\.){1,4}(com|org|net|example)';
const HOST = '[a-z][a-z0-9]{0,30}\\.(com|org|net|example)';

/** A pattern of texts that have the meaning; undefined when the meaning is not known. */
export function patternOfMeaning(semantic: string): string | undefined {
  if (semantic === 'iso-3166-1-alpha-2') return `^(${countryCodes.join('|')})$`;
  if (semantic === 'past-date') {
    return '^(19[5-9][0-9]|200[0-9]|201[0-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z)?$';
  }
  if (semantic === 'fqdn') return `^${FQDN}$`;
  if (semantic === 'fqdn-list') return `^${FQDN}( ${FQDN}){0,2}$`;
  if (semantic === 'link-address') {
    return `^$|^(https?|ftps?|gopher|telnet|nntp)://${HOST}(/[a-z0-9]+)*$|^mailto:[a-z]{1,20}@${HOST}$|^news:[a-z]{1,20}$`;
  }
  return undefined;
}
