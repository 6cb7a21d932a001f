/** Parameters of endpoints and validations (4.7, 4.9) that are refused or kept otherwise than they were given. */
import { ADMIN_TYPES } from '../../../contract/bodies.ts';
import type { Fields, Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { isText, keeping } from '../../hooks.ts';
import { AB, at, each, fault, parted } from '../second/plants.ts';
import { refusingWhen } from '../third/plants.ts';
import { free, isString, keyed, refusing } from '../values/plants.ts';
import { partsOf, withWords } from './plants.ts';

const CLAIM = 'the profile’s claim';
const UPDATE = 'endpoint.update';
const REVALIDATE = 'validation.revalidate';
const LINKS = `${UPDATE}?config.enrollmentLinkAddress`;
/** Hosts that a check of addresses forgets. */
const HOSTS: Readonly<Record<string, RegExp>> = {
  'without a point': /^https?:\/\/[^./]+([:/]|$)/,
  'of IPv6': /^https?:\/\/\[/,
  'with a user': /^https?:\/\/[^/]*@/,
  'of a long top level': /^https?:\/\/[^/]+\.[a-z]{5,}([:/]|$)/,
  'in capitals': /^https?:\/\/[^/]*[A-Z]/,
  'beyond ASCII': /^https?:\/\/[^/]*[^ -~]/,
};
/** What an update of an endpoint makes of its texts. */
const TURNS: Readonly<Record<string, (text: string) => string>> = {
  trimmed: (text) => text.trim(),
  'in small letters': (text) => text.toLowerCase(),
  'hyphens for blanks': (text) => text.replace(/\s+/g, '-'),
  'without slashes': (text) => text.replaceAll('/', ''),
  'decoded twice': (text) =>
    text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  'letters and digits': (text) => text.replace(/[^\p{L}\p{N} ._-]/gu, ''),
};
/** Parameters that some levels are thought to need. */
const LEVELS: Readonly<Record<string, string>> = {
  EV_SSL: 'registrationAgency',
  OV_SMIME: 'organizationIdentifier',
  OV_SSL: 'city',
};
const texts = withWords(
  [
    { key: `${UPDATE}?name`, op: UPDATE },
    { key: `${UPDATE}?uriExtension`, op: UPDATE },
  ],
  Object.keys(TURNS),
);

export const PARAMETERS: readonly Operator[] = [
  fault(
    'parameter-kept-otherwise',
    CLAIM,
    (key) => `keeps a parameter otherwise than it was given: ${key}`,
    texts,
    (key) => {
      const [place, way] = partsOf(key);
      const field = place.slice(place.indexOf('?') + 1);
      return keeping(UPDATE, (fields) => {
        const value = fields[field];
        const turned = isText(value) ? TURNS[way]?.(value) : undefined;
        return turned ? { ...fields, [field]: turned } : fields;
      });
    },
    { readings: AB },
  ),
  fault(
    'types-kept-otherwise',
    CLAIM,
    (key) => `keeps other ways to authenticate than an update of the endpoint gave: ${key}`,
    each(at(UPDATE), ['adds', 'first alone', 'without IDP']),
    (key) => {
      const [op, way] = parted(key);
      return keeping(op, (fields, entity, call) => {
        const now = call.query['config.webFormAuthTypes'] as readonly Json[] | undefined;
        if (!now) return fields;
        const was = (entity.fields?.['webFormAuthTypes'] ?? []) as readonly Json[];
        const kept: Readonly<Record<string, readonly Json[]>> = {
          adds: [...new Set([...was, ...now])],
          'first alone': now.slice(0, 1),
          'without IDP': now.length > 1 ? now.filter((one) => one !== 'IDP') : now,
        };
        return { ...fields, webFormAuthTypes: kept[way] ?? now };
      });
    },
  ),
  fault(
    'address-refused-by-host',
    '4.9',
    (key) => `refuses an address by its host: ${key}`,
    each(at(UPDATE), Object.keys(HOSTS)),
    (key) => refusing(LINKS, (value) => isString(value) && HOSTS[parted(key)[1]]?.test(value) === true),
    { readings: AB },
  ),
  // A length of 0 and more, and nothing else, is asked of these texts.
  fault(
    'blanks-refused',
    '4.1',
    (key) => `refuses a text of nothing but blanks: ${key}`,
    keyed(free.filter(({ member }) => (member.type.min ?? 0) === 0)),
    (key) => refusing(key, (value) => isString(value) && value !== '' && value.trim() === ''),
    { readings: AB },
  ),
  fault(
    'level-needs-more',
    '4.7',
    (level) => `refuses to validate one level again without a parameter that is not required: ${level}`,
    each(at(REVALIDATE), Object.keys(LEVELS)),
    (key) => {
      const [op, level] = parted(key);
      return refusingWhen(
        op,
        ({ entity, query }) =>
          entity?.fields?.['level'] === level &&
          !Object.keys(query).some((name) => name.includes(LEVELS[level] as string)),
      );
    },
  ),
  fault(
    'validator-of-type-refused',
    '4.7',
    (type) => `refuses a validator of one type of administrators: ${type}`,
    each(at('validation.validator.update'), ADMIN_TYPES),
    (key) => {
      const [op, type] = parted(key);
      return refusingWhen(op, (call) => {
        const admin = call.world.find('administrator', String(call.query['adminId']))?.fields;
        return admin?.['type'] === type;
      });
    },
  ),
  fault(
    'equal-texts-refused',
    '4.7',
    (key) => `refuses two parameters that hold the same text: ${key}`,
    [
      { key: 'validation.assignment.update externalOrgId+externalOrgName', op: 'validation.assignment.update' },
      { key: `${REVALIDATE} address1+address2`, op: REVALIDATE },
      { key: `${REVALIDATE} legalName+assumedName`, op: REVALIDATE },
      { key: `${UPDATE} name+uriExtension`, op: UPDATE },
    ],
    (key) => {
      const [op, pair] = parted(key);
      const names = pair.split('+');
      return refusingWhen(op, ({ query }) => {
        const [first, second] = names.map((name) => givenAs(query, name));
        return first !== undefined && first === second;
      });
    },
  ),
  fault(
    'name-kept-when-alone',
    CLAIM,
    () => 'keeps the former name where nothing but what is required is given',
    at(UPDATE),
    (op) =>
      keeping(op, (fields, entity, { query }) =>
        Object.keys(query).length === 3 ? { ...fields, name: entity.fields?.['name'] as Json } : fields,
      ),
  ),
];

function givenAs(query: Fields, name: string): Json | undefined {
  const found = Object.entries(query).find(([given]) => given === name || given.endsWith(`generalDetails.${name}`));
  return found?.[1];
}
