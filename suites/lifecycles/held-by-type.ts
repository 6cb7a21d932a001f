/** Which members the entities of a type have: nobody says so, and what they show tells (contract 4.5, 4.9). */
import { isEmpty } from '../judges/index.ts';
import { placeOf, type Shown, type Written } from './written.ts';

/**
 * False for members that none of its own type was seen to have a value of, where those of another type were, or were not asked to take
 * one. Which ones those of each type have is not shown: one may take a member of another type and pass over it (4.5, 4.9).
 */
export function heldByType(written: readonly Written[], beside: readonly Shown[]): (one: Written) => boolean {
  const keyOf = (one: Shown): string => `${one.type} ${placeOf(one)}`;
  const all: readonly Shown[] = [...written, ...beside];
  const shown = all.filter((one) => !isEmpty(one.before) || !isEmpty(one.shown));
  const own = new Set(shown.map(keyOf));
  const anywhere = new Set(shown.map(placeOf));
  const tried = new Set(written.map(keyOf));
  const types = [...new Set(all.map(({ type }) => type))];
  const isNobodys = (one: Written): boolean =>
    !anywhere.has(placeOf(one)) && types.every((type) => tried.has(keyOf({ ...one, type })));
  return (one) => one.type === undefined || own.has(keyOf(one)) || isNobodys(one);
}
