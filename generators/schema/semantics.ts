/**
 * Meanings that JSON Schema has no keyword for, given to a schema by `x-semantic`. They narrow what is generated; only
 * `iso-3166-1-alpha-2` and `past-date` can also be told apart from their opposite.
 */

/** The officially assigned ISO 3166-1 alpha-2 codes. */
const COUNTRY_CODES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
  'UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const COUNTRIES = new Set(COUNTRY_CODES);

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
  if (semantic === 'iso-3166-1-alpha-2') return `^(${COUNTRY_CODES.join('|')})$`;
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
