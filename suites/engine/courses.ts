/** What became of the entities that a run has written to: what was refused must not come in late, what was accepted not go. */
import { boundExchange } from '../../reports/bounds.ts';
import { type Contract, type Exchange, isSuccess, type Operation, valueAt } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { parseJson } from '../judges/index.ts';
import type { Call } from './chronicle.ts';
import { isPlain } from './plain.ts';
import { looksBack } from './relied.ts';

interface Line {
  readonly write: string;
  readonly read: string;
}

/** A member that shows what this run has sent, though nothing that was accepted since put it there. */
export interface Relapse {
  readonly why: 'refused' | 'overwritten';
  readonly read: string;
  readonly was: unknown;
  readonly is: unknown;
  readonly exchange: Exchange;
}

/** One member of one entity: all values are kept as JSON. */
interface Member {
  /** What accepted requests wrote, in order, and what refused ones carried. */
  readonly accepted: string[];
  readonly refused: Set<string>;
  /** What requests carried of which nobody knows whether they were done, or when. */
  readonly uncertain: Set<string>;
  /** What the first look showed, to which another writer may come back, and the last one that counts. */
  first?: string;
  shown?: string;
}

/** What is told of an entity that was written to. */
export interface Followed {
  readonly call: Call;
  /** When the last write, accepted or refused, was answered. */
  readonly touchedAt: number;
  readonly relapses: readonly Relapse[];
}

interface Course extends Followed {
  /** The ids of its path as they are compared. */
  readonly ids: readonly string[];
  readonly members: Map<string, Member>;
  /** The last look began after the last write was answered. */
  steady: boolean;
  /** What accepted requests to other operations on the entity, or near it, carried. */
  readonly others: string[];
  /** Looks since that showed it. */
  looks: number;
  writtenAt: number;
  touchedAt: number;
  relapses: Relapse[];
}

/** Shorter texts are codes, which another writer may choose as well. */
const SHORTEST = 4;

/** Follows the entities whose updates show in a GET of the same path. */
export class Courses {
  readonly #contract: Contract;
  readonly #settleMs: number;
  /** The updates that are followed, by path, and where what they write shows. */
  readonly #updates: ReadonlyMap<string, readonly Operation[]>;
  readonly #courses = new Map<string, Course>();
  /** The same by area and the first id of the path: most writes are about few of them. */
  readonly #near = new Map<string, Course[]>();
  /** By operation, place and value: the entities that have shown it. */
  readonly #holders = new Map<string, Set<string>>();

