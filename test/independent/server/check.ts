/** Whether a value is one of its type, by the manner of a reading. */
import type { Json, Member, Type } from '../contract/types.ts';

/** How values are read where the contract leaves it open (silences on text length, letter case and notation). */
export interface Manner {
  readonly unit: 'points' | 'units' | 'bytes';
  readonly anyCase: boolean;
  readonly looseNumbers: boolean;
  readonly looseBooleans: boolean;
  readonly trims: boolean;
  readonly anyUuid: boolean;
  /** User-assigned country codes (XA, ZZ) are taken, too. */
  readonly anyCountry: boolean;
  /** Lists of the query: repeated parameters, or values between commas. */
  readonly arrays: 'repeat' | 'comma';
  readonly repeatsRefused: boolean;
  readonly unknownMembers: 'ignored' | 'refused';
  readonly nullMembers: 'absent' | 'refused';
}

export type Verdict = { readonly value: Json } | { readonly wrong: string };

/** Sees every verdict on a single value, with the place it stands at; a planted fault may turn it. */
export type Judge = (place: string, raw: Json, type: Type, verdict: Verdict) => Verdict;

const wrong = (why: string): Verdict => ({ wrong: why });

export function lengthOf(value: string, { unit }: Pick<Manner, 'unit'>): number {
  if (unit === 'units') return value.length;
  return unit === 'points' ? [...value].length : Buffer.byteLength(value);
}

/** The codes that ISO 3166-1 assigns. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const LEFT_TO_USERS = ['AA', ...LETTERS.slice(12).map((one) => `Q${one}`), ...LETTERS.map((one) => `X${one}`), 'ZZ'];

/** The country codes that a reading takes. */
export const countriesOf = ({ anyCountry }: Pick<Manner, 'anyCountry'>): readonly string[] =>
  anyCountry ? [...COUNTRIES, ...LEFT_TO_USERS] : COUNTRIES;
export const ADDRESS = /^(?:(?:https?|ftps?|gopher|telnet|nntp):\/\/\S+|(?:mailto|news):\S+)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function calendarDate(raw: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(raw)) return false;
  const date = new Date(`${raw}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(raw);
}

function checkText(type: Type & { is: 'text' }, raw: string, manner: Manner): Verdict {
  const value = manner.trims ? raw.trim() : raw;
  const length = lengthOf(value, manner);
  if (length < (type.min ?? 0)) return wrong(`shorter than ${type.min}`);
  // Bytes are the strictest unit, points the loosest: a bound of exactly n characters is never in bytes.
  if (type.max !== undefined && length > type.max) return wrong(`longer than ${type.max}`);
  if (type.form === 'country') {
    if (!countriesOf(manner).includes(value)) return wrong('no country code');
  } else if (type.form === 'date') {
    if (!calendarDate(value)) return wrong('no calendar date');
  } else if (type.form === 'address') {
    if (value !== '' && !ADDRESS.test(value)) return wrong('no address of a known scheme');
  }
  return { value };
}

function checkInt(type: Type & { is: 'int' }, value: number): Verdict {
  if (!Number.isInteger(value)) return wrong('no integer');
  if (value < -2147483648 || value > 2147483647) return wrong('beyond 32 bits');
  if (type.min !== undefined && value < type.min) return wrong(`less than ${type.min}`);
  if (type.max !== undefined && value > type.max) return wrong(`more than ${type.max}`);
  return { value: value === 0 ? 0 : value };
}

function checkWord(type: Type & { is: 'word' }, raw: string, manner: Manner): Verdict {
  const found = type.of.find((one) => one === raw || (manner.anyCase && one.toLowerCase() === raw.toLowerCase()));
  return found === undefined ? wrong(`none of ${type.of.join(', ')}`) : { value: found };
}

function checkUuid(raw: string, manner: Manner): Verdict {
  const value = manner.anyUuid ? raw.toLowerCase() : raw;
  return UUID.test(value) ? { value } : wrong('no UUID');
}

/** Judges a value written as text: in a path, a query, a form or an XML element. */
export function fromText(type: Type, raw: string, manner: Manner): Verdict {
  switch (type.is) {
    case 'text':
      return checkText(type, raw, manner);
    case 'word':
      return checkWord(type, raw, manner);
    case 'uuid':
      return checkUuid(raw, manner);
    case 'bool': {
      const word = manner.looseBooleans ? raw.toLowerCase() : raw;
      if (word === 'true' || word === 'false') return { value: word === 'true' };
      return wrong('no boolean');
    }
    case 'int': {
      const digits = manner.looseNumbers ? raw.trim().replace(/^\+/, '') : raw;
      return /^-?\d{1,19}$/.test(digits) ? checkInt(type, Number(digits)) : wrong('no integer');
    }
    default:
      return wrong('not a single value');
  }
}

/** Judges a value of a JSON body, and everything in it. */
export function fromJson(place: string, type: Type, raw: Json, manner: Manner, judge: Judge): Verdict {
  return judge(place, raw, type, plainly(place, type, raw, manner, judge));
}

function plainly(place: string, type: Type, raw: Json, manner: Manner, judge: Judge): Verdict {
  switch (type.is) {
    case 'int':
      return typeof raw === 'number' ? checkInt(type, raw) : wrong('no number');
    case 'bool':
      return typeof raw === 'boolean' ? { value: raw } : wrong('no boolean');
    case 'list':
      return listed(place, type, raw, manner, judge);
    case 'record':
      return record(place, type.members, raw, manner, judge);
    default:
      return typeof raw === 'string' ? fromText(type, raw, manner) : wrong('no text');
  }
}

function listed(place: string, type: Type & { is: 'list' }, raw: Json, manner: Manner, judge: Judge): Verdict {
  if (!Array.isArray(raw)) return wrong('no list');
  const values: Json[] = [];
  for (const item of raw as readonly Json[]) {
    const verdict = plainly(place, type.of, item, manner, judge);
    if ('wrong' in verdict) return verdict;
    values.push(verdict.value);
  }
  return countsOf(type, values);
}

/** What a list as a whole must be: long enough, and without repeats where those are refused. */
export function countsOf(type: Type & { is: 'list' }, values: readonly Json[]): Verdict {
  if (values.length < (type.least ?? 0)) return wrong(`fewer than ${type.least} items`);
  if (type.once && new Set(values.map((value) => JSON.stringify(value))).size < values.length) return wrong('repeats');
  return { value: values };
}

function record(place: string, members: readonly Member[], raw: Json, manner: Manner, judge: Judge): Verdict {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return wrong('no object');
  const given = raw as Readonly<Record<string, Json>>;
  const value: Record<string, Json> = {};
  for (const { field, type, need } of members) {
    const item = given[field];
    if (item === undefined || (item === null && manner.nullMembers === 'absent')) {
      if (need) return wrong(`${field} is missing`);
      continue;
    }
    const verdict = plainly(place, type, item, manner, judge);
    if ('wrong' in verdict) return verdict;
    value[field] = verdict.value;
  }
  const unknown = Object.keys(given).find((name) => !members.some(({ field }) => field === name));
  if (unknown !== undefined && manner.unknownMembers === 'refused') return wrong(`${unknown} is unknown`);
  return { value };
}
