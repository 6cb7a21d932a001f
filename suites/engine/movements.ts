/** What changes at a target by itself: other users are at work there, and jobs in the background (design rule 11). */
import { type Exchange, type Operation, valueAt } from '../../spec/index.ts';
import { differences, isEmpty, parseJson } from '../judges/index.ts';
import { plain } from './course.ts';
import { isPlain, nearOf } from './plain.ts';
import type { Call } from './routes.ts';

/** A look at one entity. */
interface Seen {
  readonly text: string;
  readonly startedAt: number;
}

/** What movements ask of the rest of the run. */
interface Means {
  /** Milliseconds in which a change shows. */
  readonly settleMs: number;
  /** True for a value that this run has written to the entity, or to another one. */
  isWritten(call: Call, value: unknown): boolean;
  /** True for a value that names what this run may have deleted. */
  isOfDeleted(call: Call, value: unknown): boolean;
  /** Told of each change that nothing near the entity explains. */
  onMove(): void;
}

/** Follows what the GETs of single entities show. */
export class Movements {
  readonly #means: Means;
  readonly #seen = new Map<string, Seen>();
  /** Places, by operation, that have changed while the whole run wrote nothing, or as it has deleted what they named. */
  readonly #places = new Map<string, Set<string>>();
  /** What else came up unexplained, by operation and place. */
  readonly #strange = new Map<string, Set<string>>();
  /** Writes that are under way, and when the latest was answered; by what they are near to, and all together. */
  readonly #underWay = new Map<string, number>();
  readonly #writtenAt = new Map<string, number>();

  constructor(means: Means) {
    this.#means = means;
  }

  /** Notes that a write is about to be sent, to an order where no call is given; the function that comes back, that it was answered. */
  writes(call?: Call): (exchange?: Exchange) => void {
    const places = call === undefined ? [ALL] : [ALL, reachOf(call)];
    for (const place of places) this.#underWay.set(place, (this.#underWay.get(place) ?? 0) + 1);
    return (exchange) => {
      const at = exchange === undefined ? Date.now() : exchange.startedAt + exchange.durationMs;
      for (const place of places) {
        this.#underWay.set(place, (this.#underWay.get(place) ?? 1) - 1);
        this.#writtenAt.set(place, Math.max(at, this.#writtenAt.get(place) ?? 0));
      }
    };
  }

  /** Notes what a GET shows of an entity. */
  looked(call: Call, { startedAt, response }: Exchange): void {
    if (response?.status !== 200 || !isPlain(call)) return;
    const { area, id } = call.operation;
    const key = `${id} ${Object.values(call.ids).join('/')}`;
    const before = this.#seen.get(key);
    if (before !== undefined && before.startedAt > startedAt) return;
    this.#seen.set(key, { text: response.body, startedAt });
    if (before === undefined || before.text === response.body) return;
    const [was, is] = [parseJson({ ...response, body: before.text }), parseJson(response)];
    if (was.error !== undefined || is.error !== undefined) return;
    const places = differences(was.value, is.value);
    const ofDeleted = places.filter((place) => this.#means.isOfDeleted(call, valueAt(was.value, place)));
    this.#note(id, ofDeleted);
    const near = [nearOf(call), area, EVERYWHERE];
    if (!near.every((place) => this.#restsSince(place, before.startedAt))) return;
    const isIdle = this.#restsSince(ALL, before.startedAt);
    if (isIdle) this.#note(id, places);
    for (const place of places) this.#meet(call, place, [valueAt(was.value, place), valueAt(is.value, place)], isIdle);
  }

  /** True for a place of what an operation shows that has changed without a request for it. */
  isMoving({ id }: Operation, place: string): boolean {
    return this.#places.get(id)?.has(place) === true;
  }

  /**
   * Values of which nothing nearby tells: one may be what a fault has made of it, and would not make again; another one at the same place
   * is a sign of others, and several, each unlike what was there, are their doing.
   */
  #meet(call: Call, place: string, [was, is]: readonly [unknown, unknown], isIdle: boolean): void {
    if (!this.#isTold(call, is)) return;
    if (isIdle) this.#means.onMove();
    if (isIdle || isAlike(was, is)) return;
    const key = `${call.operation.id} ${place}`;
    const values = (this.#strange.get(key) ?? new Set()).add(JSON.stringify(is));
    this.#strange.set(key, values);
    if (values.size >= ANOTHER) this.#means.onMove();
    if (values.size >= SEVERAL) this.#note(call.operation.id, [place]);
  }

  #note(id: string, places: readonly string[]): void {
    this.#places.set(id, new Set([...(this.#places.get(id) ?? []), ...places]));
  }

  /** A counter, a clock and what is gone say nothing of others; what the run has written need not be where it was written. */
  #isTold(call: Call, is: unknown): boolean {
    return typeof is !== 'number' && !isEmpty(is) && !isMoment(is) && !this.#means.isWritten(call, is);
  }

  /** Nothing was written since so long before a moment that it showed by then. */
  #restsSince(place: string, moment: number): boolean {
    const isIdle = (this.#underWay.get(place) ?? 0) === 0;
    return isIdle && (this.#writtenAt.get(place) ?? 0) + this.#means.settleMs < moment;
  }
}

/** A second value that comes of nothing the run did. */
const ANOTHER = 2;

/** So many values that come of nothing the run did are no fault: one would make the same of each, or make it of what was there. */
const SEVERAL = 3;

/** True where one value may have been made of the other: by another case, by cutting or by adding something. */
function isAlike(was: unknown, is: unknown): boolean {
  const [one = '', other = ''] = [was, is].map((value) => plain(JSON.stringify(value ?? null)));
  return !isEmpty(was) && (one.includes(other) || other.includes(one));
}

/** All writes together, and those that may show at any entity: what is deleted may be named by others. */
const ALL = 'all';
const EVERYWHERE = 'everywhere';

/** Where a write may show: at what it names, at all of its area where ids are such as may be understood otherwise, or anywhere. */
function reachOf(call: Call): string {
  const { method, area } = call.operation;
  if (method === 'DELETE') return EVERYWHERE;
  return isPlain(call) ? nearOf(call) : area;
}

const MOMENT = /^\d{4}-\d\d-\d\dT/;

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && MOMENT.test(value);
}
