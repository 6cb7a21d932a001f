/** Reads an entity, once or again and again: before a write, after it, and once more when something seems to have changed. */
import type { Seen } from '../../reports/model.ts';
import { type Contract, type Exchange, type Operation, valueAt } from '../../spec/index.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import { type Session, toWire } from '../engine/index.ts';
import { answerOf, differences, except, parseJson } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';

export type Send = (request: WireRequest) => Promise<Exchange>;

/** One GET of an entity. */
export interface Look {
  readonly exchange: Exchange;
  /** 0 when no whole answer came. */
  readonly status: number;
  /** The body as JSON, or as text where it is none; undefined unless the status is 200. */
  readonly value: unknown;
}

/** How to look at one entity: everything a look needs, bound once. */
export interface Observer {
  readonly reader: Operation;
  readonly fixture: Fixture;
  look(): Promise<Look>;
  /** Looks until `done` holds, a bounded number of times; `what` names what is waited for. */
  until(what: string, done: (look: Look) => boolean): Promise<Look>;
  /** Waits as long as was waited for it before: for what is to show nothing. */
  settle(what: string): Promise<void>;
  /** Waits until all that this run has done to the entity has had its time to show. */
  rest(): Promise<void>;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<void>;
  /** True for what this run has written to another entity: this one may show what belongs to that, such as the name of a parent. */
  isAnothers(value: unknown): boolean;
  /** Does something while no other change of the run is under way: what is seen meanwhile is nobody else's doing. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Looks on while this run does nothing, where there is time for it: what changes meanwhile is nobody's doing of the run. */
  idle(): Promise<void>;
  /** True for a place that changes by itself, or with what others do, so often that it says nothing any more. */
  isMoving(at: string): boolean;
  /** Notes that a place has changed with what others did, and not again when nobody else was at work. */
  moved(at: string): void;
}

/** So often a place has changed with what others did, and says nothing any more. */
const OFTEN = 4;

/** How long, and how often, it is looked on: a job in the background comes round every few seconds. */
const IDLE_MS = 10_000;
const IDLE_LOOKS = 5;

/** Values that are told of one change at most. */
const MOST_TOLD = 6;

/** What came of a request, for the report: the look before and the later one, and what it shows otherwise at these places. */
export function seenBy(before: Look, after: Look, places = differences(before.value, after.value)): Seen {
  const readable = before.status === 200 && after.status === 200;
  return {
    before: before.exchange,
    exchange: after.exchange,
    changes: (readable ? places : []).slice(0, MOST_TOLD).map((at) => {
      const [was, is] = [valueAt(before.value, at), valueAt(after.value, at)];
      return { at, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) };
    }),
  };
}

/** Longer than a second, so that clocks that show seconds are seen to move. */
const CLOCK_TICK_MS = 1100;

/** An observer of a fixture, in the name of the customer whose it is; `send` decides for which check it is looked at. */
export function observerOf(send: Send, session: Session, reader: Operation, fixture: Fixture): Observer {
  const whose = fixture.foreign === true ? ({ credential: 'foreign' } as const) : {};
  const request = toWire(compose(reader, { path: pathOf(reader, fixture), label: 'read' }), { session, ...whose });
  let last: Look | undefined;
  let passed: Passed | undefined;
  const once = async (): Promise<Look> => {
    last = lookOf(await send(request));
    return last;
  };
  const changedAt = (): number | undefined => session.chronicle.changedAt(fixture);
  const moves = movesOf(session, reader);
  return {
    reader,
    fixture,
    // Where several servers answer, one may show for a while what another one has left behind.
    look: () => {
      const { by, at } = passed ?? {};
      if (by === undefined || at !== changedAt()) return once();
      return session.patience.until(`${reader.id}: no way back`, once, (look) => !by.has(shownIn(look)));
    },
    until: async (what, done) => {
      const seen = new Set(last === undefined ? [] : [shownIn(last)]);
      let isDone = false;
      const found = await session.patience.until(`${reader.id}: ${what}`, once, (look) => {
        isDone = done(look);
        if (!isDone) seen.add(shownIn(look));
        return isDone;
      });
      seen.delete(shownIn(found));
      passed = isDone ? { by: seen, at: changedAt() } : undefined;
      return found;
    },
    settle: (what) => session.patience.settle(`${reader.id}: ${what}`),
    rest: () => session.rest(fixture),
    pause: (ms) => session.pause(ms),
    isAnothers: (value) =>
      session.chronicle.courses.hasWrittenElsewhere({ operation: reader, ids: pathOf(reader, fixture) }, value),
    alone: (work) => session.alone(work),
    idle: async () => {
      for (let looks = 0; session.isRepeat && looks < IDLE_LOOKS; looks += 1) {
        await session.pause(IDLE_MS / IDLE_LOOKS);
        await once();
      }
    },
    isMoving: (at) => session.chronicle.movements.isMoving(reader, at) || (moves.get(at) ?? 0) >= OFTEN,
    moved: (at) => {
      moves.set(at, (moves.get(at) ?? 0) + 1);
      session.chronicle.unrest.add('moving');
    },
  };
}

const MOVES = new WeakMap<object, Map<string, Map<string, number>>>();

/** How often each place changed with what others did: what all that look at entities of a sort know together. */
function movesOf({ target }: Session, { id }: Operation): Map<string, number> {
  const all = MOVES.get(target) ?? new Map<string, Map<string, number>>();
  MOVES.set(target, all);
  const known = all.get(id) ?? new Map<string, number>();
  all.set(id, known);
  return known;
}

