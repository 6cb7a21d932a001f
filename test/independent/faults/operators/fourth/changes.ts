/** Updates that are compared with what is there before they are kept (4.1, update.readback): what differs too little is lost. */
import type { Fields, Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { isText, keeping } from '../../hooks.ts';
import { free, given, keyed, losing, split } from '../../keeping.ts';
import { KEPT, ofType, schemasOf } from '../../places.ts';
import { members } from '../second/answer-plants.ts';
import { AC, fault } from '../second/plants.ts';
import { refusingWhen } from '../third/plants.ts';
import { partsOf, rawAt, withWords } from './plants.ts';

const CLAIM = 'the profile’s claim';
const squeezed = (text: string) => text.replace(/\s+/g, '');
/** Pairs of texts that somebody takes for the same. */
const ALIKE: Readonly<Record<string, (was: string, now: string) => boolean>> = {
  'letter case': (was, now) => was.toLowerCase() === now.toLowerCase(),
  blanks: (was, now) => squeezed(was) === squeezed(now),
  'what follows': (was, now) => now.startsWith(was),
  'length alone': (was, now) => was.length === now.length,
};
type Items = readonly Json[];
const holdsAll = (all: Items, some: Items) =>
  some.every((item) => all.some((one) => JSON.stringify(one) === JSON.stringify(item)));
/** Pairs of lists that somebody takes for the same. */
const ALIKE_LISTS: Readonly<Record<string, (was: Items, now: Items) => boolean>> = {
  order: (was, now) => was.length === now.length && holdsAll(was, now) && holdsAll(now, was),
  number: (was, now) => was.length === now.length,
  'items left out': (was, now) => now.length < was.length && holdsAll(was, now),
};
const isList = (value: Json | undefined): value is Items => Array.isArray(value);
/** Members without which a body is no update at all. */
const needless = ['admin.update', 'endpoint.config.update', 'client.update'];

export const CHANGES: readonly Operator[] = [
  fault(
    'small-change-lost',
    CLAIM,
    (key) => `does not keep a text that differs from the former one in this alone: ${key}`,
    withWords(keyed(free), Object.keys(ALIKE)),
    (key) => {
      const [place, way] = partsOf(key);
      const { field } = split(place);
      return losing(place, (value, call) => {
        const was = call.before?.[field];
        return isText(value) && isText(was) && was !== '' && ALIKE[way]?.(was, value) === true;
      });
    },
  ),
  fault(
    'small-list-change-lost',
    CLAIM,
    (key) => `does not keep a list that differs from the former one in this alone: ${key}`,
    withWords(keyed(ofType(KEPT, 'list')), Object.keys(ALIKE_LISTS)),
    (key) => {
      const [place, way] = partsOf(key);
      const { field } = split(place);
      return losing(place, (value, call) => {
        const was = call.before?.[field];
        return isList(value) && isList(was) && ALIKE_LISTS[way]?.(was, value) === true;
      });
    },
  ),
  fault(
    'boolean-toggled',
    CLAIM,
    (key) => `turns a boolean over when an update gives what it is already: ${key}`,
    keyed(ofType(KEPT, 'bool')),
    (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, entity, call) =>
        given(call, field) && entity.fields?.[field] === call.body[field]
          ? { ...fields, [field]: call.body[field] !== true }
          : fields,
      );
    },
  ),
  // Null is as no member at all there (request.null-members), and what is left out stays (update.omitted-members, 4.5).
  fault(
    'null-clears',
    CLAIM,
    (key) => `null takes the value of an optional member away: ${key}`,
    keyed(KEPT.filter(({ member }) => !member.need)),
    (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, _, call) => {
        if (given(call, field) || !schemasOf(op).some((schema) => rawAt(call, schema, field) === null)) return fields;
        const { [field]: __, ...rest } = fields;
        return rest;
      });
    },
    { readings: AC },
  ),
  fault(
    'default-for-omitted',
    CLAIM,
    (key) => `an update that leaves a boolean out makes it what it is by default: ${key}`,
    withWords(keyed(ofType(KEPT, 'bool')), ['true', 'false']),
    (key) => {
      const [place, word] = partsOf(key);
      const { op, field } = split(place);
      return keeping(op, (fields, entity, call) =>
        !given(call, field) && entity.fields?.[field] !== undefined ? { ...fields, [field]: word === 'true' } : fields,
      );
    },
    { readings: AC },
  ),
  fault(
    'empty-object-refused',
    '4.5',
    (op) => `${op} refuses an update without members, of which none is needed`,
    members.filter(({ op }) => needless.includes(op)),
    (op) => refusingWhen(op, ({ body }) => Object.keys(body).length === 0),
  ),
  fault(
    'empty-object-clears',
    CLAIM,
    (op) => `${op} takes all optional texts away when it has no members`,
    members.filter(({ op }) => needless.includes(op)),
    (op) => keeping(op, (fields, _, { body }) => (Object.keys(body).length === 0 ? withoutTexts(fields, op) : fields)),
    { readings: AC },
  ),
];

function withoutTexts(fields: Fields, op: string): Fields {
  const optional = free.filter((place) => place.op === op).map(({ member }) => member.field);
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !optional.includes(field)));
}
