/** Texts that an update keeps otherwise than they were written (the profile claims where they show again). */
import type { Operator } from '../../fault.ts';
import { free, keyed, losing, turning } from '../../keeping.ts';
import { at, fault, parted } from '../second/plants.ts';

/** Signs, and what somebody makes of them. */
const SIGNS: Readonly<Record<string, readonly [sign: RegExp, instead: string]>> = {
  'typographic apostrophes': [/’/g, "'"],
  dashes: [/[–—]/g, '-'],
  'blanks that do not break': [/\u00a0/g, ' '],
  tabs: [/\t/g, ' '],
  'carriage returns': [/\r\n?/g, '\n'],
  'joiners of no width': [/[\u200b-\u200d]/g, ''],
  'marks of direction': [/[\u200e\u200f\u202a-\u202e]/g, ''],
  'sharp s': [/ß/g, 'ss'],
  'semicolons and all behind': [/;.*$/s, ''],
  'number signs and all behind': [/#.*$/s, ''],
  ampersands: [/&/g, ' and '],
  'closing brackets': [/[)\]}]/g, ''],
};
const withSigns = free.flatMap(({ key, op }) => Object.keys(SIGNS).map((sign) => ({ key: `${key} ${sign}`, op })));

export const TEXTS_AGAIN: readonly Operator[] = [
  fault(
    'sign-exchanged',
    'the profile’s claim',
    (key) => `keeps another sign for one of a sort: ${key}`,
    withSigns,
    (key) => {
      const [place, name] = parted(key);
      const [sign, instead] = SIGNS[name] as readonly [RegExp, string];
      return turning(place, (text) => text.replace(sign, instead));
    },
  ),
  fault(
    'address-lower-case',
    'the profile’s claim',
    (key) => `keeps a text with @ in lower case: ${key}`,
    keyed(free),
    (key) => turning(key, (text) => (text.includes('@') ? text.toLowerCase() : text)),
  ),
  fault(
    'phone-squeezed',
    'the profile’s claim',
    (key) => `keeps a number of a telephone without its blanks: ${key}`,
    keyed(free.filter(({ key }) => /phone/i.test(key))),
    (key) => turning(key, (text) => (/^\+?[\d ]+$/.test(text) ? text.replace(/ /g, '') : text)),
  ),
  fault(
    'date-made-time',
    'the profile’s claim',
    (key) => `keeps a text that looks like a date with a time: ${key}`,
    keyed(free),
    (key) => turning(key, (text) => text.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T00:00:00Z')),
  ),
  fault(
    'number-rewritten',
    'the profile’s claim',
    (key) => `keeps a text that looks like a great number as a program would write it: ${key}`,
    keyed(free),
    (key) => turning(key, (text) => (/^\d+e\d+$|^\d{17,}$|^\.\d+$|^\d+\.$/i.test(text) ? String(Number(text)) : text)),
  ),
  fault(
    'link-with-slash',
    'the profile’s claim',
    () => 'keeps an address without a path with a slash behind it',
    at('endpoint.config.update'),
    () => turning('endpoint.config.update/enrollmentLinkAddress', (text) => text.replace(/^(\w+:\/\/[^/?#]+)$/, '$1/')),
  ),
  fault(
    'empty-text-lost',
    'the profile’s claim',
    (key) => `accepts an empty text and keeps the former one: ${key}`,
    keyed(free.filter(({ member }) => member.type.min === undefined)),
    (key) => losing(key, (value) => value === ''),
  ),
  fault(
    'blank-text-emptied',
    'the profile’s claim',
    (key) => `keeps nothing of a text of blanks: ${key}`,
    keyed(free),
    (key) => turning(key, (text) => (text.trim() === '' ? '' : text)),
    { readings: ['A', 'B'], standing: 'debatable' },
  ),
];
