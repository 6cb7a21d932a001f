/** What a check cannot do without and could not be had: thrown, and turned into verdicts in one place, the engine. */
import type { Cause } from '../../reports/model.ts';
import type { Reason } from '../../reports/remark.ts';
import type { Exchange, Why } from '../../spec/index.ts';
import { observed, unshown } from '../judges/index.ts';
import type { CheckContext, Judgement } from './check.ts';

interface Besides {
  /** Because of a choice that the contract leaves to the server: nothing is missing. */
  readonly open?: true;
  /** What shows it: the positive control that was refused. */
  readonly exchange?: Exchange | undefined;
}

/** Why something could not be had. Thrown, it ends a check, or the part of one, that cannot go on without it. */
export class Unavailable extends Error {
  readonly why: Reason;
  override readonly cause: Cause;
  readonly open: boolean;
  readonly exchange: Exchange | undefined;

  constructor(why: Reason, cause: Cause, { open, exchange }: Besides = {}) {
    super(why.what);
    this.why = why;
    this.cause = cause;
    this.open = open === true;
    this.exchange = exchange;
  }
}

const CAUSES: Readonly<Record<Why['what'], Cause>> = {
  fixture: 'no-fixture',
  effect: 'effect-not-permitted',
  area: 'area-not-claimed',
  setting: 'no-credential',
  control: 'control-refused',
  request: 'dialect-silent',
  'way-back': 'no-fixture',
  answer: 'dialect-silent',
  trait: 'no-fixture',
  look: 'earlier-step',
};

/** True for what could not be had. */
export function isWhy(reason: Reason): reason is Why {
  return reason.what in CAUSES;
}

/** What is not to be had for this reason. */
export function unavailable(why: Why, exchange?: Exchange): Unavailable {
  return new Unavailable(why, CAUSES[why.what], { exchange });
}

/** What was to be had, or undefined where it was not: for who can do without. */
export async function ifAvailable<T>(wanted: Promise<T>): Promise<T | undefined> {
  return (await tryFor(wanted)).found;
}

/** What was to be had, or why it was not. */
export type Tried<T> =
  | { readonly found: T; readonly missing?: undefined }
  | { readonly found?: undefined; readonly missing: Unavailable };

/** The same, for who must tell why. */
export async function tryFor<T>(wanted: Promise<T>): Promise<Tried<T>> {
  try {
    return { found: await wanted };
  } catch (error) {
    if (error instanceof Unavailable) return { missing: error };
    throw error;
  }
}

/** A part of a check: what it cannot do without leaves its requirements open, and the other parts go on. */
export async function orOpen(
  { record }: Pick<CheckContext, 'record'>,
  requirements: readonly string[],
  part: () => Promise<unknown>,
): Promise<void> {
  const { missing } = await tryFor(part());
  if (missing === undefined) return;
  for (const id of requirements) record(id, inconclusive(missing), { label: 'positive control' });
}

/** The verdict that is left. */
export function inconclusive({ why, cause, open }: Unavailable): Judgement {
  return open ? observed(why) : unshown(cause, why);
}
