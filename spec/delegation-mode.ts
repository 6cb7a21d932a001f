/** Where the GET of an endpoint shows its delegation mode: the answer to `endpoint.delegation-mode.read` (contract 3.3). */
import { isDeepStrictEqual } from 'node:util';
import { isObject, valueAt } from './json.ts';
import type { Answer, Contract } from './types.ts';

export type Mode = 'global' | 'custom';

export interface ModePlace {
  readonly pointer: string;
  /** The value in each mode, or one of `STATES`: what is there then. */
  readonly global: unknown;
  readonly custom: unknown;
  readonly standing: Answer['standing'];
}

/** What a place can be like, in words: many servers show the mode by the list of delegations alone. Null is no value. */
const STATES: Readonly<Record<string, (value: unknown) => boolean>> = {
  present: (value) => !isNothing(value),
  absent: isNothing,
  empty: isEmpty,
  filled: (value) => !isEmpty(value),
};

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isNothing(value) || value === '' || (isObject(value) && Object.keys(value).length === 0);
}

/** Where the dialect says that the mode shows; undefined for nowhere. */
export function modePlace(contract: Contract): ModePlace | undefined {
  const answer = contract.answer('endpoint.delegation-mode.read');
  if (answer === undefined || answer.value === null) return undefined;
  return { ...(answer.value as Omit<ModePlace, 'standing'>), standing: answer.standing };
}

/** The mode that an endpoint's GET body shows; undefined when it shows neither, or both. */
export function shownMode(place: ModePlace | undefined, body: unknown): Mode | undefined {
  if (place === undefined || !isObject(body)) return undefined;
  const value = valueAt(body, place.pointer);
  const is = (wanted: unknown): boolean => {
    const state = typeof wanted === 'string' && Object.hasOwn(STATES, wanted) ? STATES[wanted] : undefined;
    return state === undefined ? isDeepStrictEqual(value, wanted) : state(value);
  };
  const [global, custom] = [is(place.global), is(place.custom)];
  return global === custom ? undefined : global ? 'global' : 'custom';
}
