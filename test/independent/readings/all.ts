/** The three readings, all conforming, as unlike each other as the contract allows. */
import { A } from './a.ts';
import { B } from './b.ts';
import { C } from './c.ts';
import { mixed } from './mixed.ts';
import type { Reading, ReadingId } from './reading.ts';

export const READINGS: Readonly<Record<ReadingId, Reading>> = { A, B, C };

/**
 * The reading of a name: A, B, C, or M and a number for one by lot.
 * @returns undefined for any other name
 */
export function readingOf(name: string): Reading | undefined {
  if (name in READINGS) return READINGS[name as ReadingId];
  const [, seed] = /^M(\d{1,9})$/.exec(name) ?? [];
  return seed === undefined ? undefined : mixed(Number(seed));
}
