/** A tape as a target: it answers what the recorded one answered, by check, request and ordinal and not by time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Exchange } from '../../spec/vocabulary.ts';
import { UnsendableRequest } from '../client/errors.ts';
import { wantedBy } from '../fixtures/shortage.ts';
import { createRedactor } from '../redaction.ts';
import type { Fixture, Lease, Shortage, Target, WireRequest } from '../types.ts';
import {
  needKey,
  requestKey,
  TAPE_FILE,
  TAPE_FORMAT,
  type TapedExchange,
  type TapedLease,
  type TapeHead,
  type TapeLine,
} from './format.ts';

export interface Tape<About = unknown> {
  readonly head: TapeHead<About>;
  /** In the order in which the requests began. */
  readonly exchanges: readonly TapedExchange[];
  readonly leases: readonly TapedLease[];
}

/** @throws Error with one sentence when there is no tape, or it cannot be read. */
export function readTape<About>(folder: string): Tape<About> {
  const file = join(folder, TAPE_FILE);
  let packed: Buffer;
  try {
    packed = readFileSync(file);
  } catch {
    throw new Error(`There is no tape at ${file}; name the folder of a finished run.`);
  }
  let lines: TapeLine[];
  try {
    const text = gunzipSync(packed).toString('utf8');
    lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TapeLine]));
  } catch {
    throw new Error(`The tape ${file} cannot be read: it was altered or cut off.`);
  }
  const [head] = lines;
  if (head?.type !== 'tape') throw new Error(`${file} is no tape: it has no head.`);
  if (head.format !== TAPE_FORMAT) {
    throw new Error(`${file} has tape format ${String(head.format)}; this version reads format ${TAPE_FORMAT}.`);
  }
  const inOrder = <T extends { readonly at: number }>(all: T[]): T[] => all.sort((a, b) => a.at - b.at);
  return {
    head: head as TapeHead<About>,
    exchanges: inOrder(lines.filter((line) => line.type === 'exchange')),
    leases: inOrder(lines.filter((line) => line.type === 'lease')),
  };
}

/** Recorded things by key, each handed out once and in order; the last of a key again when more is asked for. */
class Shelf<T> {
  readonly #rows = new Map<string, { readonly items: T[]; next: number }>();

  add(key: string, item: T): void {
    const row = this.#rows.get(key);
    if (row === undefined) this.#rows.set(key, { items: [item], next: 0 });
    else row.items.push(item);
  }

  take(key: string): T | undefined {
    const row = this.#rows.get(key);
    return row === undefined ? undefined : (row.items[row.next++] ?? row.items.at(-1));
  }
}

/** Something that a check asked for, and the tape does not hold. */
export interface Missing {
  /** The check, or the group in whose name it was asked for. */
  readonly check: string;
  readonly what: string;
}

/** Pauses of the suites wait for a target to settle: what is on a tape has settled. */
const SETTLED_MS = 1;

export class TapeTarget implements Target {
  readonly facts: Target['facts'];
  readonly redactor = createRedactor([]);
  readonly journal: Target['journal'] = { begin: async () => '', done: async () => undefined };
  /** What was asked for and is not on the tape. */
  readonly missing: Missing[] = [];
  readonly #head: TapeHead;
  readonly #byCheck = new Shelf<TapedExchange>();
  readonly #byRequest = new Shelf<TapedExchange>();
  readonly #leases = new Shelf<TapedLease>();
  #fixtures: readonly Fixture[];

  constructor({ head, exchanges, leases }: Tape) {
    this.#head = head;
    this.facts = { ...head.facts, settleMs: SETTLED_MS };
    this.#fixtures = head.fixtures;
    for (const one of exchanges) {
      this.#byCheck.add(`${one.check} ${one.key}`, one);
      this.#byRequest.add(one.key, one);
    }
    for (const one of leases) this.#leases.add(one.key, one);
  }

  async send(request: WireRequest): Promise<Exchange> {
    const key = requestKey(request);
    // What several checks share is asked for by whichever of them comes first.
    const taped = this.#byCheck.take(`${request.check ?? ''} ${key}`) ?? this.#byRequest.take(key);
    if (taped?.unsendable !== undefined) throw new UnsendableRequest(taped.unsendable);
    if (taped?.exchange !== undefined) return taped.exchange;
    const { method } = request;
    this.missing.push({ check: request.check ?? '', what: `${method} ${request.target}` });
    return {
      request: { method, url: this.url(request), headers: request.headers ?? [] },
      error: { kind: 'cancelled', message: `The tape holds no ${method} ${request.target} of this check.` },
      startedAt: 0,
      durationMs: 0,
    };
  }

  url({ service, plain, target }: WireRequest): string {
    const { urls } = this.#head;
    return `${(service === 'admin' ? urls.admin : plain === true ? urls.plain : urls.legacy) ?? ''}${target}`;
  }

  async lease(need: Parameters<Target['lease']>[0]): Promise<Lease | Shortage> {
    const taped = this.#leases.take(needKey(need));
    if (taped?.fixture === undefined) {
      if (taped === undefined) this.missing.push({ check: need.by ?? '', what: `a lease of ${need.kind}` });
      const state = { is: 'unprovided', failure: 'The tape holds no such lease.' } as const;
      return { why: taped?.why ?? { what: 'fixture', wanted: wantedBy(need), state } };
    }
    // One object for one entity: checks compare what they hold by identity.
    const fixture = this.#known(taped.fixture);
    return { fixture, consume: async () => undefined, release: async () => undefined };
  }

  fixtures(): readonly Fixture[] {
    return this.#fixtures;
  }

  learn(fixture: Omit<Fixture, 'allow'>): void {
    const found: Fixture = { ...fixture, allow: 'observe', found: true };
    if (this.#fixtures.some((one) => isSame(one, found))) return;
    this.#fixtures = [...this.#fixtures, found];
  }

  retire(fixture: Fixture): void {
    this.#fixtures = this.#fixtures.filter((one) => !isSame(one, fixture));
  }

  releaseLeftovers(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  close(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  #known(fixture: Fixture): Fixture {
    const known = this.#fixtures.find((one) => isSame(one, fixture));
    if (known !== undefined) return known;
    this.#fixtures = [...this.#fixtures, fixture];
    return fixture;
  }
}

function isSame(one: Pick<Fixture, 'kind' | 'ids'>, other: Pick<Fixture, 'kind' | 'ids'>): boolean {
  const names = Object.keys(one.ids);
  return one.kind === other.kind && names.every((name) => String(one.ids[name]) === String(other.ids[name]));
}
