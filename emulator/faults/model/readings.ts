/** How the operators of the fault model read the values of a place (spec/fault-model.yaml). */
import type { Cell } from '../../../spec/fault-model/cells.ts';
import type { Place } from '../../../spec/fault-model/places.ts';
import type { Reading } from './requests.ts';

/** Makes the reading of one cell; a new one has met nothing yet. */
type MakeReading = (cell: Cell) => Reading;

/** Readings that look at one value at a time. */
const one = (read: (value: unknown, place: Place) => unknown): MakeReading => {
  return ({ place }) =>
    (values) =>
      values.map((value) => (Array.isArray(value) ? value.map((item) => read(item, place)) : read(value, place)));
};

/** Readings of texts; other values are left alone. */
const text = (read: (value: string, place: Place) => unknown): MakeReading =>
  one((value, place) => (typeof value === 'string' ? read(value, place) : value));

/** Readings of lists, whether they come as one member or as repeated parameters. */
const list = (read: (items: readonly unknown[], place: Place) => readonly unknown[] | 'refused'): MakeReading => {
  return ({ place }) =>
    (values) => {
      const [value] = values;
      if (place.in !== 'body') return read(values, place);
      if (!Array.isArray(value)) return values;
      const items = read(value as unknown[], place);
      return items === 'refused' ? items : [items];
    };
};

/** By operator id. */
export const READINGS: Readonly<Record<string, MakeReading>> = {
  exponent: text((value) => (/^\d+e\d{1,2}$/i.test(value) ? String(Number(value)) : value)),
  hexadecimal: text((value) => (/^0x[0-9a-f]{1,8}$/i.test(value) ? String(Number(value)) : value)),
  fraction: one((value) =>
    typeof value === 'number' ? Math.trunc(value) : String(value).replace(/^(-?\d+)[.,]\d+$/, '$1'),
  ),
  unit: text((value) => value.replace(/^(-?\d+)[^\d.,-].*$/s, '$1')),
  wraps: one((value) => {
    const whole = typeof value === 'number' ? Number.isInteger(value) : /^\d{10,18}$/.test(String(value));
    if (!whole || Math.abs(Number(value)) < 2 ** 31) return value;
    const kept = Number(BigInt.asIntN(32, BigInt(value as string | number)));
    return typeof value === 'number' ? kept : String(kept);
  }),
  'sign-lost': one((value) => {
    if (typeof value === 'number') return value < 0 ? -value : value;
    return String(value).replace(/^-(\d+)$/, '$1');
  }),
  quoted: text((value) => (/^-?\d{1,9}$/.test(value) ? Number(value) : value)),

  beginning: text((value, { members }) => only(members, (member) => value !== '' && member.startsWith(value)) ?? value),
  extended: text((value, { members }) => only(members, (member) => value.startsWith(member)) ?? value),
  separators: text((value, { members }) => only(members, (member) => plain(member) === plain(value)) ?? value),
  'letter-case': text(
    (value, { members }) => only(members, (member) => member.toLowerCase() === value.toLowerCase()) ?? value,
  ),
  ordinal: one((value, { members }) => (/^\d$/.test(String(value)) ? (members[Number(value)] ?? value) : value)),

  'breaks-on': (cell) => (values) => (values.some((value) => holds(value, cell.text)) ? 'broken' : values),
  garbles: (cell) => text((value) => value.replaceAll(cell.text ?? '', '?'))(cell),
  'cuts-half': text((value, { maxLength = 0 }) => (length(value) >= maxLength ? first(value, maxLength / 2) : value)),
  'cuts-last': text((value, { maxLength = 0 }) => (length(value) >= maxLength ? first(value, maxLength - 1) : value)),
  'lower-case': text((value) => value.toLowerCase()),
  capitalised: text((value) => value.replaceAll(/(^|\s)(\p{Ll})/gu, (all) => all.toUpperCase())),
  'first-word': text((value) => /^\s*\S+/.exec(value)?.[0] ?? value),
  trimmed: text((value) => value.trim()),
  normalised: text((value) => value.normalize('NFC')),

  'first-item': list((items) => items.slice(0, 1)),
  'last-item': list((items) => items.slice(-1)),
  'bad-item-dropped': list((items, { members, in: where }) => {
    const good = items.filter((item) =>
      members.length > 0
        ? members.includes(item)
        : where === 'body'
          ? Number.isInteger(item)
          : /^[1-9]\d{0,8}$/.test(String(item)),
    );
    return good.length === 0 ? items : good;
  }),
  'one-refused': list((items) => (items.length === 1 ? 'refused' : items)),
  'several-refused': list((items) => (items.length > 1 ? 'refused' : items)),

  lost: () => () => [],
  'lost-in-company': () => (values, body) => (Object.keys(body as object).length > 1 ? [] : values),
  'lost-alone': () => (values, body) => (Object.keys(body as object).length === 1 ? [] : values),
  'lost-on-return': () => {
    const met: string[] = [];
    return (values) => {
      const key = JSON.stringify(values);
      if (met.includes(key) && met.at(-1) !== key) return [];
      if (met.at(-1) !== key) met.push(key);
      return values;
    };
  },
  crossed:
    ({ place }) =>
    (values) => [...values, { [(place.sibling ?? '').slice(1)]: values[0] }],
};

/** The only member that fits, as several cannot be told apart. */
function only(members: readonly unknown[], fits: (member: string) => boolean): unknown {
  const fitting = members.filter((member) => typeof member === 'string' && fits(member));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function plain(word: string): string {
  return word.replaceAll(/[\s_-]/g, '');
}

function holds(value: unknown, odd: string | undefined): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, odd));
  return typeof value === 'string' && odd !== undefined && value.includes(odd);
}

function length(value: string): number {
  return [...value].length;
}

function first(value: string, count: number): string {
  return [...value].slice(0, Math.floor(count)).join('');
}
