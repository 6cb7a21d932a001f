/** The operators of the second lot. */
import type { Operator } from '../../fault.ts';
import { ANSWERS_TOO } from './answers.ts';
import { WRITTEN } from './bodies.ts';
import { COMPARISONS } from './comparisons.ts';
import { GUARDS } from './guards.ts';
import { LEGACY_CHANGES } from './legacy-changes.ts';
import { LEGACY_RECORDS } from './legacy-records.ts';
import { LEGACY_REQUESTS } from './legacy-requests.ts';
import { MEMBERS } from './members.ts';
import { MODES } from './modes.ts';
import { NEIGHBOURS } from './neighbours.ts';
import { PAGES } from './pages.ts';
import { REFUSALS } from './refusals.ts';
import { REPETITIONS } from './repetitions.ts';
import { REPLACING } from './replacing.ts';
import { SEQUENCES } from './sequences.ts';
import { SPELLINGS } from './spellings.ts';
import { TEXTS } from './texts.ts';
import { TYPED } from './types.ts';
import { ADMINISTRATOR_TYPES } from './types-of-administrators.ts';
import { WORDS } from './words.ts';

/** Those that turn what an update keeps: nobody sees it where no answer shows it. */
export const KEEPING_TOO: readonly Operator[] = [...TEXTS, ...MEMBERS];

export const SECOND: readonly Operator[] = [
  ...KEEPING_TOO,
  ...TYPED,
  ...NEIGHBOURS,
  ...SEQUENCES,
  ...REPETITIONS,
  ...GUARDS,
  ...REFUSALS,
  ...ADMINISTRATOR_TYPES,
  ...MODES,
  ...REPLACING,
  ...PAGES,
  ...COMPARISONS,
  ...WORDS,
  ...SPELLINGS,
  ...WRITTEN,
  ...ANSWERS_TOO,
  ...LEGACY_REQUESTS,
  ...LEGACY_RECORDS,
  ...LEGACY_CHANGES,
];
