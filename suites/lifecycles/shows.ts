/** Accepted updates show where the dialect says, once and again, and nowhere else. */
import { type Answer, claimed, isSubmission, type Operation, promisesOf, valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { observed, unshown } from '../judges/index.ts';
import { tellsVariants } from '../requests/member-schema.ts';
import { shownFirst } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { typeOf } from '../subject/search.ts';
import { recordAbove, recordWhole } from './above.ts';
import { writeAlone } from './alone.ts';
import { recordNeighbours } from './bystanders.ts';
import { apart, changesFor, textChanges } from './changes.ts';
import { heldByType } from './held-by-type.ts';
import { misnamed, misnamedByQuery } from './misnamed.ts';
import { namesakeOf } from './namesake.ts';
import { type Watched, watchKin, watchOthers } from './neighbours.ts';
import { writeParts } from './part-shows.ts';
import { writeAfterOthers, writeAfterRefusals, writeInTurns } from './preludes.ts';
import { unrelated } from './related.ts';
import { watchTwins } from './twins.ts';
import type { UpdateSubject } from './update-subject.ts';
import {
  backOf,
  firstOf,
  lookAtSiblings,
  type Sibling,
  watchBeside,
  writeFlags,
  writeLarge,
  writeOnOtherTypes,
  writeRoundTrips,
} from './values.ts';
import { lostByLooking, lostWithFirst, writeTogether } from './writing.ts';
import { confirmedPlaces, formedPlaces, judgeWritten, placeOf, type Shown, type Written } from './written.ts';

/** Changes in a row: a server that forgets the second one is as wrong as one that forgets the first. */
const TURNS = [0, 1];

/** The turn of a change that nothing else in a run has made. */
const FURTHER_TURN = 2;

/** And of the first whose body or query names another entity. */
const MISLED_TURN = 3;

/**
 * Writes changes, reads them back and records `shows`, `nothing-else` and what becomes of members that are left out.
 * `disposable`: the same or another one, which may be used up
 */
export async function recordShows(
  context: CheckContext,
  subject: UpdateSubject,
  disposable: UpdateSubject | undefined,
): Promise<void> {
  const { operation, observer } = subject;
  if (observer === undefined) return;
  const promised = promisesOf(context.contract, operation.id, 'update');
  const standing: Answer['standing'] = context.contract.answer('update.readback')?.standing ?? 'assumed';
  if (isSubmission(operation) && !(standing === 'claimed' && readbacks(context.contract, operation).length > 0)) {
    const { exchange } = subject.valid;
    const unsaid = observed({ what: 'unclaimed', silence: 'update.readback' });
    const open = (name: string): void => context.record(promised.id(name), unsaid, { label: operation.id, exchange });
    for (const name of ['shows', 'omitted']) open(name);
    const others = await watchUnrelated(context, observer.reader, subject);
    const submit = (turn: number): Promise<Written[]> => writeTogether(context, subject, textChanges(subject, turn));
    const submitted = await submit(0);
    const id = promised.id('nothing-else');
    // Whether it ever shows where it was submitted is open; elsewhere it does not.
    if (submitted.length === 0) open('nothing-else');
    else await recordNeighbours(context, { id, operation }, others, submitted, () => submit(1));
    return;
  }
  const watched = [
    ...(await watchUnrelated(context, observer.reader, subject)),
    ...(await watchTwins(context, subject.fixture, FEW_TWINS)),
  ];
  const lost = await lostWithFirst(context, subject);
  const written: Written[] = [];
  for (const turn of TURNS) written.push(...(await writeAll(context, subject, turn)));
  written.push(...(await lostByLooking(subject, written)));
  // What was sent once before is sent again: a server that takes it for old news is as wrong.
  written.push(...(await writeTogether(context, subject, firstOf(written))));
  // The path names who is changed, whatever the body says of itself.
  const misled = [misnamed(context, subject, watched), misnamedByQuery(context, subject, watched)].filter(
    (one) => one !== undefined,
  );
  if (written.length > 0)
    for (const [at, one] of misled.entries()) written.push(...(await writeAll(context, one, MISLED_TURN + at)));
  const id = promised.id('nothing-else');
  // Before the way back: an entity that the control has reached as well would show nothing after it.
  if (written.length > 0) {
    const further = async (): Promise<Written[]> => {
      const made: Written[] = [];
      for (const one of misled.length > 0 ? misled : [subject])
        made.push(...(await writeAll(context, one, FURTHER_TURN)));
      return made;
    };
    await recordNeighbours(context, { id, operation }, watched, written, further);
    await recordAbove(context, id, subject);
    await recordWhole(context, id, subject);
  }
  written.push(...(await writeTogether(context, subject, backOf(written))));
  if (disposable === undefined || typeOf(subject.fixture) !== typeOf(disposable.fixture))
    written.push(...(await writeFlags(context, subject)));
  if (disposable === undefined) {
    if (written.length === 0) await recordNeighbours(context, { id, operation }, [], []);
  } else {
    // A server may keep each text to itself and share a flag, a choice or what names something else.
    const others = await watchBeside(context, disposable, disposable.before?.value);
    lost.push(...(await lostWithFirst(context, disposable)));
    const large = await writeLarge(context, disposable, written);
    // One at a time, each is sent along as it was with the next: all together they stand until others are looked at. Those of another
    // one than was changed before may lie on another side of it, or be of another type: it has each of its texts changed as well.
    const together = async (some: readonly Written[], turn: number): Promise<Written[]> => {
      const known = firstOf(some);
      const now = disposable === subject ? undefined : (await disposable.observer?.look())?.value;
      const texts = changesFor(context, disposable, now, { turn, omit: apart(context, disposable) });
      const places = new Set(known.map(placeOf));
      return writeTogether(context, disposable, [...known, ...texts.filter((one) => !places.has(placeOf(one)))]);
    };
    const further = async (): Promise<Written[]> =>
      together(await writeLarge(context, disposable, written), MISLED_TURN);
    const made = [...large, ...(await together(large, FURTHER_TURN))];
    if (made.length > 0 || written.length === 0)
      await recordNeighbours(context, { id, operation }, others, made, further);
    written.push(...large);
    const namesake = await namesakeOf(context, disposable, others);
    if (namesake !== undefined) {
      const isOther = (one: Written): boolean => placeOf(one) !== placeOf(namesake.name);
      const all = (): Promise<Written[]> => writeTogether(context, namesake.subject, firstOf(large.filter(isOther)));
      const alike = await all();
      if (alike.length > 0) await recordNeighbours(context, { id, operation }, others, alike, all);
    }
  }
  const spare = disposable ?? subject;
  const rare = await writeRoundTrips(context, spare);
  const kin = rare.length === 0 ? [] : await watchKin(context, observer.reader, spare.fixture);
  if (kin.length > 0) {
    // Values that nothing else has, the longest above all: what takes them over from what is within it shows here alone.
    const texts = rare
      .filter(({ value }) => typeof value === 'string')
      .toSorted((a, b) => String(b.value).length - String(a.value).length);
    const made = await writeTogether(context, spare, firstOf(texts));
    const others = texts.filter(({ value }) => !made.some((one) => one.value === value));
    const further = (): Promise<Written[]> => writeTogether(context, spare, firstOf(others));
    if (made.length > 0) await recordNeighbours(context, { id, operation }, kin, made, further);
    written.push(...made);
  }
  written.push(...rare);
  const siblings = await lookAtSiblings(context, spare);
  const alone = await writeAlone(
    context,
    spare,
    siblings.map(({ value }) => value),
    standing === 'claimed' ? undefined : confirmedPlaces(written),
  );
  written.push(...alone, ...(await writeTogether(context, spare, backOf(alone))));
  written.push(...(await writeAfterRefusals(context, spare)));
  written.push(...(await writeInTurns(context, [subject, spare])));
  written.push(...(await writeAfterOthers(context, spare)));
  // What is only assumed of one type says nothing of another.
  if (standing === 'claimed')
    written.push(...(await writeOnOtherTypes(context, [subject, spare], { done: written, nothingElse: id })));
  const placed = (all: readonly Sibling[]): readonly Shown[] =>
    all.flatMap(({ type, value }) =>
      readbacks(context.contract, operation).map((place) => ({ ...place, type, shown: valueAt(value, place.read) })),
    );
  const others = placed(firstShown(context, observer.reader, spare.fixture.kind));
  const isHeld = tellsVariants(operation) ? () => true : heldByType(written, [...placed(siblings), ...others]);
  recordWritten(context, promised.id('shows'), {
    written: [...written, ...lost],
    isHeld,
    standing,
    formed: formedPlaces(written, placed(siblings)),
  });
  const parts = await writeParts(context, spare);
  if (parts.confirmed.size > 0)
    recordWritten(context, promised.id('shows'), {
      ...parts,
      isHeld: () => true,
      standing: 'assumed',
      formed: formedPlaces(parts.written),
    });
}

/** What each fixture of the kind showed first. */
function firstShown({ session }: CheckContext, reader: Operation, kind: Fixture['kind']): Sibling[] {
  return session.target
    .fixtures()
    .filter((one) => one.kind === kind)
    .map((one) => ({
      type: typeOf(one),
      value: shownFirst(session, reader, one),
    }));
}

/** Others of the kind that have nothing to do with the changed one. */
async function watchUnrelated(
  context: CheckContext,
  reader: Operation,
  { fixture }: UpdateSubject,
): Promise<readonly Watched[]> {
  return [
    ...unrelated(fixture, undefined, await watchOthers(context, reader, fixture)),
    ...(await watchKin(context, reader, fixture)),
  ];
}

/** A change shows in few kinds: only their paths are alike. */
const FEW_TWINS = 2;

/** All changes in one update; where that is refused, each in its own. */
async function writeAll(context: CheckContext, subject: UpdateSubject, turn: number): Promise<Written[]> {
  const now = await subject.observer?.look();
  const changes = changesFor(context, subject, now?.value, { turn, omit: apart(context, subject) });
  return writeTogether(context, subject, changes);
}

function recordWritten(
  context: CheckContext,
  id: string,
  {
    written,
    isHeld,
    standing,
    formed,
    confirmed = confirmedPlaces(written),
  }: {
    readonly written: readonly Written[];
    readonly isHeld: (one: Written) => boolean;
    readonly standing: Answer['standing'];
    readonly formed: ReadonlySet<string>;
    readonly confirmed?: ReadonlySet<string>;
  },
): void {
  if (!context.wants(id)) return;
  const unproven = new Set<string>();
  // In a query what is empty may as well be left out, where nobody says otherwise.
  const isLeftOut = claimed(context.contract, 'request.empty-value') !== 'value';
  const says = ({ write, value }: Written): boolean => !(isLeftOut && write.startsWith('?') && value === '');
  for (const one of written.filter(says)) {
    const judged = judgeWritten(one, standing, confirmed, formed);
    const judgement = judged?.verdict === 'fail' && !isHeld(one) ? { ...judged, verdict: 'warn' as const } : judged;
    if (judgement === undefined) unproven.add(placeOf(one));
    else
      context.record(id, judgement, {
        label: `${one.when === undefined ? '' : `${one.when}: `}${one.write} = ${JSON.stringify(one.value)}`,
        exchange: one.exchange,
        ...(one.seen === undefined ? {} : { seen: one.seen }),
        case: one.value,
      });
  }
  const note = { what: 'none', of: 'change', was: 'seen', but: 'places-assumed' } as const;
  if (unproven.size > 0) context.observe(id, { silence: 'update.readback', value: [...unproven], note });
  if (confirmed.size > 0 || (standing === 'claimed' && written.length > 0)) return;
  const was = written.length === 0 ? 'accepted' : 'seen';
  const none = { what: 'none', of: 'change', was, answer: ['update.readback'] } as const;
  context.record(id, unshown('dialect-silent', none), { label: 'changes' });
}
