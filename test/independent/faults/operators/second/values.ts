/** Values that are judged wrongly for being one particular value (4.2, 4.7, 4.9; bodies by the profile's claimed schemas). */
import { INSTALL_STATUSES, RENEWAL_STATUSES, STATUSES } from '../../../contract/parameters.ts';
import { countriesOf } from '../../../server/check.ts';
import { TOKENS } from '../../../server/tokens.ts';
import type { Operator } from '../../fault.ts';
import { answering, judging } from '../../hooks.ts';
import { BODY, IDS, ofType, QUERY } from '../../places.ts';
import { free, isString, keyed, maxOf, refusing, taking, texts, typeOf, words } from '../values/plants.ts';
import { AB, fault, parted } from './plants.ts';

const dates = keyed(texts.filter(({ member }) => member.type.form === 'date'));
/** The countries of the contract: those of bodies are this server's own. */
const countries = texts.filter(({ member, key }) => member.type.form === 'country' && key.includes('?'));
const links = texts.filter(({ member, key }) => member.type.form === 'address' && key.includes('?'));
const withWords = (places: readonly { key: string; op: string }[], all: readonly string[]) =>
  places.flatMap(({ key, op }) => all.map((word) => ({ key: `${key} ${word}`, op })));
const contact = /contact|email|phone|uri/i;
const written = free.filter(
  ({ key, member }) => key.includes('?') && !contact.test(key) && (member.type.max ?? 32) >= 8,
);
const optional = QUERY.filter(({ member, op }) => !member.need && /^(endpoint|validation|admin)/.test(op));
const EVER: Readonly<Record<string, readonly string[]>> = {
  'ssl.list?status': ['Pending', 'Active', ...INSTALL_STATUSES, ...RENEWAL_STATUSES],
  'ssl.list?installStatus': ['None', ...STATUSES, ...RENEWAL_STATUSES],
  'ssl.list?renewalStatus': ['In progress', ...STATUSES, ...INSTALL_STATUSES],
  'ssl.list?requestedVia': ['CMP', 'Manual', 'API'],
  'endpoint.update?endpointType': ['REST_API', 'ACME', 'SCEP', 'EST', 'CS_WEB_FORM'],
  'validation.revalidate?organizationDetails.evDetails.registrationAgency.businessCategory': [
    'Individual',
    'Government',
  ],
  'admin.update/type': ['TEMPLATE', 'IDP_TEMPLATE', 'MRAO'],
};
const LINKS: Readonly<Record<string, RegExp>> = {
  port: /^https?:\/\/[^/]+:\d+/,
  query: /^https?:\/\/.*\?/,
  fragment: /#/,
  mail: /^mailto:[^?]+\?/,
  numbers: /^https?:\/\/(\d+\.){3}\d+/,
  escape: /%[0-9A-F]{2}/i,
};
const SIGNS = ["'", '-', '/', ',', '(', '&', '.', 'é', '7'] as const;
const DAYS: Readonly<Record<string, RegExp>> = {
  'leap-day': /-02-29$/,
  'before-1970': /^(1[0-8]\d\d|19[0-6]\d)-/,
  'last-of-year': /-12-31$/,
  'before-1900': /^1[0-8]\d\d-/,
};

