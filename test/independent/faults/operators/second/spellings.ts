import { TOKENS } from '../../../server/tokens.ts';
import type { Operator } from '../../fault.ts';
import { answering, judging } from '../../hooks.ts';
import { IDS, QUERY } from '../../places.ts';
import { free, isString, keyed, maxOf, refusing, taking } from '../values/plants.ts';
import { fault, parted } from './plants.ts';
import { LINKS, links, optional, SIGNS, withWords, written } from './value-plants.ts';

export const SPELLINGS: readonly Operator[] = [
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
