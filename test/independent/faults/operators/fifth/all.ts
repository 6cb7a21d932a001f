/** The operators of the fifth lot. */
import type { Operator } from '../../fault.ts';
import { LEGACY_ONE_BY_ONE } from './legacy.ts';
import { LISTS_IN_COMPANY } from './lists.ts';
import { QUERIES } from './queries.ts';
import { VALUES_FURTHER } from './values.ts';

export const FIFTH: readonly Operator[] = [...VALUES_FURTHER, ...QUERIES, ...LISTS_IN_COMPANY, ...LEGACY_ONE_BY_ONE];
