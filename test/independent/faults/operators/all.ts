/** All operators, by the lot that draws from them. */
import type { Operator } from '../fault.ts';
import { ANSWERING } from './answers/all.ts';
import { CLAIMS } from './claims.ts';
import { ENTITIES } from './entities.ts';
import { KEEPING } from './kept.ts';
import { LEGACY } from './legacy/all.ts';
import { LISTS } from './lists/all.ts';
import { MACHINES } from './machines.ts';
import { SECOND } from './second/all.ts';
import { VALUES } from './values/all.ts';

const FIRST: readonly Operator[] = [
  ...VALUES,
  ...KEEPING,
  ...ENTITIES,
  ...ANSWERING,
  ...LISTS,
  ...LEGACY,
  ...MACHINES,
  ...CLAIMS,
];

/** Each lot draws from operators of its own, so that later ones leave what earlier ones drew as it is. */
export const LOTS = { first: FIRST, second: SECOND } as const;
export type Lot = keyof typeof LOTS;
export const OPERATORS: readonly Operator[] = [...FIRST, ...SECOND];
