/** One attempted type change, as it was seen. Judges read trials; nothing else of the run reaches them. */
import type { Seen } from '../../../reports/model.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import type { Judgement } from '../../engine/check.ts';
import type { Written } from '../../lifecycles/update-judges.ts';

export interface Trial {
  /** Type before, as shown, declared by the profile or inferred from the steps so far. */
  readonly from: string;
  readonly to: string;
  readonly exchange: Exchange;
  /** What came of it, by the look after it. */
  readonly seen?: Seen;
  /** Value at the read place before and after; undefined where there is none or nothing shows. */
  readonly shownBefore: unknown;
  readonly shownAfter: unknown;
  /** Stands for what shows when the GET after an accepted change was not answered, or when the type itself got lost so. */
  readonly unseen?: Judgement;
  /** After a refusal: places of the whole GET body that changed; undefined when it could not be read. */
  readonly changed: readonly string[] | undefined;
  /** After an accepted change: places of texts that it did not mention and that are not what they were. */
  readonly lost?: readonly string[] | undefined;
  /** After an accepted change that came with other members: what was written of these, and what shows. */
  readonly written?: readonly Pick<Written, 'write' | 'read' | 'value' | 'shown'>[];
  /** Where the type does not show: what the next step gave away. */
  readonly inferred?: Inference;
  /** What was done to this administrator before, and this step, one sentence each. */
  readonly steps: readonly string[];
}

/** An update of other members without the type, and the type that shows after it. */
export interface LeftOut extends Pick<Trial, 'from' | 'exchange' | 'unseen'> {
  readonly shown: unknown;
}

/** The change that was tried next to find out the type, and its outcome; both undefined when none tells the types apart. */
export interface Inference {
  readonly probe?: string;
  readonly accepted?: boolean;
  /** In words, for the report. */
  readonly how: string;
}

/** A fixture's declared type against what shows at the read place. */
export interface Sighting {
  readonly declared: string;
  readonly shown: unknown;
}

/** Status of a trial; 0 when no answer came. */
export function statusOf(trial: Pick<Trial, 'exchange'>): number {
  return trial.exchange.response?.status ?? 0;
}

export function accepted(trial: Pick<Trial, 'exchange'>): boolean {
  const status = statusOf(trial);
  return status >= 200 && status < 300;
}

export function refused(trial: Trial): boolean {
  const status = statusOf(trial);
  return status >= 400 && status < 500 && status !== 429;
}

/** What a trial says of a look that was not answered. */
export function unseenBy(judgement: Judgement | undefined): Pick<Trial, 'unseen'> {
  return judgement === undefined ? {} : { unseen: judgement };
}