/** What an entity showed before a change was seen, and when it had been changed last. */
interface Passed {
  readonly by: ReadonlySet<string>;
  readonly at: number | undefined;
}

function shownIn({ status, value }: Look): string {
  return `${status} ${JSON.stringify(value)}`;
}

/** What an exchange shows. */
export function lookOf(exchange: Exchange): Look {
  // An answer that was too long to be read shows nothing either.
  const status = exchange.error === undefined ? (exchange.response?.status ?? 0) : 0;
  if (status !== 200 || exchange.response === undefined) return { exchange, status, value: undefined };
  const parsed = parseJson(exchange.response);
  return { exchange, status, value: parsed.error === undefined ? parsed.value : exchange.response.body };
}

/**
 * The places where an entity differs from an earlier look, after nothing should have changed it. A difference that goes
 * away again or keeps moving by itself (a clock, a counter of reads) is none, nor is one that is seen of another entity. Where the
 * earlier look was not answered there is nothing to compare with: that look is returned again.
 */
export async function changedSince(observer: Observer, before: Look): Promise<Changed> {
  const changed = owned(observer, await differing(observer, before));
  if (changed.pointers.length > 0) await observer.idle();
  return owned(observer, changed);
}

/** Without what is seen of another entity. */
function owned(observer: Observer, { pointers, look }: Changed): Changed {
  const isOwn = (at: string): boolean => !observer.isMoving(at) && !observer.isAnothers(valueAt(look.value, at));
  return { pointers: pointers.filter((at) => at === '' || isOwn(at)), look };
}

/** Where an entity differs, and the look that shows it. */
interface Changed {
  readonly pointers: string[];
  readonly look: Look;
}

async function differing(observer: Observer, before: Look): Promise<Changed> {
  if (answerOf(before.exchange).judgement !== undefined) return { pointers: [], look: before };
  const first = await observer.look();
  if (first.status === before.status && differences(before.value, first.value).length === 0)
    return { pointers: [], look: first };
  await observer.pause(CLOCK_TICK_MS);
  const second = await observer.look();
  if (second.status !== before.status) return { pointers: [''], look: second };
  const moving = differences(first.value, second.value);
  return { pointers: except(differences(before.value, second.value), moving), look: second };
}

/** How a refused request is told from others that may have changed the same entity. */
interface Retrial {
  /** Sends it again. */
  again(): Promise<unknown>;
  /** Sends what brought the entity to where it was before, and is accepted. */
  renew(): Promise<unknown>;
  /** True for a look that only its doing explains. */
  decisive(look: Look): boolean;
}

/**
 * Like `changedSince` after a refused request, for bodies that also show what belongs to others (the name of an organization):
 * unless the change can only be its doing, the request is sent again while nobody else changes anything, and only what changes again
 * counts. What it took away cannot be taken away twice, so the entity is brought back to what it was in between.
 */
export async function changedByRefusal(
  observer: Observer,
  before: Look,
  { again, renew, decisive }: Retrial,
): Promise<Changed> {
  const all = await differing(observer, before);
  if (all.pointers.length > 0 && decisive(all.look)) {
    // What was accepted before it may be late to show, and one of several servers later than another.
    await observer.rest();
    const look = await observer.look();
    if (decisive(look)) return { ...all, look };
  }
  const first = owned(observer, all);
  if (first.pointers.length === 0) return first;
  return observer.alone(() => changedAgain(observer, before, first, { again, renew }));
}

async function changedAgain(
  observer: Observer,
  before: Look,
  first: Changed,
  { again, renew }: Pick<Retrial, 'again' | 'renew'>,
): Promise<Changed> {
  // Somebody may have changed it until now, and what was accepted before the refusal may be late to show.
  await observer.rest();
  const rested = await observer.look();
  await again();
  const second = await changedSince(observer, rested);
  if (second.pointers.length > 0) return second;
  await renew();
  const isBack = ({ value }: Look): boolean => {
    const still = new Set(differences(before.value, value));
    return first.pointers.every((place) => !still.has(place));
  };
  const renewed = await observer.until('the entity is as it was', isBack);
  await (isBack(renewed) ? again() : undefined);
  const third = isBack(renewed) ? await changedSince(observer, renewed) : { pointers: [], look: renewed };
  const pointers = third.pointers.filter((place) => first.pointers.includes(place));
  for (const at of pointers.length === 0 ? first.pointers : []) observer.moved(at);
  return { pointers, look: third.look };
}

/** The GET in which an operation's effect shows; undefined when the specified operations have none. */
export function readerOf(contract: Contract, operation: Operation): Operation | undefined {
  const named = operation.ways?.shownBy;
  if (named !== undefined) return contract.operation(named);
  return contract.operations.find(
    ({ method, path }) => method === 'GET' && path === operation.path && path.includes('{'),
  );
}

/** The body of an entity's GET as JSON; undefined when it cannot be read. */
export async function read(session: Session, reader: Operation, fixture: Fixture): Promise<Look | undefined> {
  const exchange = await session.send(compose(reader, { path: pathOf(reader, fixture), label: 'read' }));
  const look = lookOf(exchange);
  return look.status === 200 && exchange.response !== undefined && parseJson(exchange.response).error === undefined
    ? look
    : undefined;
}

/** What an entity showed before this run did anything to it; undefined where nothing has looked at it yet. */
export function shownFirst({ chronicle }: Pick<Session, 'chronicle'>, reader: Operation, fixture: Fixture): unknown {
  return chronicle.origins.of({ operation: reader, ids: pathOf(reader, fixture) });
}
