/** The operators of the sixth lot. */
import type { Operator } from '../../fault.ts';
import { ITEMS } from './items.ts';
import { LISTS_AT_THE_EDGES } from './lists.ts';
import { FAR_NEIGHBOURS } from './neighbours.ts';
import { WRONG_PATHS } from './paths.ts';
import { SWITCHES } from './switches.ts';
import { ONE_TYPE_ONLY } from './types.ts';

export const SIXTH: readonly Operator[] = [
  ...WRONG_PATHS,
  ...SWITCHES,
  ...FAR_NEIGHBOURS,
  ...LISTS_AT_THE_EDGES,
  ...ITEMS,
  ...ONE_TYPE_ONLY,
];
