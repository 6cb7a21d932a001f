/** Members that a request cannot give, or gives in another type, and what an update does to them (2.1, 4.3–4.11). */
import type { BodyName } from '../../../contract/bodies.ts';
import type { Json } from '../../../contract/types.ts';
import { answerOf } from '../../../openapi.ts';
import type { Call } from '../../../server/call.ts';
import type { Operator } from '../../fault.ts';
import { firstOf, judging, keeping } from '../../hooks.ts';
import { listTurned, split } from '../../keeping.ts';
import { BODY, KEPT, ofType, readerOf } from '../../places.ts';
import { AC, fault } from '../second/plants.ts';
import { keyed, refusing } from '../values/plants.ts';
import { rawAt } from './plants.ts';

const CLAIM = 'the profile’s claim';
/** Members that an answer shows and no request of the operation can give, with what a careless update makes of them. */
const SHOWN_ONLY: Readonly<Record<string, (call: Call, was: Json) => Json>> = {
  'client.update/status': () => 'Applied',
  'client.update/owner': (call) => call.body['email'] ?? 'nobody',
  'ssl.update/status': () => 'Requested',
  'ssl.update/requester': () => 'admin1',
  'ssl.update/commonName': (_, was) => String(was).toUpperCase(),
  'bucket.update/clientId': (_, was) => `${String(was)}-1`,
  'organization.update/parentId': () => null,
  'mark.update/state': () => 'Submitted',
};
/** What such a member is given by who knows its name, by where the operation's own GET shows it. */
const WRITABLE = [
  'client.update/status',
  'client.update/owner',
  'bucket.update/clientId',
  'organization.update/parentId',
  'mark.update/state',
  'ssl.location.update/custom',
  'client.location.update/custom',
  'admin.update/template',
];
const wordMembers = ofType(BODY, 'word');
const distinct = (items: readonly Json[]) => [
  ...new Map(items.map((item) => [JSON.stringify(item), item] as const)).values(),
];
const lists = ofType(BODY, 'list').filter(({ member }) => member.type.once !== true);

export const MEMBERS_AGAIN: readonly Operator[] = [
  fault(
    'shown-only-changed',
    '4.1',
    (key) => `an update changes what it cannot give: ${key}`,
    Object.keys(SHOWN_ONLY).map((key) => ({ key, op: split(key).op })),
    (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, _, call) => {
        const now = SHOWN_ONLY[key]?.(call, fields[field] ?? null) ?? null;
        const { [field]: __, ...rest } = fields;
        return now === null ? rest : { ...rest, [field]: now };
      });
    },
    // Reading B shows nothing of what an update of a mark certificate keeps.
    { also: ['ssl'], readings: AC },
  ),
  // What the request's schema does not have is ignored, as is claimed: it does not reach what only the answer shows.
  fault(
    'unknown-member-kept',
    CLAIM,
    (key) => `an update keeps a member that its schema does not have, but the answer’s: ${key}`,
    WRITABLE.map((key) => ({ key, op: split(key).op })),
    (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, _, call) => {
        const value = rawAt(call, answerOf(readerOf(op)?.id ?? '') as BodyName, field);
        return value === undefined ? fields : { ...fields, [field]: value };
      });
    },
    { readings: AC },
  ),
  fault(
    'ordinal-for-word',
    CLAIM,
    (key) => `takes the number of a word for the word: ${key}`,
    keyed(wordMembers),
    (key) =>
      judging(key, (raw) => {
        const { type } = wordMembers.find((place) => place.key === key)?.member ?? {};
        const word = type?.is === 'word' && typeof raw === 'number' ? type.of[raw] : undefined;
        return word === undefined ? undefined : { value: word };
      }),
  ),
  fault(
    'equal-items-refused',
    CLAIM,
    (key) => `refuses a list with two equal items: ${key}`,
    keyed(lists),
    (key) => refusing(key, (value) => Array.isArray(value) && distinct(value).length < value.length),
  ),
  fault(
    'equal-items-merged',
    CLAIM,
    (key) => `keeps equal items of a list once: ${key}`,
    keyed(ofType(KEPT, 'list').filter(({ member }) => member.type.once !== true)),
    (key) => listTurned(key, distinct),
  ),
  fault(
    'reference-of-first',
    CLAIM,
    (key) => `keeps the first entity that there is for the one that is named: ${key}`,
    keyed(ofType(KEPT, 'int').filter(({ member }) => member.type.names !== undefined)),
    (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, _, call) => {
        const first = firstOf(call, 'organization')?.fields?.['id'];
        return call.body[field] === undefined || first === undefined ? fields : { ...fields, [field]: first };
      });
    },
  ),
];
