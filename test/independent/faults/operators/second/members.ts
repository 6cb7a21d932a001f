/** Members that are lost in some company, at some time or for some value only (claim: `update.readback`). */
import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { counted, isText, keeping } from '../../hooks.ts';
import { free, given, keyed, listTurned, losing, split } from '../../keeping.ts';
import { BODY, KEPT, ofType, type ValuePlace } from '../../places.ts';
import { AC, fault } from './plants.ts';

const CLAIM = 'the profile’s claim';
const optional = KEPT.filter(({ member }) => !member.need && member.field !== 'type');
const optionalOf = (op: string) => BODY.filter((place) => place.op === op && !place.member.need);
/** A member with each of those beside it; account variants apart, whose members seldom go together. */
const besides = (places: readonly ValuePlace[]) =>
  places
    .filter(({ op }) => op !== 'account.update')
    .flatMap(({ key, op, member }) =>
      places
        .filter((other) => other.op === op && other.member.field !== member.field)
        .map((other) => ({ key: `${key}+${other.member.field}`, op })),
    );
const pairOf = (key: string) => {
  const { op, field } = split(key);
  const [one = '', other = ''] = field.split('+');
  return { op, one, other };
};
const sixteen = (value: Json): Json => (typeof value === 'number' && value > 32_767 ? (value << 16) >> 16 : value);

export const MEMBERS: readonly Operator[] = [
  // Where an update that leaves members out keeps them, one member alone is an update like any other.
  fault(
    'lost-alone',
    CLAIM,
    (key) => `does not keep ${key} when no other optional member is given`,
    keyed(optional),
    (key) =>
      losing(key, (_, call) => optionalOf(call.op).filter(({ member }) => given(call, member.field)).length === 1),
    { readings: AC },
  ),
  fault(
    'lost-beside',
    CLAIM,
    (key) => `does not keep the first of two members when the second is given: ${key}`,
    besides(optional),
    (key) => {
      const { op, one, other } = pairOf(key);
      return losing(`${op}/${one}`, (_, call) => given(call, other));
    },
  ),
  fault(
    'exchanged',
    CLAIM,
    (key) => `exchanges two members when both are given: ${key}`,
    besides(free),
    (key) => {
      const { op, one, other } = pairOf(key);
      return keeping(op, (fields, _, call) =>
        given(call, one) && given(call, other) && isText(fields[one]) && isText(fields[other])
          ? { ...fields, [one]: fields[other], [other]: fields[one] }
          : fields,
      );
    },
  ),
  fault(
    'lost-third-time',
    CLAIM,
    (key) => `does not keep ${key} in the third update of an entity and later ones`,
    keyed(KEPT),
    (key) => losing(key, (_, call, entity) => counted(call, `third ${key} ${entity}`) > 1),
  ),
  fault(
    'sixteen-bits-kept',
    CLAIM,
    (key) => `keeps the lower 16 bits of ${key}`,
    keyed(ofType(KEPT, 'int').filter(({ member: { type } }) => !type.names && (type.max ?? 65_535) > 32_767)),
    (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields) =>
        fields[field] === undefined ? fields : { ...fields, [field]: sixteen(fields[field]) },
      );
    },
  ),
  fault(
    'sixteen-bit-items',
    CLAIM,
    (key) => `keeps the lower 16 bits of the items of ${key}`,
    keyed(ofType(KEPT, 'list').filter(({ member }) => member.type.of.is === 'int')),
    (key) => listTurned(key, (items) => items.map(sixteen)),
  ),
  fault(
    'sixth-item-lost',
    CLAIM,
    (key) => `keeps no more than five items of ${key}`,
    keyed(ofType(KEPT, 'list').filter(({ member }) => member.type.of.is !== 'word')),
    (key) => listTurned(key, (items) => items.slice(0, 5)),
  ),
  fault(
    'only-item-lost',
    CLAIM,
    (key) => `does not keep a list of one item in ${key}`,
    keyed(ofType(KEPT, 'list')),
    (key) => losing(key, (value) => Array.isArray(value) && value.length === 1),
  ),
  // The order of a list may be without meaning: nobody says so of a list of addresses.
  fault(
    'items-sorted',
    CLAIM,
    (key) => `keeps the items of ${key} in another order`,
    keyed(ofType(KEPT, 'list')),
    (key) => listTurned(key, (items) => [...items].sort().reverse()),
    { standing: 'debatable' },
  ),
];
