/** What became of the entities that a run has written to: what was refused must not come in late, what was accepted not go. */
import { type Contract, type Exchange, type Operation, percentDecoded, valueAt } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { parseJson } from '../judges/index.ts';
import { Course, type Followed, hasText, isCarried, type Line, plain, textAt } from './course.ts';
import { isPlain, nearOf } from './plain.ts';
import { looksBack } from './relied.ts';
import type { Call } from './routes.ts';

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
      .filter((course) => course.call.operation.id === id && course.isTold)
      .sort((one, other) => keyOf(one.call).localeCompare(keyOf(other.call)));
  }

  /** True for a value that a write of this run, unless it was refused, may have brought to an entity, whichever operation carried it. */
  mayHaveBrought(call: Call, value: unknown): boolean {
    looksBack(call.operation.area);
    return isCarried(this.#courses.get(keyOf(call))?.carried() ?? [], value);
  }

  /** True for a value that an accepted write of this run has put at a place of an entity, now or before. */
  hasTaken(call: Call, read: string, value: unknown): boolean {
    looksBack(call.operation.area);
    return this.#courses.get(keyOf(call))?.hasAccepted(read, JSON.stringify(value ?? null)) === true;
  }

  /**
   * True for a text that a write of this run, unless it was refused, has brought to another entity, which this one may show as well:
   * the name of an organization shows in much that is its own.
   */
  hasWrittenElsewhere({ operation, ids }: Call, value: unknown): boolean {
    const own = Object.values(ids).join('/');
    return this.#hasBrought(value, ({ call }) => {
      const isSame = call.operation.path === operation.path && Object.values(call.ids).join('/') === own;
      return !isSame;
    });
  }

  /**
   * True where an entity shows at a place what this run has brought to another one of its kind, and what no third one shows of itself:
   * a word of which there are few, such as a state, is anybody's.
   * @param shown what its GET shows
   */
  hasStrayed(call: Call, read: string, shown: unknown): boolean {
    const own = keyOf(call);
    const value = valueAt(shown, read);
    const text = plain(JSON.stringify(value ?? null));
    const isThird = (one: string): boolean => one !== own && this.#courses.get(one)?.hasBrought(text) !== true;
    if ([...this.#holdersOf(call, read, textAt(shown, read))].some(isThird)) return false;
    return this.#hasBrought(
      value,
      (course) => course.call.operation.path === call.operation.path && keyOf(course.call) !== own,
    );
  }

  #hasBrought(value: unknown, where: (course: Course) => boolean): boolean {
    if (!hasText(value)) return false;
    const text = plain(JSON.stringify(value));
    const found = [...this.#courses.values()].find((course) => where(course) && course.hasBrought(text));
    if (found !== undefined) looksBack(found.call.operation.area);
    return found !== undefined;
  }

  #write(call: Call, request: WireRequest, exchange: Exchange): void {
    if (call.operation.method === 'PUT') this.#open(call);
    const concerns = concerning(call);
    let carried: string | undefined;
    for (const course of this.#mayConcern(call)) {
      if (!concerns(course)) continue;
      if (call.operation === course.call.operation) course.written(this.#lines(call.operation), request, exchange);
      else course.besides(() => (carried ??= carriedBy(request)), exchange);
    }
  }

  #open(call: Call): void {
    const key = keyOf(call);
    if (this.#courses.has(key) || !isPlain(call)) return;
    const reads = new Set(this.#lines(call.operation).map(({ read }) => read));
    if (reads.size === 0) return;
    const course = new Course(call, reads);
    this.#courses.set(key, course);
    this.#near.set(nearOf(call), [...(this.#near.get(nearOf(call)) ?? []), course]);
  }

  #mayConcern(call: Call): Iterable<Course> {
    return isPlain(call) ? (this.#near.get(nearOf(call)) ?? []) : this.#courses.values();
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
      course?.looked(parsed.value, exchange, this.#settleMs, (read, is) =>
        [...this.#holdersOf(here, read, is)].every((one) => one === key),
      );
      for (const { read } of this.#lines(operation)) {
        const text = textAt(parsed.value, read);
        // What this run has written says nothing of what others choose.
        if (course?.hasAccepted(read, text) !== true) this.#holdersOf(here, read, text).add(key);
      }
    }
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

/** All that a request carries, as far as it is text. */
function carriedBy({ body, target }: WireRequest): string {
  return plain(`${percentDecoded(target.replaceAll('+', ' '))} ${typeof body === 'string' ? body : ''}`);
}

/** Tells whether an entity is that of a call, or one stands below the other. */
function concerning(call: Call): (course: Course) => boolean {
  const { area } = call.operation;
  // Another notation of an id may be understood as anyone's.
  if (!isPlain(call)) return (course) => course.call.operation.area === area;
  const ids = lowerIds(call);
  return (course) =>
    course.call.operation.area === area && lowerIds(course.call).every((id, at) => id === (ids[at] ?? id));
}

function lowerIds({ ids }: Call): readonly string[] {
  return Object.values(ids).map((id) => id.toLowerCase());
}

function keyOf({ operation, ids }: Call): string {
  return `${operation.id} ${Object.values(ids).join('/').toLowerCase()}`;
}
