import type { Input } from '../input.ts';
import { isObject } from '../validate/assertions.ts';

const PREFIX = 'forgets:';

/** The switch of a fault that loses one member of the body, or one query parameter (`?name`), on its way to the entity. */
export function forgetSwitch(member: string): string {
  return `${PREFIX}${member}`;
}

/** The switch of a fault that keeps only the beginning of long texts. */
export const CUT_TEXTS = 'cuts-texts';

/** Texts that people write are mostly shorter. */
const KEPT = 48;

/** The input without what the active switches lose. */
export function forgetMembers(input: Input, switches: ReadonlySet<string>): Input {
  if (switches.has(CUT_TEXTS) && isObject(input.body)) return { ...input, body: cut(input.body) };
  const lost = new Set(
    [...switches].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)),
  );
  if (lost.size === 0) return input;
  const query = Object.fromEntries(Object.entries(input.query).filter(([name]) => !lost.has(`?${name}`)));
  if (!isObject(input.body)) return { ...input, query };
  const body = Object.fromEntries(Object.entries(input.body).filter(([name]) => !lost.has(name)));
  return { ...input, query, body };
}

function cut(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, KEPT) : value]),
  );
}
