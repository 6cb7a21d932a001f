/** The course of one entity that a run has written to: what its members were to be, and what they have shown since. */
import { boundExchange } from '../../reports/bounds.ts';
import { type Exchange, isSuccess, jsonIn, valueAt } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import type { Call } from './routes.ts';

/** Where an update writes a member (`?name` for a query), and where a GET shows it. */
export interface Line {
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

/** What is told of an entity that was written to. */
export interface Followed {
  readonly call: Call;
  /** When the last write, accepted or refused, was answered. */
  readonly touchedAt: number;
  readonly relapses: readonly Relapse[];
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

/** What became of a write, as far as its answer tells. */
type Outcome = 'accepted' | 'refused' | 'uncertain';

/** Shorter texts are codes, which another writer may choose as well. */
const SHORTEST = 4;

/** What may clear a member and may as well leave it as it is (silences request.null-members, update.omitted-members). */
const EMPTY: ReadonlySet<string> = new Set(['null', '""', '[]', '{}']);

/** Follows one entity. */
export class Course implements Followed {
  readonly call: Call;
  readonly #members: ReadonlyMap<string, Member>;
  /** What accepted requests to other operations on the entity, or near it, carried. */
  readonly #others: string[] = [];
  /** All texts that the update put at its places, or may have, without what servers change when they keep one. */
  readonly #brought = new Set<string>();
  /** The last look began after the last write was answered. */
  #steady = false;
  #looks = 0;
  #writtenAt = 0;
  #touchedAt = 0;
  #relapses: readonly Relapse[] = [];

  /** @param reads where what updates write shows */
  constructor(call: Call, reads: Iterable<string>) {
    this.call = call;
    this.#members = new Map(
      [...reads].map((read) => [read, { accepted: [], refused: new Set(), uncertain: new Set() }]),
    );
  }

  /** True for one that was written to and has been seen since. */
  get isTold(): boolean {
    return this.#looks > 0 && this.#touchedAt > 0;
  }

  get touchedAt(): number {
    return this.#touchedAt;
  }

  get relapses(): readonly Relapse[] {
    return this.#relapses;
  }

  /** Notes a request of the update whose lines these are. */
  written(lines: readonly Line[], { target, body }: WireRequest, exchange: Exchange): void {
    const outcome = outcomeOf(exchange);
    const query = new URLSearchParams(target.split('?')[1] ?? '');
    const content = jsonIn(body);
    // What is no JSON, such as XML, carries all that it holds to wherever it may show.
    const whole = typeof body === 'string' && content === undefined ? body : undefined;
    for (const { write, read } of lines) {
      const member = this.#members.get(read);
      if (member === undefined) continue;
      const values = write.startsWith('?') ? query.getAll(write.slice(1)) : [valueAt(content, write)];
      const told = values.filter((value) => value !== undefined).map((value) => JSON.stringify(value));
      for (const text of whole === undefined || write.startsWith('?') ? told : [whole]) {
        if (outcome === 'refused') {
          member.refused.add(text);
          continue;
        }
        this.#brought.add(plain(text));
        if (outcome === 'accepted' && !EMPTY.has(text)) member.accepted.push(text);
        else {
          member.uncertain.add(text);
          delete member.shown;
        }
      }
    }
    this.#touch(exchange);
    if (outcome === 'refused') return;
    this.#steady = false;
    this.#writtenAt = endOf(exchange);
    this.#forgetSince(exchange);
  }

  /** Notes a request to another operation: what it writes may show here as well, but changes nothing that it does not carry. */
  besides(carried: () => string, exchange: Exchange): void {
    this.#touch(exchange);
    if (outcomeOf(exchange) === 'refused') return;
    this.#others.push(carried());
    this.#forgetSince(exchange);
  }

