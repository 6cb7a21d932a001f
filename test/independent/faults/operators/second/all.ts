/** The operators of the second lot. */
import type { Operator } from '../../fault.ts';
import { ANSWERS_TOO } from './answers.ts';
import { GUARDS } from './guards.ts';
import { LEGACY_TOO } from './legacy.ts';
import { LISTS_TOO } from './lists.ts';
import { MACHINES_TOO } from './machines.ts';
import { MEMBERS } from './members.ts';
import { NEIGHBOURS } from './neighbours.ts';
import { SEQUENCES } from './sequences.ts';
import { TEXTS } from './texts.ts';
import { TYPED } from './types.ts';
import { VALUES_TOO } from './values.ts';

/** Those that turn what an update keeps: nobody sees it where no answer shows it. */
export const KEEPING_TOO: readonly Operator[] = [...TEXTS, ...MEMBERS];

export const SECOND: readonly Operator[] = [
  ...KEEPING_TOO,
  ...TYPED,
  ...NEIGHBOURS,
  ...SEQUENCES,
  ...GUARDS,
  ...MACHINES_TOO,
  ...LISTS_TOO,
  ...VALUES_TOO,
  ...ANSWERS_TOO,
  ...LEGACY_TOO,
];
