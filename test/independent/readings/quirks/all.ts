/** All quirks, and some of them by lot. */
import { MANNERS_OF_ANSWERING } from './answers.ts';
import { CONDITIONS_OF_ENTITIES, FOREIGN_PARENT } from './conditions.ts';
import { LEGACY_HABITS } from './legacy.ts';
import type { Quirk } from './quirk.ts';

export const QUIRKS: readonly Quirk[] = [
  ...CONDITIONS_OF_ENTITIES,
  FOREIGN_PARENT,
  ...MANNERS_OF_ANSWERING,
  ...LEGACY_HABITS,
];
