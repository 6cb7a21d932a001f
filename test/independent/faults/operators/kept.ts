/** Accepted updates that are not kept as they were given. */
import type { Json } from '../../contract/types.ts';
import type { Operator } from '../fault.ts';
import { counted, isText, keeping } from '../hooks.ts';
import { free, given, keyed, listTurned, losing, split, texts, turning } from '../keeping.ts';
import { KEPT, ofType, valuePlace } from '../places.ts';

const hard = { class: 'hard', standing: 'explicit' } as const;
const plain = { class: 'plain', standing: 'explicit' } as const;
const ABC: readonly ('A' | 'B')[] = ['A', 'B'];

export const KEEPING: readonly Operator[] = [
  {
    id: 'lost',
    ...plain,
    wrong: (key) => `accepts ${key} and does not keep it`,
    places: keyed(KEPT),
    plant: (key) => losing(key, () => true),
  },
  {
    id: 'lost-second-time',
    ...hard,
    wrong: (key) => `does not keep ${key} in the second update of an entity and later ones`,
    places: keyed(KEPT),
    plant: (key) => losing(key, (_, call, entity) => counted(call, `${key} ${entity}`) > 0),
  },
  {
    id: 'lost-with-others',
    ...hard,
    wrong: (key) => `does not keep ${key} when all members are given`,
    readings: ABC,
    places: keyed(KEPT.filter(({ member }) => !member.need)),
    plant: (key) => losing(key, (_, call) => Object.keys(call.body).length > 3),
  },
  {
    id: 'lost-when-short',
    ...hard,
    wrong: (key) => `does not keep a single character in ${key}`,
    places: keyed(free.filter(({ member }) => (member.type.min ?? 0) < 2)),
    plant: (key) => losing(key, (value) => isText(value) && [...value].length === 1),
  },
  {
    id: 'lost-when-longest',
    ...hard,
    wrong: (key) => `does not keep a text of the greatest length in ${key}`,
    places: keyed(free.filter(({ member }) => member.type.max !== undefined)),
    plant: (key) =>
      losing(
        key,
        (value) => isText(value) && [...value].length === (valuePlace(key).member.type as { max: number }).max,
      ),
  },
  {
    id: 'lost-when-zero-or-least',
    ...hard,
    wrong: (key) => `does not keep the least number in ${key}`,
    places: keyed(ofType(KEPT, 'int').filter(({ member: { type } }) => type.min !== undefined && !type.names)),
    plant: (key) => losing(key, (value) => value === (valuePlace(key).member.type as { min: number }).min),
  },
  {
    id: 'lost-when-greatest',
    ...hard,
    wrong: (key) => `does not keep the greatest number in ${key}`,
    places: keyed(ofType(KEPT, 'int').filter(({ member }) => member.type.max !== undefined)),
    plant: (key) => losing(key, (value) => value === (valuePlace(key).member.type as { max: number }).max),
  },
  {
    id: 'false-lost',
    ...hard,
    wrong: (key) => `does not keep false in ${key}`,
    places: keyed(ofType(KEPT, 'bool')),
    plant: (key) => losing(key, (value) => value === false),
  },
  {
    id: 'true-lost',
    ...hard,
    wrong: (key) => `does not keep true in ${key}`,
    places: keyed(ofType(KEPT, 'bool')),
    plant: (key) => losing(key, (value) => value === true),
  },
  {
    id: 'one-word-lost',
    ...hard,
    wrong: (key) => `accepts one word and does not keep it: ${key}`,
    places: ofType(KEPT, 'word').flatMap(({ key, op, member }) =>
      member.type.of.map((word) => ({ key: `${key}=${word}`, op })),
    ),
    plant: (key) => {
      const at = key.indexOf('=');
      return losing(key.slice(0, at), (value) => value === key.slice(at + 1));
    },
  },
  {
    id: 'empty-list-lost',
    ...hard,
    wrong: (key) => `does not keep an empty list in ${key}`,
    places: keyed(ofType(KEPT, 'list').filter(({ member }) => member.type.least === undefined)),
    plant: (key) => losing(key, (value) => Array.isArray(value) && value.length === 0),
  },
  {
    id: 'first-item-kept',
    ...plain,
    wrong: (key) => `keeps the first item of ${key}`,
    places: keyed(ofType(KEPT, 'list')),
    plant: (key) => listTurned(key, (items) => items.slice(0, 1)),
  },
  {
    id: 'third-item-lost',
    ...hard,
    wrong: (key) => `keeps no more than two items of ${key}`,
    places: keyed(ofType(KEPT, 'list')),
    plant: (key) => listTurned(key, (items) => items.slice(0, 2)),
  },
  {
    id: 'list-grows',
    ...hard,
    wrong: (key) => `adds the items of ${key} to the former ones`,
    places: keyed(ofType(KEPT, 'list')),
    plant: (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, entity, call) =>
        given(call, field)
          ? {
              ...fields,
              [field]: [
                ...new Set([
                  ...((entity.fields?.[field] ?? []) as readonly Json[]),
                  ...((fields[field] ?? []) as readonly Json[]),
                ]),
              ],
            }
          : fields,
      );
    },
  },
  {
    id: 'lower-case-kept',
    ...plain,
    wrong: (key) => `keeps ${key} in lower case`,
    places: keyed(free),
    plant: (key) => turning(key, (text) => text.toLowerCase()),
  },
  {
    id: 'first-word-kept',
    ...hard,
    wrong: (key) => `keeps the first word of ${key}`,
    places: keyed(free),
    plant: (key) => turning(key, (text) => text.trim().split(' ')[0] ?? ''),
  },
  {
    id: 'blanks-merged',
    ...hard,
    wrong: (key) => `makes one blank of several in ${key}`,
    places: keyed(free),
    plant: (key) => turning(key, (text) => text.replace(/ {2,}/g, ' ')),
  },
  {
    id: 'half-kept',
    ...hard,
    wrong: (key) => `keeps the first 40 characters of ${key}`,
    places: keyed(free.filter(({ member }) => (member.type.max ?? 0) > 60)),
    plant: (key) => turning(key, (text) => [...text].slice(0, 40).join('')),
  },
  {
    id: 'last-character-lost',
    ...hard,
    wrong: (key) => `keeps all but the last character of a text of the greatest length in ${key}`,
    places: keyed(free.filter(({ member }) => (member.type.max ?? 0) > 8)),
    plant: (key) =>
      turning(key, (text) =>
        [...text].length === (valuePlace(key).member.type as { max: number }).max
          ? [...text].slice(0, -1).join('')
          : text,
      ),
  },
  {
    id: 'question-marks-kept',
    ...plain,
    wrong: (key) => `keeps question marks for letters beyond Latin in ${key}`,
    places: keyed(free),
    plant: (key) => turning(key, (text) => text.replace(/[^ -ÿ]/gu, '?')),
  },
  {
    id: 'latin-lost',
    ...hard,
    wrong: (key) => `keeps letters without their accents in ${key}`,
    places: keyed(free),
    plant: (key) => turning(key, (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')),
  },
  {
    id: 'escaped-kept',
    ...hard,
    wrong: (key) => `keeps ${key} with an ampersand escaped`,
    places: keyed(free),
    plant: (key) => turning(key, (text) => text.replaceAll('&', '&amp;')),
  },
  {
    id: 'sign-kept-out',
    ...hard,
    wrong: (key) => `takes angle brackets out of ${key}`,
    places: keyed(free),
    plant: (key) => turning(key, (text) => text.replace(/[<>]/g, '')),
  },
  {
    id: 'crossed',
    ...hard,
    wrong: (key) => `writes ${key} to a member beside it as well`,
    places: keyed(free.filter(({ op }) => new Set(free.filter((one) => one.op === op)).size > 1)),
    plant: (key) => {
      const { op, field } = split(key);
      const siblings = free.filter((place) => place.op === op).map(({ member }) => member.field);
      const other = siblings[(siblings.indexOf(field) + 1) % siblings.length] as string;
      return keeping(op, (fields, _, call) =>
        given(call, field) ? { ...fields, [other]: fields[field] as Json } : fields,
      );
    },
  },
  {
    id: 'cleared-by-others',
    ...hard,
    readings: ['A', 'C'],
    wrong: (key) => `forgets ${key} when an update leaves it out`,
    places: keyed(KEPT.filter(({ member, op }) => !member.need && op !== 'account.update')),
    plant: (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, _, call) => {
        if (given(call, field)) return fields;
        const { [field]: __, ...rest } = fields;
        return rest;
      });
    },
  },
  {
    id: 'stays-uncleared',
    ...hard,
    readings: ['B'],
    wrong: (key) => `keeps ${key} when an update leaves it out`,
    places: keyed(KEPT.filter(({ member, op }) => !member.need && op !== 'admin.update')),
    plant: (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, entity, call) =>
        given(call, field) || entity.fields?.[field] === undefined
          ? fields
          : { ...fields, [field]: entity.fields[field] },
      );
    },
  },
  {
    id: 'old-value-refreshed',
    ...hard,
    wrong: (key) => `keeps no value of ${key} that the entity has had before`,
    places: keyed(texts),
    plant: (key) =>
      losing(key, (value, call, entity) => counted(call, `${key} ${entity} ${JSON.stringify(value)}`) > 0),
  },
];
