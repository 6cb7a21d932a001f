/** Bodies that a reader makes fit, though the claimed schema says otherwise (the habits of some JSON libraries). */
import type { Json, Member } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { BODY, ofType, valuePlace } from '../../places.ts';
import { fault } from '../second/plants.ts';
import { isString, keyed, taking } from '../values/plants.ts';

const CLAIM = 'the profile’s claim';
const singles = BODY.filter(({ member: { type } }) => ['text', 'int', 'bool', 'word'].includes(type.is));
const lists = ofType(BODY, 'list').filter(({ member }) => member.type.of.is !== 'record');
const plain: Readonly<Record<string, string>> = { text: 'string', word: 'string', int: 'number', bool: 'boolean' };
const itemOf = (key: string) => (valuePlace(key).member.type as { of: { is: string } }).of.is;
const nameOnWire = (pointer: string) => pointer.split('/').at(-1) as string;

export const COERCIONS: readonly Operator[] = [
  fault(
    'list-for-single',
    CLAIM,
    (key) => `takes a list of one value for the value: ${key}`,
    keyed(singles),
    (key) => {
      const wanted = plain[valuePlace(key).member.type.is];
      return taking(
        key,
        (raw) => Array.isArray(raw) && raw.length === 1 && typeof raw[0] === wanted,
        (raw) => (raw as readonly Json[])[0] as Json,
      );
    },
  ),
  fault(
    'single-for-list',
    CLAIM,
    (key) => `takes a value for a list of one: ${key}`,
    keyed(lists),
    (key) =>
      taking(
        key,
        (raw) => typeof raw === plain[itemOf(key)],
        (raw) => [raw],
      ),
  ),
  fault(
    'empty-text-for-none',
    CLAIM,
    (key) => `takes an empty text for no value: ${key}`,
    keyed(BODY.filter(({ member: { type, need } }) => !need && ['int', 'bool', 'list', 'word'].includes(type.is))),
    (key) =>
      taking(
        key,
        (raw) => raw === '',
        () => null,
      ),
  ),
  fault(
    'boolean-for-text',
    CLAIM,
    (key) => `takes true for a text: ${key}`,
    keyed(ofType(BODY, 'text').filter(({ member }) => member.type.form === undefined)),
    (key) => taking(key, (raw) => typeof raw === 'boolean', String),
  ),
  fault(
    'null-item-taken',
    CLAIM,
    (key) => `leaves null out of a list: ${key}`,
    keyed(ofType(BODY, 'list')),
    (key) =>
      taking(
        key,
        (raw) => Array.isArray(raw) && raw.length > 1 && raw.includes(null),
        (raw) => (raw as readonly Json[]).filter((item) => item !== null),
      ),
  ),
  fault(
    'nested-list-taken',
    CLAIM,
    (key) => `takes a list within a list for its items: ${key}`,
    keyed(lists),
    (key) =>
      taking(
        key,
        (raw) =>
          Array.isArray(raw) && raw.some(Array.isArray) && raw.flat().every((one) => typeof one === plain[itemOf(key)]),
        (raw) => (raw as readonly Json[]).flat() as Json,
      ),
  ),
  fault(
    'null-for-needed-taken',
    CLAIM,
    (key) => `takes null for a needed member: ${key}`,
    keyed(BODY.filter(({ member }) => member.need)),
    (key) => {
      const { member, op } = valuePlace(key) as { member: Member; op: string };
      return {
        judge: (call, place, raw, _, verdict) => {
          if (place !== key || raw !== null || !('wrong' in verdict)) return verdict;
          // Neither what is missing nor what is null has a value: the body tells the two apart.
          const name = nameOnWire(call.reading.placing('SslInfo', member));
          return call.op === op && new RegExp(`"${name}"\\s*:\\s*null`).test(call.request.body.toString())
            ? { value: null }
            : verdict;
        },
      };
    },
  ),
  fault(
    'text-for-reference',
    CLAIM,
    (key) => `takes digits in quotation marks for a reference: ${key}`,
    keyed(ofType(BODY, 'int').filter(({ member }) => member.type.names !== undefined)),
    (key) => taking(key, (raw) => isString(raw) && /^\d{1,9}$/.test(raw), Number),
  ),
  fault(
    'object-for-text',
    CLAIM,
    (key) => `takes an object for a text: ${key}`,
    keyed(ofType(BODY, 'text').filter(({ member }) => member.type.form === undefined)),
    (key) =>
      taking(
        key,
        (raw) => raw !== null && typeof raw === 'object' && !Array.isArray(raw),
        () => '[object Object]',
      ),
  ),
];
