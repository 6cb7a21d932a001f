/** All operators, by id. */
import type { Operator } from '../fault.ts';
import { ANSWERING } from './answers/all.ts';
import { CLAIMS } from './claims.ts';
import { ENTITIES } from './entities.ts';
import { KEEPING } from './kept.ts';
import { LEGACY } from './legacy/all.ts';
import { LISTS } from './lists/all.ts';
import { MACHINES } from './machines.ts';
import { VALUES } from './values/all.ts';

export const OPERATORS: readonly Operator[] = [
  ...VALUES,
  ...KEEPING,
  ...ENTITIES,
  ...ANSWERING,
  ...LISTS,
  ...LEGACY,
  ...MACHINES,
  ...CLAIMS,
];
