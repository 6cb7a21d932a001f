/** What a planted fault is, and what it is drawn from. */
import type { ReadingId } from '../readings/reading.ts';
import type { Plant } from '../server/plant.ts';

/** Explicit: it breaks a sentence of the contract or a claim of the told profile. Debatable: the contract may be read otherwise. */
export type Standing = 'explicit' | 'debatable';
/** Plain: any request of its kind meets it. Hard: a value, a sequence, another entity, a comparison a little off. */
export type Sort = 'plain' | 'hard';

/** Where a fault may sit. */
export interface Place {
  /** Unique among the places of an operator. */
  readonly key: string;
  /** Operation id. */
  readonly op: string;
}

/** One way of being wrong, and all places where it can be. */
export interface Operator {
  readonly id: string;
  readonly class: Sort;
  readonly standing: Standing;
  /** What is wrong, with the place in it. */
  readonly wrong: (key: string) => string;
  readonly places: readonly Place[];
  readonly plant: (key: string) => Plant;
  /** Readings in which it is a fault; all when left out. */
  readonly readings?: readonly ReadingId[];
  /** Areas besides that of the operation in which it shows. */
  readonly also?: readonly string[];
  /** Section of the contract; that of the operation when left out. */
  readonly section?: string;
}

export interface Fault {
  readonly id: string;
  /** Operation at which it sits. */
  readonly op: string;
  readonly wrong: string;
  readonly section: string;
  readonly class: Sort;
  readonly standing: Standing;
  readonly areas: readonly string[];
  readonly reading: ReadingId;
  readonly plant: Plant;
}

const AREAS: readonly (readonly [string, string, string])[] = [
  ['ssl', 'ssl', '4.2'],
  ['client', 'client', '4.3'],
  ['mark', 'mark', '4.4'],
  ['admin', 'admin', '4.5'],
  ['person', 'person', '4.6'],
  ['organization', 'organization', '4.7'],
  ['validation', 'organization', '4.7'],
  ['notification', 'notification', '4.8'],
  ['endpoint', 'endpoint', '4.9'],
  ['account', 'endpoint', '4.9'],
  ['domain', 'domain', '4.10'],
  ['net-task', 'discovery', '4.11'],
  ['ad-task', 'discovery', '4.11'],
  ['bucket', 'discovery', '4.11'],
  ['legacy.order-status', 'legacy-status', '4.12'],
  ['legacy.dcv-update', 'legacy-dcv', '4.13'],
];

/** The area of the suite's command line and the section of the contract of an operation. */
export function homeOf(op: string): { area: string; section: string } {
  const [, area, section] = AREAS.find(([beginning]) => op.startsWith(beginning)) ?? ['', op, '4'];
  return { area, section };
}
