/** Single values that are refused though the contract or the claimed schema allows them. */
import type { Json, Member } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { BODY, ofType, QUERY, type ValuePlace } from '../../places.ts';
import { at, fault } from '../second/plants.ts';
import { breaking, isString, keyed, refusing, texts } from '../values/plants.ts';

const GENERAL = 'organizationDetails.generalDetails.';
const AGENCY = 'organizationDetails.evDetails.registrationAgency.';
const boundless = [...ofType(QUERY, 'int'), ...ofType(BODY, 'int')].filter(
  ({ member }) => member.type.max === undefined && member.type.names === undefined,
);
const short = texts.filter(({ member: { type } }) => type.form === undefined && (type.min ?? 0) <= 1);
/** What somebody would expect of a text of which the contract says its length only. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'validation.revalidate?organizationDetails.evDetails.contractSigner.email': /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  'validation.revalidate?organizationDetails.evDetails.contractSigner.phoneNumber': /^\+?[\d ()-]+$/,
  'endpoint.update?config.contactEmail': /^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  'endpoint.update?config.contactPhone': /^$|^\+?[\d ()-]+$/,
  [`validation.revalidate?${GENERAL}postalCode`]: /^$|\d/,
  [`validation.revalidate?${AGENCY}dunAndBradstreetNumber`]: /^$|^\d{2}-?\d{3}-?\d{4}$/,
};

export const REFUSED: readonly Operator[] = [
  fault(
    'greatest-int-refused',
    '2.1',
    (key) => `refuses the greatest int32 in ${key}`,
    keyed(boundless),
    (key) => refusing(key, (value) => value === 2_147_483_647),
  ),
  fault(
    'negative-refused',
    '4.1',
    (key) => `refuses negative numbers where there is no minimum: ${key}`,
    keyed(ofType(QUERY, 'int').filter(({ member, key }) => member.type.min === undefined && !key.includes('adminId'))),
    (key) => refusing(key, (value) => Number(value) < 0),
  ),
  fault(
    'single-character-refused',
    '4.1',
    (key) => `refuses a text of one character: ${key}`,
    keyed(short),
    (key) => refusing(key, (value) => isString(value) && [...value].length === 1),
  ),
  fault(
    'digits-alone-refused',
    '4.1',
    (key) => `refuses a text of nothing but digits: ${key}`,
    keyed(short),
    (key) => refusing(key, (value) => isString(value) && /^\d+$/.test(value)),
  ),
  fault(
    'shape-imposed',
    '4.7',
    (key) => `asks for a shape where the contract has a length only: ${key}`,
    Object.keys(SHAPES).map((key) => ({ key, op: key.split('?')[0] as string })),
    (key) => refusing(key, (value) => isString(value) && !(SHAPES[key] as RegExp).test(value)),
  ),
  fault(
    'two-items-refused',
    'the profile’s claim',
    (key) => `refuses a list of two items: ${key}`,
    keyed([...ofType(BODY, 'list'), ...ofType(QUERY, 'list').filter(({ op }) => op === 'endpoint.update')]),
    (key) => refusing(key, (value) => Array.isArray(value) && value.length === 2),
  ),
  fault(
    'empty-list-refused',
    'the profile’s claim',
    (key) => `refuses an empty list: ${key}`,
    keyed(ofType(BODY, 'list').filter(({ member }) => member.type.least === undefined)),
    (key) => refusing(key, (value) => Array.isArray(value) && value.length === 0),
  ),
  fault(
    'bare-range-refused',
    'the profile’s claim',
    () => 'refuses a range without its optional ports',
    at('net-task.update'),
    () =>
      refusing(
        'net-task.update/ranges',
        (value) =>
          Array.isArray(value) && value.some((one: Json) => (one as Record<string, Json>)['ports'] === undefined),
      ),
  ),
  // Neither of the two may end in a server error, whether it is taken or refused.
  fault(
    'breaks-on-nul',
    '4.1',
    (key) => `answers 500 to the character U+0000 in ${key}`,
    keyed(texts),
    (key) => breaking(key, (value) => isString(value) && value.includes('\u0000')),
  ),
  fault(
    'breaks-on-lone-surrogate',
    '4.1',
    (key) => `answers 500 to half a surrogate pair in ${key}`,
    keyed(ofType(BODY, 'text') as readonly (ValuePlace & { member: Member })[]),
    (key) => breaking(key, (value) => isString(value) && !value.isWellFormed()),
  ),
  fault(
    'breaks-on-braces',
    '4.1',
    (key) => `answers 500 to braces in ${key}`,
    keyed(texts),
    (key) => breaking(key, (value) => isString(value) && /\$\{|\{\{|<%/.test(value)),
  ),
];
