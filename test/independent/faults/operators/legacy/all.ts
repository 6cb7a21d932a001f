/** The legacy actions: conditions overlooked, records misshapen, methods changed wrongly. */
import type { Operator } from '../../fault.ts';
import { CHANGED } from './changes.ts';
import { CONDITIONED } from './conditions.ts';
import { LOGGED_IN } from './logins.ts';
import { RECORDED } from './records.ts';

export const LEGACY: readonly Operator[] = [...CONDITIONED, ...RECORDED, ...LOGGED_IN, ...CHANGED];
