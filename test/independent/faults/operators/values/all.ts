/** Values judged wrongly: bounds, words, notations, characters. */
import type { Operator } from '../../fault.ts';
import { BOUNDED } from './bounds.ts';
import { IDENTIFIED } from './ids.ts';
import { NOTED } from './notations.ts';

export const VALUES: readonly Operator[] = [...BOUNDED, ...NOTED, ...IDENTIFIED];
