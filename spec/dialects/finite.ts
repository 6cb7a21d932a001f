/** YAML and JSON of others: what contains itself, or is nested without measure, could not be walked. */
import { parse } from 'yaml';

/** Far beyond what describes an interface, far below what a walk can follow. */
const DEEPEST_SCHEMA = 200;

/**
 * Parses YAML or JSON.
 *
 * @throws Error for what is neither, for aliases that grow without bound (as the parser has it) or lead back to what holds them, and for more
 * than 200 levels
 */
export function parseFinite(text: string, options: { readonly merge?: boolean } = {}): unknown {
  // The YAML parser also reads JSON, but takes seconds for what JSON.parse does in milliseconds.
  const value = /^\s*\{/.test(text) ? (jsonIn(text) ?? parse(text, options)) : parse(text, options);
  if (!ends(value, [])) throw new Error(`it holds itself, or is nested more than ${DEEPEST_SCHEMA} levels deep`);
  return value;
}

/** Undefined where it is none: YAML tells the line and column of the fault, and knows more than one way to write a map. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ends(value: unknown, around: readonly unknown[]): boolean {
  if (value === null || typeof value !== 'object') return true;
  if (around.length === DEEPEST_SCHEMA || around.includes(value)) return false;
  const within = [...around, value];
  return Object.values(value).every((inner) => ends(inner, within));
}
