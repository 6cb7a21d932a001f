/** Updates with other values than a touch on a text, those that take an update back, and those of entities of other types (contract 4.9). */
import { EFFECTS, permits, valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, ifAvailable } from '../engine/index.ts';
import { isEmpty } from '../judges/index.ts';
import { MOST_TYPES } from '../requests/base.ts';
import { tellsVariants } from '../requests/member-schema.ts';
import { observerOf } from '../subject/read.ts';
import { sortOf, typeOf } from '../subject/search.ts';
import { writeNothing } from './alone.ts';
import { recordNeighbours } from './bystanders.ts';
import { apart, type Change, changeable, changesFor, roundTripChanges, singleChanges } from './changes.ts';
import { nearest } from './nearest.ts';
import { type Watched, watchKin, watchNeighbours } from './neighbours.ts';
import { unrelated } from './related.ts';
import { takeSubject, type UpdateSubject } from './update-subject.ts';
import { lostWithFirst, write, writeTogether } from './writing.ts';
import { placeOf, type Written } from './written.ts';

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

/** On a disposable entity also the members that no touch on a text can change: flags, sets, lists; `which` of them have a value. */
export async function writeLarge(
  context: CheckContext,
  disposable: UpdateSubject,
  done: readonly Pick<Written, 'write' | 'read'>[],
  which: 'all' | 'shown' = 'all',
): Promise<Written[]> {
  const tried = new Set(done.map(placeOf));
  const shown = (await disposable.observer?.look())?.value;
  const siblings = (await lookAtSiblings(context, disposable)).map(({ value }) => value);
  const members = changeable(context, disposable, shown, siblings, apart(context, disposable));
  const found: Written[] = [];
  const isWanted = ({ read }: Pick<Change, 'read'>): boolean => which === 'all' || !isEmpty(valueAt(shown, read));
  for (const { values, ...place } of members.filter((one) => !tried.has(placeOf(one)) && isWanted(one))) {
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
 * The flags that show, each given the other value and then its own again: of them nothing is lost on one that must be put back. Where its
 * type has members that no other one has, as an account has, they are told of nowhere else if none of its type may be used up.
 */
export async function writeFlags(context: CheckContext, subject: UpdateSubject): Promise<Written[]> {
  if (subject.disposable || context.depth === 'quick' || !tellsVariants(subject.operation)) return [];
  const shown = (await subject.observer?.look())?.value;
  const found: Written[] = [];
  for (const { write: to, read } of changeable(context, subject, shown, [], apart(context, subject))) {
    const present = valueAt(shown, read);
    if (typeof present !== 'boolean') continue;
    for (const value of [!present, present])
      found.push(...((await write(context, subject, [{ write: to, read, value }])) ?? []));
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
  for (const change of singleChanges(context, subject, shown, apart(context, subject)))
    if (!tried.has(placeOf(change))) found.push(...((await write(context, subject, [change])) ?? []));
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

/** Changes that nothing else in a run has made to one of another type: the first, and one more where it seems to have gone astray. */
const FIRST_TURN = 1;
const FURTHER_TURN = 2;

/** Updates of one of them, should some of its members be refused. */
const FEW_SENT = 3;

/**
 * One touch on the texts of one fixture of each type that the one in hand is not of; and, where it may be used up, another value of
 * whatever it shows, and all values of the members that no earlier one has: `done` is what was written to those in hand, the second
 * of which may be used up as well. Records under `nothingElse` that its neighbours take no notice.
 */
export async function writeOnOtherTypes(
  context: CheckContext,
  [{ operation, fixture }, spare]: readonly [UpdateSubject, UpdateSubject],
  { done, nothingElse }: { readonly done: readonly Written[]; readonly nothingElse: string },
): Promise<Written[]> {
  const own = typeOf(fixture);
  if (own === undefined) return [];
  const fixtures = context.session.target
    .fixtures()
    .filter(({ kind, allow }) => kind === operation.entity && permits(allow, 'modify'));
  const types = new Set(fixtures.map(typeOf));
  // Of what type the one is that was written most to is left to the profile.
  if (typeOf(spare.fixture) === own) types.delete(own);
  types.delete(undefined);
  const found: Written[] = [];
  for (const type of [...types].slice(0, MOST_TYPES + 1)) {
    const isOfType = (one: Fixture): boolean => typeOf(one) === type;
    const isSpare = (one: Fixture): boolean => isOfType(one) && one.allow === 'destroy';
    const disposable = fixtures.some(isSpare)
      ? await ifAvailable(takeSubject(context, operation, 'modify', isSpare))
      : undefined;
    const subject = disposable ?? (await ifAvailable(takeSubject(context, operation, 'modify', isOfType)));
    // Why none of them takes an update is not shown; that it finds them is judged elsewhere.
    if (subject === undefined) continue;
    const lost = await lostWithFirst(context, subject);
    const shown = (await subject.observer?.look())?.value;
    const others = await watchBeside(context, subject, shown);
    const touch = async (turn: number): Promise<Written[]> => {
      const now = turn === FIRST_TURN ? shown : (await subject.observer?.look())?.value;
      const changes = changesFor(context, subject, now, { turn, omit: apart(context, subject) });
      return writeTogether(context, subject, changes, FEW_SENT);
    };
    const written = await touch(FIRST_TURN);
    const about = { id: nothingElse, operation };
    if (written.length > 0) await recordNeighbours(context, about, others, written, () => touch(FURTHER_TURN));
    written.push(...(await writeFlags(context, subject)));
    if (subject.disposable) {
      written.push(...(await writeTogether(context, subject, packedChanges(context, subject, shown), FEW_SENT)));
      written.push(...(await writeLarge(context, subject, written, 'shown')));
      written.push(...(await writeOwnMembers(context, subject, [...done, ...found, ...written])));
    }
    found.push(...[...lost, ...written].map((one) => ({ ...one, ...(type === undefined ? {} : { when: type }) })));
  }
  return found;
}

/** Those near one, and what contains it. `shown`: what it shows itself. */
export async function watchBeside(
  context: CheckContext,
  { observer, fixture }: UpdateSubject,
  shown: unknown,
): Promise<readonly Watched[]> {
  if (observer === undefined) return [];
  const near = (await watchNeighbours(context, observer.reader, fixture)).filter(({ parent }) => !parent);
  return [...unrelated(fixture, shown, near), ...(await watchKin(context, observer.reader, fixture))];
}

/** Each text with characters of all classes. */
function packedChanges(context: CheckContext, subject: UpdateSubject, shown: unknown): Change[] {
  return roundTripChanges(context, subject, shown, apart(context, subject)).flatMap(
    (values) => values.find(({ parts }) => parts !== undefined) ?? [],
  );
}

/** Members that only entities of this type have: each given another value, that taken back, and values that are easily lost. */
async function writeOwnMembers(
  context: CheckContext,
  subject: UpdateSubject,
  done: readonly Written[],
): Promise<Written[]> {
  const large = await writeLarge(context, subject, done);
  if (large.length > 0) await writeNothing(context, subject);
  const back = await writeTogether(context, subject, backOf(large), FEW_SENT);
  return [...large, ...back, ...(await writeRoundTrips(context, subject, done))];
}
