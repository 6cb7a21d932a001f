/** Judges whether an entity still shows what its updates write, after something else was done. Pure (contract 4, 7.1). */

import { valueAt } from '../../spec/json.ts';
import type { Answer } from '../../spec/types.ts';
import type { Judgement } from '../engine/check.ts';
import { excerpt } from '../judges/body.ts';
import { inWords } from '../judges/difference.ts';
import { fail, observed, PASS } from '../judges/judgement.ts';
import { answerOf } from '../judges/transport.ts';
import type { Look } from '../subject/read.ts';
import { sameValue } from './update-judges.ts';

/** An entity that should be as it was: what it showed, and the places where its updates show. */
export interface Kept {
  readonly name: string;
  readonly before: unknown;
  readonly places: readonly string[];
  /** Of the dialect's answer that gives the places. */
  readonly standing: Answer['standing'];
  /** True for the entity that something was done to: it may need a flag that was off, which the contract does not show. */
  readonly mayBeSwitchedOn?: boolean;
}

/**
 * Passes when the entity can still be read and shows the same at its places; all else that it shows (dates, counters) may
 * have changed.
 */
export function judgeKept(
  { name, before, places, standing, mayBeSwitchedOn = false }: Kept,
  after: Pick<Look, 'exchange' | 'status' | 'value'>,
): Judgement {
  const { judgement } = answerOf(after.exchange);
  if (judgement !== undefined) return judgement;
  const expected = `the ${name} is as it was`;
  if (after.status !== 200) return fail(expected, `its GET answers ${after.status}`);
  const was = (place: string): unknown => valueAt(before, place) ?? null;
  const is = (place: string): unknown => valueAt(after.value, place) ?? null;
  const changed = places.filter(
    (place) => !sameValue(was(place), is(place)) && !(isEmpty(was(place)) && isEmpty(is(place))),
  );
  if (changed.length === 0) return PASS;
  if (standing !== 'claimed') {
    return observed(`The ${name} changed at ${inWords(changed)}; that its updates show there is only assumed.`);
  }
  const certain = changed.filter((place) => !mayBeSwitchedOn || is(place) !== true);
  const [first] = certain;
  if (first === undefined) {
    return observed(`The ${name} was switched on at ${inWords(changed)}; whether it may be is not shown.`);
  }
  const [old, now] = [was(first), is(first)].map((value) => excerpt(JSON.stringify(value)));
  return fail(`${expected}: ${first} shows ${old}`, `it shows ${now}; changed: ${inWords(certain)}`);
}

/** Many servers show nothing, null and an empty list for one another. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
