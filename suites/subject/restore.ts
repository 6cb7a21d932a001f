/**
 * The one way back (design rule 5). What an entity was is in the journal before its first change; when the session closes it is
 * written back, and looked at. Nothing else in this room opens the journal.
 */

import type { RequestCase } from '../../generators/index.ts';
import { isObject, type Operation, type Readback } from '../../spec/index.ts';
import type { JournalEntry } from '../../target/types.ts';
import { type Session, toWire } from '../engine/index.ts';
import { isAccepted, isEmpty } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { type Look, lookOf } from './read.ts';
import {
  clearing,
  hasItsValuesAgain,
  isReturned,
  leastWriteBack,
  placesOf,
  unvalued,
  wholeWriteBacks,
} from './returned.ts';
import { movesBack } from './state-member.ts';
import type { Subject } from './subject.ts';

/** Journals how an entity is put back, before anything changes it; what it returns strikes the entry out. */
export async function journalled(session: Session, entry: Omit<JournalEntry, 'check'>): Promise<() => Promise<void>> {
  const { journal } = session.target;
  const id = await journal.begin({ check: session.group.id, ...entry });
  return () => journal.done(id);
}

/**
 * The same, and undoes it when the session closes: where `undo` says that all is as it was, the entry is struck out. What may be used up
 * and was deleted since is not asked for again, operation by operation, until it has had its time to come back.
 */
export async function undoLater(
  session: Session,
  entry: Omit<JournalEntry, 'check'>,
  undo: () => Promise<boolean>,
): Promise<void> {
  const done = await journalled(session, entry);
  const { fixture } = entry;
  const isOver = (): boolean => fixture.allow === 'destroy' && session.chronicle.hasDeleted(fixture);
  session.onClose(async () => {
    if (isOver() || (await undo())) await done();
  });
}

/** What is known already of how an entity is put back. */
interface Known {
  /** The request that writes all that had a value, or leads back. */
  readonly by?: RequestCase;
  /** Others that write the same, tried in turn where that does not bring everything back. */
  readonly beside?: readonly RequestCase[];
  /** What the entity showed; read when left out. */
  readonly before?: Look | undefined;
}

/**
 * Sees to it that what an operation does to an entity is undone when the session closes. What then still differs stays in the
 * journal, but for an entity that may be used up: nobody asks for it back.
 */
export function restoreLater(subject: Subject, known: Known): Promise<void> {
  const { session, operation, fixture, reader } = subject;
  if (fixture === undefined) return Promise.resolve();
  return session.once(`restored:${operation.id}:${JSON.stringify(fixture.ids)}`, async () => {
    const { by, beside = [] } = known;
    const look = known.before ?? (await subject.before());
    // Another operation of this session may have changed it already: it goes back to what it was before the first one.
    const before =
      reader === undefined
        ? look
        : await session.once(`origin:${reader.id}:${JSON.stringify(fixture.ids)}`, async () => look);
    const missing = before === undefined ? [] : unvalued(subject, before.value);
    const whole = subject.showsItself ? wholeWriteBacks(subject, before?.value) : [];
    const ways = [by, ...(by === undefined ? [] : clearing(by, missing, null)), ...whole, ...beside].filter(
      (one) => one !== undefined,
    );
    if (by !== undefined) guard(subject, missing);
    const places = placesOf(subject, before?.value);
    const entry = {
      fixture,
      restore: ways.map((request) => toWire(request, { session })),
      ...(reader === undefined || before === undefined
        ? {}
        : {
            verify: toWire(compose(reader, { path: pathOf(reader, fixture), label: 'verify' })),
            before: before.exchange.response?.body ?? '',
            ...(places === undefined ? {} : { compare: places }),
          }),
    };
    await undoLater(session, entry, async () => {
      const back =
        ways.length > 0
          ? await putBack(subject, before, by, beside)
          : before === undefined && (await isAbsent(subject));
      return back || subject.isDisposable;
    });
  });
}

/**
 * True for what is not there, as it was not before, or holds nothing: an update of an endpoint may have made it an empty configuration
 * (silence endpoint.config.none). Any other answer may hide a change.
 */
