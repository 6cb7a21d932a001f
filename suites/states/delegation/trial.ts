/** One step of an endpoint through the delegation modes of 3.3, as it was seen. */

import type { Seen } from '../../../reports/model.ts';
import type { Mode } from '../../../spec/delegation-mode.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import type { Judgement } from '../../engine/check.ts';

/** What was done: delegations put, removed, or a PUT that ought to be refused. */
export type Action = 'put' | 'remove' | 'bad-put';

export interface ModeTrial {
  readonly action: Action;
  /** What is special about it: the ids that were put, or what is wrong with the body. */
  readonly label: string;
  /** Mode before, as shown, declared or inferred from the steps so far. */
  readonly from: Mode;
  readonly exchange: Exchange;
  /** What came of it, by the look after it. */
  readonly seen?: Seen;
  /** Mode that shows before and after; undefined where none shows. */
  readonly shownBefore: Mode | undefined;
  readonly shownAfter: Mode | undefined;
  /** Stands for what shows afterwards when the GET after an accepted step was not answered. */
  readonly unseen?: Judgement;
  /** Organizations that were put since the endpoint was last without delegations, this step included. */
  readonly put: readonly (string | number)[];
  /** Which of all organizations used so far show in the GET body where none of them showed at first; undefined when none ever did. */
  readonly visible: readonly (string | number)[] | undefined;
  /** The very same list was put by the step before. */
  readonly repeat: boolean;
  /** After a refusal: places of the whole GET body that changed; undefined when it could not be read. */
  readonly changed: readonly string[] | undefined;
  readonly steps: readonly string[];
}

/** JSON Pointers without their last part at which a scalar stands in a document. */
export function placesOf(document: unknown, wanted: string | number, pointer = ''): string[] {
  if (typeof document !== 'object' || document === null) {
    return document === wanted || String(document) === String(wanted) ? [pointer] : [];
  }
  return Object.entries(document).flatMap(([name, value]) => {
    // An item's place in a list says nothing: lists grow and shrink.
    return placesOf(value, wanted, `${pointer}/${Array.isArray(document) ? '*' : name}`);
  });
}

export function statusOf(trial: ModeTrial): number {
  return trial.exchange.response?.status ?? 0;
}

export function accepted(trial: ModeTrial): boolean {
  return statusOf(trial) >= 200 && statusOf(trial) < 300;
}
