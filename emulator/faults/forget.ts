import type { Input } from '../input.ts';
import { isObject } from '../validate/assertions.ts';

const PREFIX = 'forgets:';

/** The switch of a fault that loses one member of the body, or one query parameter (`?name`), on its way to the entity. */
export function forgetSwitch(member: string): string {
  return `${PREFIX}${member}`;
}

/** The input without what the active switches lose. */
export function forgetMembers(input: Input, switches: ReadonlySet<string>): Input {
  const lost = new Set(
    [...switches].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)),
  );
  if (lost.size === 0) return input;
  const query = Object.fromEntries(Object.entries(input.query).filter(([name]) => !lost.has(`?${name}`)));
  if (!isObject(input.body)) return { ...input, query };
  const body = Object.fromEntries(Object.entries(input.body).filter(([name]) => !lost.has(name)));
  return { ...input, query, body };
}
