/** Which entities are near another one: those that a server which misses its row hits instead. */
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { typeOf } from '../subject/search.ts';

/** Neighbours that are watched, if there are so many, or more where those next to it are of other types. */
const WATCHED = 4;

/** So many of them below the same parent. */
const SIBLINGS = 2;

/**
 * Other fixtures of the kind, those below the same parent first, then the nearest id: a server that hits the wrong row mostly
 * hits the next one, or all of one parent.
 */
export function nearest(session: Session, fixture: Fixture): Fixture[] {
  const all = session.target.fixtures().filter(({ kind }) => kind === fixture.kind);
  const at = all.indexOf(fixture);
  const distance = (one: Fixture): number => {
    const [own, other] = [Object.values(fixture.ids).at(-1), Object.values(one.ids).at(-1)];
    if (typeof own === 'number' && typeof other === 'number') return Math.abs(own - other);
    return Math.abs(all.indexOf(one) - at);
  };
  const near = all.filter((one) => one !== fixture).sort((a, b) => distance(a) - distance(b));
  const siblings = near.filter((one) => isSibling(one, fixture)).slice(0, SIBLINGS);
  return [...siblings, ...near.filter((one) => !siblings.includes(one))];
}

/** True below the same parent, or where neither has one. */
export function isSibling(one: Fixture, other: Fixture): boolean {
  const above = ({ ids }: Fixture): string => JSON.stringify(Object.values(ids).slice(0, -1));
  return one.kind === other.kind && above(one) === above(other);
}

/**
 * Other fixtures of the kind on either side of one, the nearest first: by their ids where these are numbers, else in the order
 * in which they are in the profile.
 */
export function onEachSide(session: Session, fixture: Fixture): readonly [before: Fixture[], after: Fixture[]] {
  const all = session.target.fixtures();
  const own = Object.values(fixture.ids).at(-1);
  const isBefore = (one: Fixture): boolean => {
    const its = Object.values(one.ids).at(-1);
    if (typeof own === 'number' && typeof its === 'number') return its < own;
    return all.indexOf(one) < all.indexOf(fixture);
  };
  const near = nearest(session, fixture);
  return [near.filter(isBefore), near.filter((one) => !isBefore(one))];
}

/**
 * The nearest ones, and among them one on either side: numbers may have gaps, so that all near ones lie on the same side. Those next
 * to it of its own type as well: a server may keep each type by itself.
 */
export function closest(session: Session, fixture: Fixture): Fixture[] {
  const near = nearest(session, fixture);
  const sides = onEachSide(session, fixture);
  const next = sides.flatMap((side) => side.slice(0, 1));
  const alike = sides.flatMap((side) => side.filter((one) => typeOf(one) === typeOf(fixture)).slice(0, 1));
  const own = new Set([...near.slice(0, SIBLINGS), ...next, ...alike]);
  return [...new Set([...own, ...near])].slice(0, Math.max(WATCHED, own.size));
}