  /**
   * Notes what a look has shown.
   * @param isOwn true for a value that no other entity has shown: what many have, another writer may have chosen as well
   */
  looked(value: unknown, exchange: Exchange, settleMs: number, isOwn: (read: string, is: string) => boolean): void {
    if (exchange.startedAt < this.#writtenAt) return;
    const rested = this.#steady && exchange.startedAt - this.#writtenAt >= settleMs;
    for (const [read, member] of this.#members) {
      const is = textAt(value, read);
      const was = member.shown;
      member.first ??= is;
      this.#relapses = this.#relapses.filter(
        (one) => one.read !== read || JSON.stringify(one.was) !== is || this.#isWrittenSince(one),
      );
      // Until a change has had its time to show everywhere, an older value says nothing against what was seen already.
      if (rested || was !== member.accepted.at(-1)) member.shown = is;
      if (!rested || was === undefined || is === was || is === member.first || member.uncertain.has(is)) continue;
      if (!hasText(jsonIn(is)) || isCarried(this.#others, jsonIn(is)) || !isOwn(read, is)) continue;
      const why = hasComeIn(member, is) ? 'refused' : isOverwritten(member, was, is) ? 'overwritten' : undefined;
      if (why === undefined) continue;
      const relapse = { why, read, was: jsonIn(was), is: jsonIn(is), exchange: boundExchange(exchange) } as const;
      this.#relapses = [...this.#relapses, relapse];
    }
    this.#steady = true;
    this.#looks += 1;
  }

  /** True where an accepted write put a value, as JSON, at a place. */
  hasAccepted(read: string, text: string): boolean {
    return this.#members.get(read)?.accepted.includes(text) === true;
  }

  /** All that writes carried here, unless they were refused, without what servers change when they keep a text. */
  carried(): readonly string[] {
    return [...this.#others, ...this.#brought];
  }

  /** True for a text of which all is what one of these writes put at one place. */
  hasBrought(text: string): boolean {
    return this.#brought.has(text);
  }

  #touch(exchange: Exchange): void {
    this.#touchedAt = Math.max(this.#touchedAt, endOf(exchange));
  }

  /** What was seen while a write was under way may be its doing. */
  #forgetSince({ startedAt }: Exchange): void {
    this.#relapses = this.#relapses.filter((one) => endOf(one.exchange) < startedAt);
  }

  /**
   * True where something was written since: else a value that is back where it was, after an older one was read, was read from a
   * server that had not heard of it yet.
   */
  #isWrittenSince({ exchange }: Relapse): boolean {
    return this.#writtenAt > exchange.startedAt;
  }
}

function outcomeOf({ response }: Exchange): Outcome {
  const status = response?.status ?? 0;
  if (isSuccess(status)) return 'accepted';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'uncertain';
}

/** A server may keep an accepted text trimmed, shortened or in other letters: only what none of them holds was refused for good. */
function hasComeIn({ refused, accepted }: Member, is: string): boolean {
  return refused.has(is) && !accepted.some((text) => plain(text).includes(plain(is)));
}

/** True where one of these texts holds a value; of an array also where its items stand one by one, as a query names them. */
export function isCarried(carried: readonly string[], value: unknown): boolean {
  const holds = (one: unknown): boolean => {
    const part = plain(JSON.stringify(one ?? null));
    return carried.some((text) => text.includes(part));
  };
  return holds(value) || (Array.isArray(value) && value.length > 0 && value.every(holds));
}

/** The entity shows again what the run wrote before its last accepted write, which had shown. */
function isOverwritten({ accepted }: Member, was: string, is: string): boolean {
  return accepted.at(-1) === was && accepted.includes(is);
}

/** Without what servers change when they keep a text. */
export function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[\s"]/g, '');
}

/** True for a text that is long enough to be nobody else's choice, and for what holds one. */
export function hasText(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= SHORTEST;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText);
}

/** What stands at a place, as JSON; `null` where nothing does. */
export function textAt(value: unknown, pointer: string): string {
  return JSON.stringify(valueAt(value, pointer) ?? null);
}

function endOf({ startedAt, durationMs }: Exchange): number {
  return startedAt + durationMs;
}
