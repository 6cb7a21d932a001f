/** What the doctor found, one fact at a time. This is also the form of `certconform doctor --json`. */

import type { Hint } from '../../reports/hints.ts';

/** `good`, `wrong` (to be mended), `doubt` (a run can start; look at it), `unseen` (nothing can show it). */
export type State = 'good' | 'wrong' | 'doubt' | 'unseen';

export type Topic = 'connection' | 'credentials' | 'clock' | 'dialect' | 'fixtures' | 'legacy login';

export interface Finding {
  readonly topic: Topic;
  /** What was looked at: `admin.url`, `fixtures.person 17`. */
  readonly subject: string;
  readonly state: State;
  /** One sentence: what was seen, and how to mend it where it is wrong. */
  readonly text: string;
  /** What to add to the profile. */
  readonly hint?: Hint;
}

/** Makes the findings of one topic. */
export function about(topic: Topic): (subject: string, state: State, text: string, hint?: Hint) => Finding {
  return (subject, state, text, hint) => ({ topic, subject, state, text, ...(hint === undefined ? {} : { hint }) });
}
