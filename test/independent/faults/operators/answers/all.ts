/** What operations answer: statuses, bodies, headers, and to whom. */
import type { Operator } from '../../fault.ts';
import { ADMITTING } from './credentials.ts';
import { READING } from './media.ts';
import { REFUSING } from './refusals.ts';
import { SUCCEEDING } from './successes.ts';

export const ANSWERING: readonly Operator[] = [...SUCCEEDING, ...ADMITTING, ...REFUSING, ...READING];
