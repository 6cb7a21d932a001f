/** Texts that are accepted and kept otherwise: what an update gives shows in the matching GET as the profile claims (`update.readback`). */
import type { Operator } from '../../fault.ts';
import { free, keyed, losing, turning } from '../../keeping.ts';
import { valuePlace } from '../../places.ts';
import { AB, fault } from './plants.ts';

const CLAIM = 'the profile’s claim';
const max = (key: string) => (valuePlace(key).member.type as { max?: number }).max ?? 0;
const turned = (
  id: string,
  what: string,
  turn: (text: string, key: string) => string,
  more: Partial<Operator> & { least?: number } = {},
): Operator => {
  const { least = 0, ...rest } = more;
  return fault(
    id,
    CLAIM,
    (key) => `${what}: ${key}`,
    keyed(free.filter(({ member }) => (member.type.max ?? 0) >= least)),
    (key) => turning(key, (text) => turn(text, key)),
    rest,
  );
};

/** As much of a text as fits into so many bytes. */
function bytesOf(text: string, most: number): string {
  let kept = '';
  for (const sign of text) {
    if (Buffer.byteLength(kept + sign) > most) break;
    kept += sign;
  }
  return kept;
}

export const TEXTS: readonly Operator[] = [
  // A postal code, a telephone number or a name of digits is text, not a number.
  turned('zeros-in-front-lost', 'takes digits for a number and loses zeros in front', (text) =>
    /^0\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text,
  ),
  turned('decimals-rounded', 'takes decimals for a number and loses zeros behind', (text) =>
    /^\d+\.\d+$/.test(text) ? String(Number(text)) : text,
  ),
  turned('second-line-lost', 'keeps the first line only', (text) => text.split(/\r?\n/)[0] ?? ''),
  turned('plus-as-blank', 'keeps a blank for a plus sign', (text) => text.replaceAll('+', ' ')),
  turned('escapes-undone', 'undoes percent escapes that the text holds', (text) =>
    text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  ),
  turned('references-undone', 'undoes references that the text holds', (text) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  ),
  turned('backslash-lost', 'loses backslashes', (text) => text.replaceAll('\\', '')),
  turned('apostrophe-doubled', 'doubles apostrophes', (text) => text.replaceAll("'", "''")),
  turned('beyond-bmp-lost', 'loses characters beyond the basic plane', (text) =>
    text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  ),
  turned('capital-first', 'makes the first letter a capital', (text) =>
    text.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  ),
  turned('cut-at-255', 'keeps the first 255 characters', (text) => [...text].slice(0, 255).join(''), { least: 256 }),
  // Readings A and B count characters: as many letters as the bound says are accepted, whatever bytes they take.
  turned('cut-at-bytes', 'keeps as many bytes as characters are allowed', (text, key) => bytesOf(text, max(key)), {
    least: 8,
    readings: AB,
  }),
  fault(
    'null-word-lost',
    CLAIM,
    (key) => `takes the word null for no value: ${key}`,
    keyed(free.filter(({ member }) => (member.type.max ?? 4) >= 4)),
    (key) => losing(key, (value) => value === 'null'),
  ),
];