  /** @param settleMs the longest time that an accepted change takes to show */
  constructor(contract: Contract, settleMs: number) {
    this.#contract = contract;
    this.#settleMs = settleMs;
    const { operations } = contract;
    const shown = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path));
    this.#updates = Map.groupBy(
      operations.filter(({ method, path }) => method === 'PUT' && shown.has(path)),
      ({ path }) => path,
    );
  }

  /** Notes what a request did to an entity, or showed of it. */
  note(call: Call, request: WireRequest, exchange: Exchange): void {
    const { method, path } = call.operation;
    if (!path.includes('{')) return;
    if (method === 'GET') this.#look(call, exchange);
    else this.#write(call, request, exchange);
  }

  /** The entities that updates of this operation were sent to, with what was seen of them since; in the order of their ids. */
  of({ id, area }: Operation): readonly Followed[] {
    looksBack(area);
    // Which answer came first differs from run to run.
    return [...this.#courses.values()]
      .filter(({ call, looks, touchedAt }) => call.operation.id === id && looks > 0 && touchedAt > 0)
      .sort((one, other) => keyOf(one.call).localeCompare(keyOf(other.call)));
  }

  /** True for a value that a write of this run, unless it was refused, may have brought to an entity, whichever operation carried it. */
  mayHaveBrought(call: Call, value: unknown): boolean {
    looksBack(call.operation.area);
    const course = this.#courses.get(keyOf(call));
    if (course === undefined) return false;
    const own = [...course.members.values()].flatMap((one) => [...one.accepted, ...one.uncertain]);
    const carried = [...course.others, ...own.map(plain)];
    const isCarried = (one: unknown): boolean => {
      const part = plain(JSON.stringify(one ?? null));
      return carried.some((text) => text.includes(part));
    };
    // A query names the items of an array one by one.
    return isCarried(value) || (Array.isArray(value) && value.length > 0 && value.every(isCarried));
  }

  /** True for a text that a write of this run, unless it was refused, has brought to another entity, which this one may show as well. */
  hasWrittenElsewhere({ operation, ids }: Call, value: unknown): boolean {
    if (!hasText(value)) return false;
    const text = plain(JSON.stringify(value));
    const own = Object.values(ids).join('/');
    const found = [...this.#courses.values()].find(({ call, members }) => {
      if (call.operation.path === operation.path && Object.values(call.ids).join('/') === own) return false;
      return [...members.values()].some((one) => [...one.accepted, ...one.uncertain].some((is) => plain(is) === text));
    });
    if (found !== undefined) looksBack(found.call.operation.area);
    return found !== undefined;
  }

  #write(call: Call, request: WireRequest, exchange: Exchange): void {
    const outcome = outcomeOf(exchange);
    if (call.operation.method === 'PUT') this.#open(call);
    const concerns = concerning(call);
    let carried: string | undefined;
    for (const course of this.#mayConcern(call)) {
      if (!concerns(course)) continue;
      if (call.operation === course.call.operation) this.#keep(course, request, outcome);
      course.touchedAt = Math.max(course.touchedAt, endOf(exchange));
      if (outcome === 'refused') continue;
      const own = call.operation === course.call.operation;
      // What another operation writes may show here as well, but changes nothing that it does not carry.
      if (own) {
        course.steady = false;
        course.writtenAt = endOf(exchange);
      } else {
        carried ??= carriedBy(request);
        course.others.push(carried);
      }
      // What was seen while this was under way may be its doing.
      course.relapses = course.relapses.filter((one) => endOf(one.exchange) < exchange.startedAt);
    }
  }

  #open(call: Call): void {
    const key = keyOf(call);
    if (this.#courses.has(key) || !isPlain(call)) return;
    const members = new Map<string, Member>();
    for (const { read } of this.#lines(call.operation))
      members.set(read, { accepted: [], refused: new Set(), uncertain: new Set() });
    if (members.size === 0) return;
    const course: Course = {
      call,
      ids: lowerIds(call),
      members,
      others: [],
      steady: false,
      looks: 0,
      writtenAt: 0,
      touchedAt: 0,
      relapses: [],
    };
    this.#courses.set(key, course);
    this.#near.set(nearOf(call), [...(this.#near.get(nearOf(call)) ?? []), course]);
  }

  #mayConcern(call: Call): Iterable<Course> {
    return isPlain(call) ? (this.#near.get(nearOf(call)) ?? []) : this.#courses.values();
  }

  #keep(course: Course, { target, body }: WireRequest, outcome: Outcome): void {
    const lines = this.#lines(course.call.operation);
    if (lines.length === 0) return;
    const query = new URLSearchParams(target.split('?')[1] ?? '');
    const content = typeof body === 'string' ? jsonOf(body) : undefined;
    // What is no JSON, such as XML, carries all that it holds to wherever it may show.
    const whole = typeof body === 'string' && content === undefined ? body : undefined;
    for (const { write, read } of lines) {
      const values = write.startsWith('?') ? query.getAll(write.slice(1)) : [valueAt(content, write)];
      const member = course.members.get(read);
      if (member === undefined) continue;
      const told = values.filter((value) => value !== undefined).map((value) => JSON.stringify(value));
      for (const text of whole === undefined || write.startsWith('?') ? told : [whole]) {
        if (outcome === 'refused') member.refused.add(text);
        else if (outcome === 'accepted') member.accepted.push(text);
        else {
          member.uncertain.add(text);
          delete member.shown;
        }
      }
    }
  }

  #look(call: Call, exchange: Exchange): void {
    if (exchange.error !== undefined || exchange.response?.status !== 200) return;
    const parsed = parseJson(exchange.response);
    if (parsed.error !== undefined) return;
    for (const operation of this.#updates.get(call.operation.path) ?? []) {
      const here = { operation, ids: call.ids };
      const key = keyOf(here);
      this.#open(here);
      const course = this.#courses.get(key);
      if (course !== undefined) this.#compare(course, parsed.value, exchange);
      for (const { read } of this.#lines(operation)) {
        const text = textAt(parsed.value, read);
        // What this run has written says nothing of what others choose.
        if (course?.members.get(read)?.accepted.includes(text) !== true) this.#holdersOf(here, read, text).add(key);
      }
    }
  }

  #compare(course: Course, value: unknown, exchange: Exchange): void {
    if (exchange.startedAt < course.writtenAt) return;
    const rested = course.steady && exchange.startedAt - course.writtenAt >= this.#settleMs;
    for (const [read, member] of course.members) {
      const is = textAt(value, read);
      const was = member.shown;
      member.first ??= is;
      course.relapses = course.relapses.filter(
        (one) => one.read !== read || JSON.stringify(one.was) !== is || isWritten(course, one),
      );
      // Until a change has had its time to show everywhere, an older value says nothing against what was seen already.
      if (rested || was !== member.accepted.at(-1)) member.shown = is;
      if (!rested || was === undefined || is === was || is === member.first || member.uncertain.has(is)) continue;
      if (!this.#isOwn(course, read, is)) continue;
      const why = hasComeIn(member, is) ? 'refused' : isOverwritten(member, was, is) ? 'overwritten' : undefined;
      if (why !== undefined)
        course.relapses.push({ why, read, was: jsonOf(was), is: jsonOf(is), exchange: boundExchange(exchange) });
    }
    course.steady = true;
    course.looks += 1;
  }

  /** True for a text that no other entity has: what many have, another writer may have chosen as well. */
  #isOwn({ call, others }: Course, read: string, is: string): boolean {
    const own = keyOf(call);
    if (!hasText(jsonOf(is)) || others.some((text) => text.includes(plain(is)))) return false;
    return [...this.#holdersOf(call, read, is)].every((key) => key === own);
  }

  #holdersOf({ operation }: Call, read: string, text: string): Set<string> {
    const key = `${operation.id} ${read} ${text}`;
    const found = this.#holders.get(key) ?? new Set<string>();
    this.#holders.set(key, found);
    return found;
  }

  #lines({ id, path }: Operation): readonly Line[] {
    if (!this.#updates.has(path)) return [];
    const lines = this.#contract.answer('update.readback')?.value as Record<string, readonly Line[]> | undefined;
    return lines?.[id] ?? [];
  }
}

