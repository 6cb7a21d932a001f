import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { ofType } from '../../places.ts';
import { LIST, matching, nameOf, notDeprecated } from '../lists/plants.ts';
import { keyed, PATTERNED, pattern, quoted } from './list-plants.ts';
import { AB, AC, fault } from './plants.ts';

export const COMPARISONS: readonly Operator[] = [
  // The profile claims how these filters compare: the whole text, or as a part of it (`ssl.list.filter-members`).
  fault(
    'filter-per-cent',
    'the profile’s claim',
    (key) => `takes a percent sign for any text in ${key}`,
    keyed(PATTERNED),
    (key) =>
      pattern(key, (value) =>
        value.includes('%') ? new RegExp(`^${quoted(value).replaceAll('%', '.*')}$`, 'u') : undefined,
      ),
  ),
  fault(
    'filter-underscore',
    'the profile’s claim',
    (key) => `takes a low line for any character in ${key}`,
    keyed(PATTERNED),
    (key) =>
      pattern(key, (value) =>
        value.includes('_') ? new RegExp(`^${quoted(value).replaceAll('_', '.')}$`, 'u') : undefined,
      ),
  ),
  fault(
    'filter-asterisk',
    'the profile’s claim',
    (key) => `takes an asterisk for any text in ${key}`,
    keyed(PATTERNED),
    (key) =>
      pattern(key, (value) =>
        value.includes('*') ? new RegExp(`^${quoted(value).replaceAll('\\*', '.*')}$`, 'u') : undefined,
      ),
  ),
  fault(
    'filter-expression',
    'the profile’s claim',
    (key) => `takes ${key} for a regular expression`,
    keyed(PATTERNED),
    (key) =>
      pattern(key, (value) => {
        try {
          return new RegExp(value, 'u');
        } catch {
          return undefined;
        }
      }),
  ),
  fault(
    'filter-apostrophe',
    'the profile’s claim',
    (key) => `finds all where ${key} holds an apostrophe`,
    keyed(PATTERNED),
    (key) => matching(key, (value, _, found) => found || String(value).includes("'")),
  ),
  fault(
    'part-at-beginning',
    'the profile’s claim',
    (key) => `finds by ${key} what begins with it, not what holds it`,
    keyed(['commonName']),
    (key) =>
      matching(key, (value, certificate, found) => found && String(certificate[nameOf(key)]).startsWith(String(value))),
    { readings: AC },
  ),
  fault(
    'part-for-whole',
    'the profile’s claim',
    (key) => `finds by ${key} what holds it somewhere`,
    keyed(['serialNumber', 'requester', 'orgId']),
    (key) =>
      matching(key, (value, certificate, found) => found || String(certificate[nameOf(key)]).includes(String(value))),
    { readings: AB },
  ),
  fault(
    'second-name-unseen',
    'the profile’s claim',
    (key) => `finds by ${key} the first name only`,
    keyed(['subjectAlternativeName']),
    (key) =>
      matching(
        key,
        (value, certificate, found) => found && (certificate['subjectAlternativeName'] as readonly Json[])[0] === value,
      ),
    { readings: ['B'] },
  ),
  // 3.1: values with a blank in them are words of their own. Those of `renewalStatus` all begin otherwise.
  fault(
    'first-word-compared',
    '3.1',
    (key) => `compares the first word of a value in ${key}`,
    keyed(['installStatus', 'requestedVia']),
    (key) =>
      matching(
        key,
        (value, certificate, found) =>
          found || String(certificate[nameOf(key)]).split(' ')[0] === String(value).split(' ')[0],
      ),
  ),
  fault(
    'one-boolean-ignored',
    '4.2',
    (key) => `does not filter by one of the two values: ${key}`,
    ['true', 'false'].map((value) => ({ key: `${LIST}?renewed=${value}`, op: LIST })),
    (key) => {
      const [place = '', wanted] = key.split('=');
      return matching(place, (value, _, found) => found || String(value) === wanted);
    },
  ),
  // Any way of counting days, as long as a larger number never shows fewer certificates.
  fault(
    'thirty-days-empty',
    '4.2',
    (key) => `finds nothing by 30 days in ${key}`,
    ofType(notDeprecated, 'int')
      .filter(({ key }) => key.endsWith('In'))
      .map(({ key }) => ({ key, op: LIST })),
    (key) => matching(key, (value, _, found) => found && value !== 30),
  ),
];
