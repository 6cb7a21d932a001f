import type { Operator } from '../../fault.ts';
import { ofType } from '../../places.ts';
import { days, hard, heldBy, keyed, LIST, matching, nameOf, notDeprecated, plain, whole } from './plants.ts';

export const FILTERING: readonly Operator[] = [
  {
    id: 'filter-ignored',
    ...plain,
    wrong: (key) => `does not filter by ${key}`,
    places: keyed(notDeprecated),
    plant: (key) => matching(key, () => true),
  },
  {
    id: 'filter-finds-nothing',
    ...plain,
    wrong: (key) => `finds nothing by ${key}`,
    places: keyed(notDeprecated.filter(({ key }) => !key.endsWith('renewed'))),
    plant: (key) => matching(key, () => false),
  },
  {
    id: 'filter-inverted',
    ...plain,
    wrong: (key) => `finds by ${key} what it should leave out`,
    places: keyed(notDeprecated),
    plant: (key) => matching(key, (_, __, found) => !found),
  },
  {
    id: 'filter-skips-one',
    ...hard,
    wrong: (key) => `finds by ${key} all but one certificate`,
    places: keyed(notDeprecated),
    plant: (key) => matching(key, (_, certificate, found) => found && Number(certificate['id']) % 10 !== 3),
    readings: ['A'],
    standing: 'debatable',
  },
  {
    id: 'filter-beginning',
    ...hard,
    wrong: (key) => `finds by ${key} what begins with the value`,
    places: keyed(whole.filter(({ key }) => /orgId|serialNumber|requester$/.test(key))),
    readings: ['A', 'B'],
    plant: (key) =>
      matching(key, (value, certificate, found) => found || String(heldBy(key, certificate)).startsWith(String(value))),
  },
  {
    id: 'filter-any-case',
    ...hard,
    wrong: (key) => `passes over letter case by ${key}`,
    places: keyed(whole.filter(({ key }) => /serialNumber|requester$/.test(key))),
    readings: ['A', 'B'],
    plant: (key) =>
      matching(
        key,
        (value, certificate, found) =>
          found || String(heldBy(key, certificate)).toLowerCase() === String(value).toLowerCase(),
      ),
  },
  {
    id: 'filter-one-word',
    ...hard,
    wrong: (key) => `finds nothing by one word: ${key}`,
    places: ofType(notDeprecated, 'word').flatMap(({ key, member }) =>
      member.type.of.map((word) => ({ key: `${key}=${word}`, op: LIST })),
    ),
    plant: (key) => {
      const at = key.lastIndexOf('=');
      return matching(key.slice(0, at), (value, _, found) => found && value !== key.slice(at + 1));
    },
  },
  {
    id: 'filter-word-ignored',
    ...hard,
    wrong: (key) => `does not filter by one word: ${key}`,
    places: ofType(notDeprecated, 'word').flatMap(({ key, member }) =>
      member.type.of.map((word) => ({ key: `${key}=${word}`, op: LIST })),
    ),
    plant: (key) => {
      const at = key.lastIndexOf('=');
      return matching(key.slice(0, at), (value, _, found) => found || value === key.slice(at + 1));
    },
  },
  {
    id: 'days-as-hours',
    ...hard,
    wrong: (key) => `takes days for hours in ${key}`,
    places: keyed(days),
    plant: (key) =>
      matching(
        key,
        (value, certificate, found) =>
          found &&
          Math.abs(
            Number(
              certificate[`${nameOf(key).replace('In', '').replace('expires', 'expires')}At`] ??
                certificate['expiresAt'],
            ) - Date.now(),
          ) <
            Number(value) * 3_600_000,
      ),
  },
  {
    id: 'days-beyond-100',
    ...hard,
    wrong: (key) => `finds nothing by more than 100 days in ${key}`,
    places: keyed(days),
    plant: (key) => matching(key, (value, _, found) => found && Number(value) <= 100),
  },
  {
    id: 'days-ignored-when-great',
    ...hard,
    wrong: (key) => `finds less by 200 days than by 199 in ${key}`,
    places: keyed(days),
    plant: (key) => matching(key, (value, _, found) => found && Number(value) < 200),
  },
];
