/** All operators, by the lot that draws from them. */
import type { ReadingId } from '../../readings/reading.ts';
import type { Operator } from '../fault.ts';
import { ANSWERING } from './answers/all.ts';
import { CLAIMS } from './claims.ts';
import { ENTITIES } from './entities.ts';
import { FIFTH } from './fifth/all.ts';
import { FOURTH } from './fourth/all.ts';
import { KEEPING } from './kept.ts';
import { LEGACY } from './legacy/all.ts';
import { LISTS } from './lists/all.ts';
import { MACHINES } from './machines.ts';
import { SECOND } from './second/all.ts';
import { SIXTH } from './sixth/all.ts';
import { THIRD } from './third/all.ts';
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

/** What faults are drawn from. */
export interface Source {
  readonly operators: readonly Operator[];
  /** Readings that a fault may go to; one that stands here more often is drawn more often. */
  readonly readings: readonly ReadingId[];
}

/** Three of five faults go to reading A, which checks most. */
const MOSTLY_A: readonly ReadingId[] = ['A', 'A', 'A', 'B', 'C'];

const EVENLY: readonly ReadingId[] = ['A', 'B', 'C'];

/** Each lot draws from operators of its own, so that later ones leave what earlier ones drew as it is. */
export const LOTS = {
  first: { operators: FIRST, readings: MOSTLY_A },
  second: { operators: SECOND, readings: MOSTLY_A },
  third: { operators: THIRD, readings: EVENLY },
  fourth: { operators: FOURTH, readings: EVENLY },
  fifth: { operators: FIFTH, readings: EVENLY },
  sixth: { operators: SIXTH, readings: EVENLY },
} as const satisfies Readonly<Record<string, Source>>;
export type Lot = keyof typeof LOTS;
export const OPERATORS: readonly Operator[] = Object.values(LOTS).flatMap(({ operators }) => operators);
/** All lots at once. */
export const ALL: Source = { operators: OPERATORS, readings: MOSTLY_A };
