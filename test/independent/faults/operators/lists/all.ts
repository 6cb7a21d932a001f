/** The SSL list: filters, paging, its count. */
import type { Operator } from '../../fault.ts';
import { FILTERING } from './filters.ts';
import { PAGING } from './pages.ts';

export const LISTS: readonly Operator[] = [...FILTERING, ...PAGING];
