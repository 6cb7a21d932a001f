import { isObject } from '../../spec/json.ts';
import type { Input } from '../input.ts';

const PREFIX = 'forgets:';

/** The switch of a fault that loses one member of the body, or one query parameter (`?name`), on its way to the entity. */
export function forgetSwitch(member: string): string {
  return `${PREFIX}${member}`;
}

/** The switch of a fault that keeps only the beginning of long texts. */
export const CUT_TEXTS = 'cuts-texts';

/** The switch of a fault that keeps texts as a page would show them. */
export const ESCAPE_TEXTS = 'escapes-texts';

/** The switch of a fault that keeps the first item of each list. */
export const FIRST_ITEMS = 'keeps-first-items';

/** Texts that people write are mostly shorter. */
const KEPT = 48;

/** The input without what the active switches lose. */
export function forgetMembers(input: Input, switches: ReadonlySet<string>): Input {
  for (const [name, spoil] of SPOILERS) {
    if (switches.has(name) && isObject(input.body)) return { ...input, body: each(input.body, spoil) };
  }
  const lost = new Set(
    [...switches].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)),
  );
  if (lost.size === 0) return input;
  const query = Object.fromEntries(Object.entries(input.query).filter(([name]) => !lost.has(`?${name}`)));
  if (!isObject(input.body)) return { ...input, query };
  const body = Object.fromEntries(Object.entries(input.body).filter(([name]) => !lost.has(name)));
  return { ...input, query, body };
}

const SPOILERS: readonly (readonly [name: string, spoil: (value: unknown) => unknown])[] = [
  [CUT_TEXTS, (value) => (typeof value === 'string' ? value.slice(0, KEPT) : value)],
  [ESCAPE_TEXTS, (value) => (typeof value === 'string' ? value.replaceAll('&', '&amp;') : value)],
  [FIRST_ITEMS, (value) => (Array.isArray(value) ? value.slice(0, 1) : value)],
];

function each(body: Readonly<Record<string, unknown>>, spoil: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, spoil(value)]));
}
