/** The three readings, all conforming, as unlike each other as the contract allows. */
import { A } from './a.ts';
import { B } from './b.ts';
import { C } from './c.ts';
import type { Reading, ReadingId } from './reading.ts';

export const READINGS: Readonly<Record<ReadingId, Reading>> = { A, B, C };