async function isAbsent({ session, reader, fixture }: Subject): Promise<boolean> {
  if (reader === undefined || fixture === undefined) return false;
  const exchange = await session.send(compose(reader, { path: pathOf(reader, fixture), label: 'read' }));
  const { status, value } = lookOf(exchange);
  return status === 404 || (isObject(value) && Object.values(value).every((one) => isEmpty(one) || one === ''));
}

/**
 * Puts an entity back to what it showed before: `by` writes all that had a value, after the moves of its table where no single one
 * leads there; what had none is cleared besides, and if that is not enough the entity's whole GET body is written back, and then what differs
 * alone. True when it shows so again, or when nothing shows it.
 */
export async function putBack(
  subject: Subject,
  before: Pick<Look, 'value'> | undefined,
  by: RequestCase | undefined,
  beside: readonly RequestCase[] = [],
): Promise<boolean> {
  const { session, operation } = subject;
  const send = (request: RequestCase): Promise<unknown> => session.restore(request);
  if (by !== undefined) await send(by);
  if (before === undefined) return true;
  const missing = unvalued(subject, before.value);
  const same = (value: unknown): boolean => isReturned(subject, before.value, value);
  const cameIn = (value: unknown): Readback[] => missing.filter((line) => !unvalued(subject, value).includes(line));
  // What came in since may be impossible to clear, and of what may be used up nobody will miss it.
  const settled = (value: unknown): boolean =>
    same(value) || (subject.isDisposable && hasItsValuesAgain(subject, before.value, value));
  const readUntil = (done: (value: unknown) => boolean): Promise<unknown> =>
    session.patience.until(`${operation.id} puts back`, async () => (await subject.read())?.value, done);
  // What was written may still be on its way; what came in since does not go by waiting.
  let now = await readUntil((value) => same(value) || cameIn(value).length > 0 || by === undefined);
  const whole = subject.showsItself ? wholeWriteBacks(subject, before.value) : [];
  const moves = movesBack(subject, before.value, now, by);
  for (const move of moves) for (const request of move) if (isAccepted(await session.restore(request))) break;
  if (moves.length > 0) {
    if (by !== undefined) await send(by);
    now = await readUntil(same);
  }
  const attempts = [
    // A server that takes no null for a text may take an empty one.
    ...([null, ''] as const).map((nothing) => () => (by === undefined ? [] : clearing(by, cameIn(now), nothing))),
    ...[...whole, ...beside].map((one) => () => [one]),
    ...([null, ''] as const).map(
      (nothing) => () => (settled(now) ? [] : [leastWriteBack(subject, { before: before.value, now }, nothing)]),
    ),
  ];
  for (const attempt of attempts) {
    const [request] = attempt();
    if (same(now) || request === undefined) continue;
    await send(request);
    now = await readUntil(settled);
  }
  return same(now);
}

/** Query parameters that are written like members of a part: `config.contactName`; each with the name of the member. */
export function queryNamesOf({ parameters }: Operation): { readonly name: string; readonly member: string }[] {
  return parameters
    .filter(({ in: place, name }) => place === 'query' && name.includes('.'))
    .map(({ name }) => ({ name, member: name.split('.').at(-1) ?? name }));
}

/** What the entity has no value for must not get one, here or through the query of the operation that writes it as well. */
function guard({ session, operation, fixture }: Subject, lines: readonly Readback[]): void {
  if (fixture === undefined) return;
  const places = lines.map(({ write }) => write);
  const members = new Set(places.filter((place) => place.startsWith('/')).map((place) => place.slice(1)));
  const others = session.contract.operations.filter(({ ways }) => ways?.changes?.includes(operation.id) === true);
  for (const other of [operation, ...others]) {
    const named = queryNamesOf(other)
      .filter(({ member }) => members.has(member))
      .map(({ name }) => `?${name}`);
    const path = toWire(compose(other, { path: pathOf(other, fixture), label: other.id })).target.split('?')[0] ?? '';
    session.traces.guard(other, path, fixture, other === operation ? places : named);
  }
}
