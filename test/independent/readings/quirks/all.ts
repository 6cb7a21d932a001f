/** All quirks, and some of them by lot. */
import { MANNERS_OF_ANSWERING } from './answers.ts';
import { HABITS_OF_COMPANY } from './company.ts';
import { CONDITIONS_OF_ENTITIES, FOREIGN_PARENT } from './conditions.ts';
import { FORMS_OF_FAULTS } from './faults.ts';
import { HABITS_OF_KEEPING } from './keeping.ts';
import { LEGACY_HABITS } from './legacy.ts';
import { HABITS_MEANWHILE } from './meanwhile.ts';
import { HABITS_OF_ORDERS } from './orders.ts';
import type { Quirk } from './quirk.ts';
import { RULES_OF_VALUES } from './rules.ts';
import { CACHED, HABITS_OF_THE_WIRE } from './wire.ts';

export const QUIRKS: readonly Quirk[] = [
  ...CONDITIONS_OF_ENTITIES,
  FOREIGN_PARENT,
  ...MANNERS_OF_ANSWERING,
  ...LEGACY_HABITS,
];

/** Habits that came later; what is drawn of those above stays as it was. */
export const LATER_QUIRKS: readonly Quirk[] = [
  ...HABITS_OF_THE_WIRE,
  ...HABITS_OF_KEEPING,
  ...RULES_OF_VALUES,
  ...HABITS_OF_COMPANY,
  ...HABITS_OF_ORDERS,
  ...FORMS_OF_FAULTS,
  CACHED,
];

/** And those that came last. */
export const LAST_QUIRKS: readonly Quirk[] = HABITS_MEANWHILE;