export const VALUES_TOO: readonly Operator[] = [
  fault(
    'one-date-refused',
    '4.7',
    (key) => `refuses a date of some sort: ${key}`,
    withWords(dates, Object.keys(DAYS)),
    (key) => {
      const [place, sort] = parted(key);
      return refusing(place, (value) => isString(value) && (DAYS[sort] as RegExp).test(value));
    },
  ),
  fault(
    'leap-century-taken',
    '4.7',
    (key) => `takes every fourth year for a leap year in ${key}`,
    dates,
    (key) => taking(key, (raw) => isString(raw) && /^\d\d(00)-02-29$/.test(raw)),
  ),
  // Codes that programs take for something else: the words no and NaN, and a country that has left the list of some.
  fault(
    'one-country-refused',
    '4.7',
    (key) => `refuses an assigned country: ${key}`,
    withWords(keyed(countries), ['NO', 'NA', 'SS', 'AX', 'GB', 'CW']),
    (key) => {
      const [place, code] = parted(key);
      return refusing(place, (value) => value === code);
    },
  ),
  fault(
    'one-country-too-many',
    '4.7',
    (key) => `takes a code that ISO 3166-1 has not assigned: ${key}`,
    withWords(keyed(countries), ['UK', 'EU', 'EL', 'SU', 'AN', 'YU']),
    (key) => {
      const [place, code] = parted(key);
      return taking(place, (raw) => raw === code && !countriesOf({ anyCountry: true }).includes(code));
    },
  ),
  fault(
    'country-separated',
    '4.7',
    (key) => `takes a country with a subdivision: ${key}`,
    keyed(countries),
    (key) => taking(key, (raw) => isString(raw) && /^[A-Z]{2}-[A-Z0-9]+$/.test(raw)),
  ),
  fault(
    'one-word-too-many',
    '3.1',
    (key) => `takes words that another list has: ${key}`,
    Object.keys(EVER).map((key) => ({ key, op: key.split(/[?/]/)[0] as string })),
    (key) =>
      taking(
        key,
        (raw) => isString(raw) && (EVER[key] ?? []).includes(raw),
        (raw) => (key.startsWith('admin') ? 'STANDARD' : raw),
      ),
  ),
  fault(
    'separators-alike',
    '4.1',
    (key) => `does not tell blanks, hyphens and low lines in a word apart: ${key}`,
    keyed(words.filter(({ member }) => member.type.of.some((word) => /[ _]/.test(word)))),
    (key) => {
      const { of } = typeOf(key) as { of: readonly string[] };
      const plain = (word: string) => word.replace(/[ _-]/g, '');
      return judging(key, (raw, verdict) => {
        const found = 'wrong' in verdict && isString(raw) ? of.find((word) => plain(word) === plain(raw)) : undefined;
        return found === undefined ? undefined : { value: found };
      });
    },
  ),
  fault(
    'blank-word-taken',
    '4.1',
    (key) => `takes a word with a blank behind it: ${key}`,
    keyed(words),
    (key) => {
      const { of } = typeOf(key) as { of: readonly string[] };
      return judging(key, (raw, verdict) =>
        'wrong' in verdict && isString(raw) && of.includes(raw.trim()) ? { value: raw.trim() } : undefined,
      );
    },
    { readings: AB },
  ),
  fault(
    'one-for-true',
    '4.2',
    (key) => `takes 1 for true and 0 for false: ${key}`,
    keyed([...ofType(QUERY, 'bool'), ...ofType(BODY, 'bool')]),
    (key) =>
      taking(
        key,
        (raw) => ['1', '0', 1, 0].includes(raw as never),
        (raw) => Number(raw) === 1,
      ),
  ),
  fault(
    'text-for-number',
    'the profile’s claim',
    (key) => `takes a number in quotation marks: ${key}`,
    keyed(ofType(BODY, 'int').filter(({ member }) => !member.type.names)),
    (key) => taking(key, (raw) => isString(raw) && /^\d{1,4}$/.test(raw), Number),
  ),
  fault(
    'text-for-boolean',
    'the profile’s claim',
    (key) => `takes a boolean in quotation marks: ${key}`,
    keyed(ofType(BODY, 'bool')),
    (key) =>
      taking(
        key,
        (raw) => raw === 'true' || raw === 'false',
        (raw) => raw === 'true',
      ),
  ),
  // The length of a text is that of the text, not of its spelling in a URL.
  fault(
    'length-of-escapes',
    '4.7',
    (key) => `counts the length of ${key} with its escapes`,
    keyed(
      free.filter(({ key, member }) => key.includes('?') && member.type.max !== undefined && !key.startsWith('ssl')),
    ),
    (key) => refusing(key, (value) => isString(value) && encodeURIComponent(value).length > maxOf(key)),
  ),
  fault(
    'sign-refused',
    '4.1',
    (key) => `refuses texts with one sign: ${key}`,
    withWords(keyed(written), SIGNS),
    (key) => {
      const [place, sign] = parted(key);
      return refusing(place, (value) => isString(value) && value.includes(sign));
    },
  ),
  // 4.9: a URL with one of the schemes, whatever else it holds.
  fault(
    'one-address-refused',
    '4.9',
    (key) => `refuses addresses of some form: ${key}`,
    withWords(keyed(links), Object.keys(LINKS)),
    (key) => {
      const [place, form] = parted(key);
      return refusing(place, (value) => isString(value) && (LINKS[form] as RegExp).test(value));
    },
  ),
  fault(
    'scheme-anywhere',
    '4.9',
    (key) => `takes addresses that hold a good scheme somewhere: ${key}`,
    keyed(links),
    (key) => taking(key, (raw) => isString(raw) && /(https?|ftps?):\/\//.test(raw)),
  ),
  fault(
    'scheme-beginning',
    '4.9',
    (key) => `takes schemes that begin like a good one: ${key}`,
    keyed(links),
    (key) => taking(key, (raw) => isString(raw) && /^(http|ftp|gopher|telnet|nntp|news|mailto)[a-z]*:/.test(raw)),
  ),
  fault(
    'empty-link-refused',
    '4.9',
    (key) => `refuses an empty address: ${key}`,
    keyed(links),
    (key) => refusing(key, (value) => value === ''),
    {
      readings: ['B'],
    },
  ),
  fault(
    'optional-needed',
    '4.1',
    (key) => `refuses a request without the optional ${key}`,
    keyed(optional),
    (key) => {
      const [op = '', name] = key.split('?');
      return answering(op, (call) =>
        call.request.authorization === `Bearer ${TOKENS.bearer}` && !call.request.query?.some(([one]) => one === name)
          ? call.bad(`the parameter ${name} is missing`)
          : undefined,
      );
    },
  ),
  fault(
    'needed-beside',
    '4.7',
    (key) => `refuses one optional parameter without another: ${key}`,
    ['city stateProvince', 'address3 address2', 'forename surname', 'email phoneNumber', 'state city'].map((key) => ({
      key,
      op: 'validation.revalidate',
    })),
    (key) => {
      const [one, other] = parted(key);
      return answering('validation.revalidate', (call) => {
        const has = (name: string) => call.request.query?.some(([full]) => full.endsWith(`.${name}`));
        return call.request.authorization === `Bearer ${TOKENS.bearer}` && has(one) && !has(other)
          ? call.bad(`${other} is missing`)
          : undefined;
      });
    },
  ),
  fault(
    'only-version-4',
    '4.11',
    (key) => `calls well-formed UUIDs of other versions wrong: ${key}`,
    IDS.filter(({ least }) => least === 'uuid'),
    (key) =>
      judging(key, (raw, verdict) =>
        'value' in verdict && !/^.{14}4.{4}[89ab]/i.test(String(raw)) ? { wrong: 'no UUID of version 4' } : undefined,
      ),
    { readings: ['A'] },
  ),
  fault(
    'greatest-id-wrong',
    '2.1',
    (key) => `calls the greatest int32 wrong in the identifier ${key}`,
    IDS.filter(({ least }) => least !== 'uuid'),
    (key) => refusing(key, (value) => value === 2_147_483_647),
    { readings: ['A'] },
  ),
  fault(
    'two-ids-refused',
    '4.9',
    (key) => `refuses more than one organization in ${key}`,
    keyed(QUERY.filter(({ key }) => key.endsWith('orgDelegations'))),
    (key) => refusing(key, (value) => Array.isArray(value) && value.length > 1),
  ),
];
