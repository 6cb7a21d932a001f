import { fitsFormat } from './formats.ts';
import type { Violation } from './schema.ts';

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Meanings that no JSON Schema keyword can state; the contract's documents mark them with `x-semantic`. */
const MEANINGS: Readonly<Record<string, (text: string) => boolean>> = {
  'iso-3166-1-alpha-2': (text) => /^[A-Z]{2}$/.test(text) && regions.of(text) !== undefined,
  'past-date': (text) => fitsFormat(text, 'date') && Date.parse(text) < Date.now(),
};

/** Judges a value by its schema's `x-semantic`, when it has one that is known here. */
export function meansSomething(value: unknown, schema: Readonly<Record<string, unknown>>): Violation | undefined {
  const meaning = schema['x-semantic'];
  if (typeof meaning !== 'string' || typeof value !== 'string') return undefined;
  const test = MEANINGS[meaning];
  return test === undefined || test(value) ? undefined : { pointer: '', keyword: meaning };
}
