const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const EMAIL =
  /^[^\s@<>(),;:\\"[\]]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  uuid: (value) => UUID.test(value),
  email: (value) => EMAIL.test(value),
  uri: (value) => URI.test(value),
  date: isDate,
  'date-time': (value) => {
    const match = DATE_TIME.exec(value);
    return match?.[1] !== undefined && isDate(match[1]);
  },
};

/** Ranges of the integer formats (contract 2.1 says int32 throughout). */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-2_147_483_648, 2_147_483_647],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** True when `value` fits the format; a format that is not known here constrains nothing. */
export function fitsFormat(value: unknown, format: string): boolean {
  if (typeof value === 'string') return CHECKS[format]?.(value) ?? true;
  const range = typeof value === 'number' ? RANGES[format] : undefined;
  return range === undefined || ((value as number) >= range[0] && (value as number) <= range[1]);
}

/** A day of the calendar written `yyyy-MM-dd`. */
function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
