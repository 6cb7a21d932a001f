/** Updates with other values than a touch on a text, and those that take an update back. */
import { EFFECTS } from '../../spec/vocabulary.ts';
import type { CheckContext } from '../engine/check.ts';
import { sortOf, typeOf } from '../requests/sorts.ts';
import { observerOf } from '../subject/read.ts';
import { nearest } from './neighbours.ts';
import { placeOf, type Written } from './update-judges.ts';
import { apart, type Change, changeable, roundTripChanges, type UpdateSubject } from './update-subject.ts';
import { write, writeTogether } from './writing.ts';

/** Values tried for a member until one is accepted: a server may have rules for some of them. */
const LARGE_TRIES = 6;

/** The changes that each place was given first. */
export function firstOf(written: readonly Written[]): Change[] {
  const first = new Map(written.toReversed().map((one) => [placeOf(one), one]));
  return [...first.values()].map(({ write: to, read, value }) => ({ write: to, read, value }));
}

/**
 * Changes back to what the entity showed first: a server that takes them for old news is wrong as well. Of a flag that it did not
 * show, the other value: there are but two.
 */
export function backOf(written: readonly Written[]): Change[] {
  const first = new Map(written.toReversed().map((one) => [placeOf(one), one]));
  return [...first.values()].flatMap(({ write: to, read, before, value }): Change[] => {
    const had = before ?? (typeof value === 'boolean' ? !value : undefined);
    return had === undefined ? [] : [{ write: to, read, value: had }];
  });
}

/** On a disposable entity also the members that no touch on a text can change: flags, sets, lists. */
export async function writeLarge(
  context: CheckContext,
  disposable: UpdateSubject,
  done: readonly Written[],
): Promise<Written[]> {
  const tried = new Set(done.map(placeOf));
  const shown = (await disposable.observer?.look())?.value;
  const siblings = (await lookAtSiblings(context, disposable)).map(({ value }) => value);
  const members = changeable(context, disposable, shown, siblings, apart(context, disposable));
  const found: Written[] = [];
  for (const { values, ...place } of members.filter((member) => !tried.has(placeOf(member)))) {
    for (const variation of values.slice(0, LARGE_TRIES)) {
      const written = await write(context, disposable, [{ ...place, ...variation }]);
      if (written === undefined) continue;
      found.push(...written);
      break;
    }
  }
  return found;
}

/**
 * Values that careless servers escape, cut, round or shorten: what is accepted is kept as it is. Not at places that are `done`
 * already.
 */
export async function writeRoundTrips(
  context: CheckContext,
  subject: UpdateSubject,
  done: readonly Written[] = [],
): Promise<Written[]> {
  const tried = new Set(done.map(placeOf));
  const shown = (await subject.observer?.look())?.value;
  const members = roundTripChanges(context, subject, shown, apart(context, subject)).filter(
    ([first]) => first !== undefined && !tried.has(placeOf(first)),
  );
  const found: Written[] = [];
  const rounds = Math.max(0, ...members.map((changes) => changes.length));
  for (let round = 0; round < rounds; round++) {
    const changes = members.flatMap((values) => values[round] ?? []);
    found.push(...(await writeTogether(context, subject, changes)));
  }
  return found;
}

/**
 * Values that others of the kind have are the likeliest to be accepted, above all where they name something. Best those
 * of entities that nobody changes meanwhile, so that the same run tries the same values.
 */
export async function lookAtSiblings(context: CheckContext, { observer, fixture }: UpdateSubject): Promise<Sibling[]> {
  if (observer === undefined) return [];
  const others = nearest(context.session, fixture).toSorted(
    (a, b) => EFFECTS.indexOf(a.allow) - EFFECTS.indexOf(b.allow),
  );
  const unlike = others.filter((one) => sortOf(one) !== sortOf(fixture));
  const some = [...others.slice(0, 2), ...unlike.slice(0, 1), ...unlike.slice(-1)];
  const looks = some.map(async (one): Promise<Sibling> => {
    const { value } = await observerOf(context.send, context.session, observer.reader, one).look();
    return { type: typeOf(one), value };
  });
  return Promise.all(looks);
}

/** What another entity of the kind shows. */
export interface Sibling {
  readonly type: string | undefined;
  readonly value: unknown;
}