type Outcome = 'accepted' | 'refused' | 'uncertain';

/** What became of a write, as far as its answer tells. */
function outcomeOf({ response }: Exchange): Outcome {
  const status = response?.status ?? 0;
  if (isSuccess(status)) return 'accepted';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'uncertain';
}

/** Without what servers change when they keep a text. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[\s"]/g, '');
}

/** All that a request carries, as far as it is text. */
function carriedBy({ body, target }: WireRequest): string {
  return plain(`${decode(target)} ${typeof body === 'string' ? body : ''}`);
}

/** A server may keep an accepted text trimmed, shortened or in other letters: only what none of them holds was refused for good. */
function hasComeIn({ refused, accepted }: Member, is: string): boolean {
  return refused.has(is) && !accepted.some((text) => plain(text).includes(plain(is)));
}

/** The entity shows again what the run wrote before its last accepted write, which had shown. */
function isOverwritten({ accepted }: Member, was: string, is: string): boolean {
  return accepted.at(-1) === was && accepted.includes(is);
}

/**
 * True where something was written since: else a value that is back where it was, after an older one was read, was read from a
 * server that had not heard of it yet.
 */
function isWritten({ writtenAt }: Course, { exchange }: Relapse): boolean {
  return writtenAt > exchange.startedAt;
}

/** Tells whether an entity is that of a call, or one stands below the other. */
function concerning(call: Call): (course: Course) => boolean {
  const { area } = call.operation;
  // Another notation of an id may be understood as anyone's.
  if (!isPlain(call)) return (course) => course.call.operation.area === area;
  const ids = lowerIds(call);
  return (course) => course.call.operation.area === area && ids.every((id, at) => id === (course.ids[at] ?? id));
}

function lowerIds({ ids }: Call): readonly string[] {
  return Object.values(ids).map((id) => id.toLowerCase());
}

/** The same for entities that are one, or of which one stands below the other. */
function nearOf({ operation, ids }: Call): string {
  return `${operation.area} ${Object.values(ids)[0]?.toLowerCase() ?? ''}`;
}

function keyOf({ operation, ids }: Call): string {
  return `${operation.id} ${Object.values(ids).join('/').toLowerCase()}`;
}

function endOf({ startedAt, durationMs }: Exchange): number {
  return startedAt + durationMs;
}

function textAt(value: unknown, pointer: string): string {
  return JSON.stringify(valueAt(value, pointer) ?? null);
}

function hasText(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= SHORTEST;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText);
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    return target;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
