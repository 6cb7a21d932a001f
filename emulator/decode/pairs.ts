import { decodeComponent } from './percent.ts';

/** Decoded name-value pairs in the order in which they arrived. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

const NONE: Pairs = new Map();

/**
 * Reads a query string or a form body (`a=1&b=x+y`).
 *
 * @param raw text after the `?`, or the form body.
 * @returns values by name; undefined when a name or a value cannot be decoded. A pair without `=` has the value ''.
 */
export function readPairs(raw: string): Pairs | undefined {
  if (raw === '') return NONE;
  const pairs = new Map<string, string[]>();
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const cut = part.indexOf('=');
    const name = decodeComponent(cut < 0 ? part : part.slice(0, cut), true);
    const value = cut < 0 ? '' : decodeComponent(part.slice(cut + 1), true);
    if (name === undefined || value === undefined) return undefined;
    const known = pairs.get(name);
    if (known === undefined) pairs.set(name, [value]);
    else known.push(value);
  }
  return pairs;
}
