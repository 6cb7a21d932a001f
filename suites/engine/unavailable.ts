/** What a check cannot do without and could not be had: thrown, and turned into verdicts in one place, the engine. */
import type { Cause } from '../../reports/model.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Why } from '../../spec/why.ts';
import type { Judgement } from './check.ts';

/** Why something could not be had; becomes an inconclusive verdict. */
export interface Lack {
  readonly lack: Why | string;
  readonly cause: Cause;
  /** Because of a choice that the contract leaves to the server: nothing is missing. */
  readonly open?: true;
  /** What shows it: the positive control that was refused. */
  readonly exchange?: Exchange;
}

/** Ends a check, or the part of one, that cannot go on without what it did not get. */
export class Unavailable extends Error {
  readonly lack: Lack;

  constructor(lack: Lack) {
    super(typeof lack.lack === 'string' ? lack.lack : lack.lack.what);
    this.lack = lack;
  }
}

/** True for the lacking half of a union. */
export function isLack(value: object): value is Lack {
  return 'lack' in value;
}

/** What was found. @throws Unavailable when it was not. */
export function have<T extends object>(found: T | Lack): Exclude<T, Lack> {
  if (isLack(found)) throw new Unavailable(found);
  return found as Exclude<T, Lack>;
}

/** What was to be had, or undefined where it was not: for who can do without. */
export async function ifAvailable<T>(wanted: Promise<T>): Promise<T | undefined> {
  return (await tryFor(wanted)).found;
}

/** What was to be had, or why it was not. */
export async function tryFor<T>(wanted: Promise<T>): Promise<{ readonly found?: T; readonly lack?: Lack }> {
  try {
    return { found: await wanted };
  } catch (error) {
    if (error instanceof Unavailable) return { lack: error.lack };
    throw error;
  }
}

/** The same as a union. */
export async function orLack<T extends object>(wanted: Promise<T>): Promise<T | Lack> {
  const { found, lack } = await tryFor(wanted);
  return lack ?? (found as T);
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

/** The lack that has this reason. */
export function lacking(why: Why, exchange?: Exchange): Lack {
  return { lack: why, cause: CAUSES[why.what], ...(exchange === undefined ? {} : { exchange }) };
}

/** The verdict that a lack leaves. */
export function inconclusive({ lack, cause, open }: Lack): Judgement {
  if (open === true) return { verdict: 'observed', reason: lack };
  return { verdict: 'inconclusive', cause, reason: lack };
}
